package com.reactive.platform.cli;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "show",
    mixinStandardHelpOptions = true,
    description = {
      "Print a body and why it was refused; the latest, if there are several of this id.",
      "Exit code 1 if there is none."
    },
    footer = {"", "Example: ./reactive quarantine show orders ord-1 -o order.json"})
final class QuarantineShowCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private QuarantineTopic quarantine;

  @Parameters(index = "1", paramLabel = "ID", description = "Event id, as `list` prints it.")
  private String id;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Write the body there, byte for byte, instead of printing it.")
  private Path output;

  private QuarantinedBody found;

  @Override
  public Integer call() throws Exception {
    quarantine.read(
        body -> {
          if (body.id().equals(id)) {
            found = body.orLater(found);
          }
        });
    if (found == null) {
      throw new CommandFailedException("the quarantine has no body with the id " + id);
    }
    PrintWriter out = spec.commandLine().getOut();
    out.print(found.text());
    if (output == null) {
      out.println();
      String text = new String(found.body(), StandardCharsets.UTF_8);
      out.println(QuarantinedBody.printable(text));
    } else {
      Files.write(output, found.body());
    }
    out.flush();
    return 0;
  }
}

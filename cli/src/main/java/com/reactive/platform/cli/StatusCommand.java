package com.reactive.platform.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "status",
    mixinStandardHelpOptions = true,
    description =
        "Show the status of a running gateway. Exit code 1 if there is none or it is not ready.",
    footer = {"", "Example: ./reactive status --admin 127.0.0.1:9464"})
final class StatusCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--admin",
      paramLabel = "URL",
      description = {
        "Admin port of the gateway, as HOST:PORT or https://HOST:PORT (default: that of"
            + " `reactive up`, else 127.0.0.1:9464).",
        "With https, this Java must trust its certificate."
      })
  private String admin;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description = "File with the admin port's token, as admin.token-file.")
  private Path tokenFile;

  @Option(names = "--json", description = "Print the whole status document as JSON.")
  private boolean json;

  @Mixin private DataDirOption dataDir;

  @Override
  public Integer call() throws Exception {
    String address = admin;
    if (address == null) {
      RunningInstance.died(dataDir.path).ifPresent(StatusCommand::sayThatItDied);
      address =
          RunningInstance.find(dataDir.path).map(RunningInstance::admin).orElse("127.0.0.1:9464");
    }
    String status = new AdminPort(address, Optional.ofNullable(tokenFile)).get("/status");
    StatusScreen screen = parse(status, address);
    spec.commandLine().getOut().print(json ? status : screen.render());
    spec.commandLine().getOut().flush();
    return screen.ready() ? 0 : 1;
  }

  private static void sayThatItDied(RunningInstance last) {
    throw new CommandFailedException(
        "`reactive up` has died: process "
            + last.pid()
            + " did not shut down cleanly. Start it again with `reactive up`; its events are kept."
            + " To query another gateway, use --admin");
  }

  private static StatusScreen parse(String status, String address) {
    try {
      return StatusScreen.parse(status);
    } catch (IOException e) {
      throw new CommandFailedException(address + " is not a gateway");
    }
  }
}

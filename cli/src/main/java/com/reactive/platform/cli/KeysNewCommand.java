package com.reactive.platform.cli;

import com.reactive.platform.gateway.security.ApiKey;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
    name = "new",
    mixinStandardHelpOptions = true,
    description = {
      "Create an API key. The first line is the key itself, which is shown only once.",
      "The entry below it, with the digest, belongs in the file of security.api-keys-file.",
      "To rotate a key, add the new digest to its entry; remove the old one once it is unused."
    },
    footer = {
      "",
      "Example: ./reactive keys new --name app --streams counter --rate-per-second 100"
    })
final class KeysNewCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--name",
      required = true,
      paramLabel = "NAME",
      description = "Name of the key's owner, for logs and limits.")
  private String name;

  @Option(
      names = "--streams",
      split = ",",
      defaultValue = "*",
      paramLabel = "STREAM",
      description = "Streams it may post to, comma-separated (default: all).")
  private List<String> streams;

  @Option(
      names = "--rate-per-second",
      paramLabel = "N",
      description = "Rate limit in requests per second (default: none).")
  private Double ratePerSecond;

  @Option(
      names = "--not-after",
      paramLabel = "TIME",
      description = "Expiry, such as 2027-01-01T00:00:00Z (default: never).")
  private Instant notAfter;

  @Override
  public Integer call() {
    if (!name.matches("[A-Za-z0-9._@:/-]{1,128}")) {
      throw usage("--name must be 1 to 128 letters, digits or any of ._@:/-");
    }
    if (!streams.stream().allMatch(stream -> stream.matches("\\*|[A-Za-z0-9._-]+"))) {
      throw usage("--streams must be stream names, or *");
    }
    if (ratePerSecond != null && !(ratePerSecond > 0 && ratePerSecond <= 1e9)) {
      throw usage("--rate-per-second must be above 0");
    }
    ApiKey key = ApiKey.generate();
    PrintWriter out = spec.commandLine().getOut();
    out.println(key.text());
    out.println();
    out.println("keys:");
    out.println("  - name: \"" + name + "\"");
    out.println("    sha256: [\"" + key.sha256Hex() + "\"]");
    out.println("    streams: [\"" + String.join("\", \"", streams) + "\"]");
    if (ratePerSecond != null) {
      out.println("    rate-per-second: " + ratePerSecond);
    }
    if (notAfter != null) {
      out.println("    not-after: " + notAfter);
    }
    out.flush();
    return 0;
  }

  private ParameterException usage(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}

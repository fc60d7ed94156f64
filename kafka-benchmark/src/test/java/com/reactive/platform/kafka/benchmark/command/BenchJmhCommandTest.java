package com.reactive.platform.kafka.benchmark.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.cli.ReactiveCli;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class BenchJmhCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void wrongUsageIsSaidBeforeAnythingRuns(@TempDir Path folder) {
    assertUsage("no benchmark matches 'nix'", "nix");
    assertUsage("Unclosed character class", "[");
    assertUsage("rounds must be between", "--forks", "0");
    assertUsage(folder + " is no JDK", "--jdk", folder.toString());
    assertUsage("no such directory", "--json", folder.resolve("no/file.json").toString());
    assertUsage(folder + " is a directory", "--json", folder.toString(), "nix");
    assertUsage("--json: / is a directory", "--json", "/", "nix");
  }

  @Test
  void theIdsCanBeListed() {
    assertThat(run("--list")).isZero();
    assertThat(out.toString()).contains("floor", "delivered.handle.1", "idle.striped");
  }

  private void assertUsage(String message, String... args) {
    assertThat(run(args)).as(message).isEqualTo(2);
    assertThat(err.toString()).contains(message);
  }

  private int run(String... args) {
    CommandLine commandLine = ReactiveCli.commandLine();
    commandLine.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    String[] all = new String[args.length + 2];
    all[0] = "bench";
    all[1] = "jmh";
    System.arraycopy(args, 0, all, 2, args.length);
    return commandLine.execute(all);
  }
}

package com.reactive.platform.reliability.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** What can be said without killing anything. */
class BenchOutboxCommandTest {
  private final StringWriter err = new StringWriter();

  @Test
  void wrongUsageKillsNothing() {
    assertThat(run("--count", "power-cut=1")).isEqualTo(2);
    assertThat(err.toString()).contains("no kill is called power-cut; there are gateway-kill");
    assertThat(run("--count", "gateway-kill=0,broker-kill=0")).isEqualTo(2);
    assertThat(err.toString()).contains("there is nothing to do");
    assertThat(run("--gateways", "0")).isEqualTo(2);
    assertThat(run("--rate", "0")).isEqualTo(2);
    assertThat(err.toString()).contains("--rate must be 1 to 1000000, not 0");
  }

  private int run(String... args) {
    return new CommandLine(new BenchOutboxCommand())
        .setOut(new PrintWriter(new StringWriter(), true))
        .setErr(new PrintWriter(err, true))
        .execute(args);
  }
}

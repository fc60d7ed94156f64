package com.reactive.platform.reliability.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** What can be said without making a fault. */
class BenchChaosCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void thePlanIsThatOfTheSeedAndSaysHowToHaveItAgain() {
    assertThat(run("--plan", "--seed", "7", "--only", "leader-kill,dropped-acks")).isZero();
    assertThat(err.toString())
        .startsWith("seed 7; to repeat: ./reactive bench chaos --seed 7")
        .contains(" --kafka-client native")
        .contains("--only leader-kill,dropped-acks", " s  leader-kill ", " s  dropped-acks ")
        .doesNotContain(" s  gateway-kill ");
  }

  @Test
  void faultsAreListed() {
    assertThat(run("--list")).isZero();
    assertThat(out.toString()).contains("leader-kill", "calibration-disk-full");
  }

  @Test
  void wrongUsageMakesNoFault() {
    assertThat(run("--only", "no-such-fault")).isEqualTo(2);
    assertThat(err.toString()).contains("no fault is called no-such-fault; there are leader-kill");
    assertThat(run("--only", "resets", "--count", "latency=2")).isEqualTo(2);
    assertThat(err.toString()).contains("--only and --count exclude each other");
    assertThat(run("--count", "latency=0")).isEqualTo(2);
    assertThat(run("--plan", "--kafka-client", "native-ish")).isEqualTo(2);
    assertThat(err.toString()).contains("--kafka-client must be native or java, not native-ish");
    assertThat(run("--minutes", "0")).isEqualTo(2);
  }

  private int run(String... args) {
    return new CommandLine(new BenchChaosCommand())
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(args);
  }
}

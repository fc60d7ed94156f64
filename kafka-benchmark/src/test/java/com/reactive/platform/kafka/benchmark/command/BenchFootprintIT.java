package com.reactive.platform.kafka.benchmark.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.testbed.ChildProcess;
import com.reactive.platform.testbed.CliProcess;
import org.junit.jupiter.api.Test;

/** The command in a JVM of its own. */
class BenchFootprintIT {
  @Test
  void whatCannotBeMeasuredIsWrongUsage() throws Exception {
    ChildProcess.Result result = CliProcess.run("bench", "footprint", "--rounds", "0");

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.errors()).contains("--rounds must be 1 to 1000, not 0");
  }
}

package com.reactive.platform.reliability.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.reactive.platform.testbed.ChildProcess;
import com.reactive.platform.testbed.CliProcess;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A gateway under load is killed and stopped: what it answered is in Kafka. */
@EnabledOnOs(OS.LINUX)
class BenchCrashIT {
  @Test
  void noAcknowledgedEventIsMissing(@TempDir Path folder) throws Exception {
    ChildProcess.Result result =
        CliProcess.run(
            "bench",
            "crash",
            "--kills",
            "2",
            "--terms",
            "1",
            "--second-terms",
            "1",
            "--pauses",
            "1",
            "--seed",
            "7",
            "--connections",
            "8",
            "--pipelined",
            "2",
            "--json",
            "--report",
            folder.resolve("report").toString());

    assertThat(result.exitCode()).as(result.out() + result.errors()).isZero();
    JsonNode json = new ObjectMapper().readTree(result.out());
    assertThat(json.path("passed").asBoolean()).isTrue();
    assertThat(json.path("problems")).isEmpty();
    assertThat(json.path("trials").path("kill").path("count").asInt()).isEqualTo(2);
    assertThat(json.path("trials").path("term").path("count").asInt()).isEqualTo(1);
    JsonNode counts = json.path("answers").path("counts");
    assertThat(counts.path("acked").asLong()).isPositive();
    assertThat(counts.path("lost").asLong()).isZero();
    assertThat(folder.resolve("report/README.md")).content().contains("--seed 7", "PASS");
  }

  @Test
  void nothingToDoIsWrongUsage() throws Exception {
    ChildProcess.Result result =
        CliProcess.run("bench", "crash", "--kills", "0", "--terms", "0", "--second-terms", "0");

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.errors()).contains("there is nothing to do");
  }
}

package com.reactive.platform.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.microbatch.BatchCalibration;
import com.reactive.platform.gateway.microbatch.adaptive.CalibrationConfig;
import com.reactive.platform.gateway.microbatch.adaptive.CalibrationKey;
import com.reactive.platform.gateway.microbatch.adaptive.FlushLimits;
import com.reactive.platform.gateway.microbatch.adaptive.Observation;
import com.reactive.platform.gateway.microbatch.adaptive.PressureLevel;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class CalibrationCommandTest {
  private static final PressureLevel LEVEL = PressureLevel.L4_MODERATE;

  @TempDir Path folder;
  private Path file;
  private Path lines;
  private StringWriter out;
  private StringWriter err;

  @BeforeEach
  void files() {
    file = folder.resolve("calibration.db");
    lines = folder.resolve("lines.jsonl");
  }

  @Test
  void whatOneInstanceLearnedIsShownAndTakenToAnother() throws IOException {
    learn(file, "orders").close();
    assertThat(run("show", "--file", file.toString())).isZero();
    assertThat(out.toString())
        .contains("key orders, delivery acks=all")
        .containsPattern("L4_MODERATE +1024 KiB +10\\.0 ms +0 ms +1 +5000 +10\\.0 +100\\.0")
        .containsPattern(" 40\\.0 µs +200 B +2\\.0 ms");

    assertThat(run("export", "--file", file.toString())).isZero();
    Files.writeString(lines, out.toString());
    Path other = folder.resolve("other.db");
    assertThat(run("import", lines.toString(), "--file", other.toString(), "--as", "there"))
        .isZero();
    assertThat(out.toString()).startsWith("1 of 1 lines taken");
    assertThat(run("show", "--file", other.toString())).isZero();
    assertThat(out.toString()).contains("key there").contains("L4_MODERATE");
    try (BatchCalibration there = calibration(other, "there")) {
      assertThat(there.status().level(LEVEL).observations()).isEqualTo(1);
    }
    assertThat(run("import", lines.toString(), "--file", other.toString(), "--as", "there"))
        .isZero();
    assertThat(out.toString()).startsWith("0 of 1 lines taken").contains("more was known");
  }

  @Test
  void aGatewayThatRunsTakesAResetOver() {
    try (BatchCalibration gateway = learn(file, "orders")) {
      assertThat(run("reset", "--file", file.toString())).isEqualTo(2);
      assertThat(err.toString()).contains("--yes");
      assertThat(gateway.status().level(LEVEL).observations()).isEqualTo(1);

      assertThat(run("reset", "--key", "nobody", "--file", file.toString())).isZero();
      assertThat(out.toString()).startsWith("nothing matched");
      assertThat(run("reset", "--key", "orders", "--file", file.toString())).isZero();
      assertThat(out.toString()).startsWith("1 levels reset");
      gateway.observe(window(gateway.getBestConfigForPressure(LEVEL)));
      assertThat(gateway.status().level(LEVEL).observations()).isZero();
    }
  }

  @Test
  void nonsenseIsNotImported() throws IOException {
    Files.writeString(lines, "{\"level\":\"L4_MODERATE\"}\n");

    assertThat(run("import", lines.toString(), "--file", file.toString())).isEqualTo(1);
    assertThat(err.toString())
        .contains("line 1: flushIntervalNanos is missing; nothing was imported");
    assertThat(run("import", folder.resolve("none").toString())).isEqualTo(1);
    assertThat(err.toString()).contains("no such file");
    Files.writeString(
        lines, "{\"level\":\"L4_MODERATE\",\"flushBytes\":5,\"flushIntervalNanos\":5}\n");
    assertThat(run("import", lines.toString(), "--file", file.toString())).isEqualTo(1);
    assertThat(err.toString()).contains("--as KEY");
    assertThat(file).doesNotExist();
  }

  @Test
  void seedsNameNoKeyAndNoSeveralKeys() {
    learn(file, "orders").close();
    assertThat(run("export", "--any-key", "--file", file.toString())).isZero();
    assertThat(out.toString()).startsWith("{\"delivery\":");

    learn(file, "payments").close();
    assertThat(run("export", "--any-key", "--file", file.toString())).isEqualTo(1);
    assertThat(run("export", "--any-key", "--key", "payments", "--file", file.toString())).isZero();
  }

  @Test
  void nothingLearnedMakesNoFile() {
    assertThat(run("show", "--file", file.toString())).isZero();
    assertThat(out.toString()).contains("nothing learned yet");
    assertThat(file).doesNotExist();
  }

  private static BatchCalibration learn(Path file, String key) {
    BatchCalibration calibration = calibration(file, key);
    calibration.observe(window(calibration.getBestConfigForPressure(LEVEL)));
    return calibration;
  }

  private static BatchCalibration calibration(Path file, String key) {
    return BatchCalibration.create(
        file,
        CalibrationConfig.of(CalibrationKey.named(key, "kafka:9092", "acks=all"), 20_000)
            .withMaxFlushBytes(1 << 20)
            .withExploring(false));
  }

  /** 50,000 events in 10 s and in 5,000 requests, for 40 us of CPU time each. */
  private static Observation window(FlushLimits limits) {
    return new Observation(
        LEVEL,
        limits,
        50_000,
        50_000 * 200,
        10_000_000_000L,
        50_000 * 40_000L,
        2_000_000,
        1_000_000,
        5_000,
        false,
        true);
  }

  private int run(String... args) {
    out = new StringWriter();
    err = new StringWriter();
    return new CommandLine(new CalibrationCommand())
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .setExecutionExceptionHandler(
            (e, line, parsed) -> {
              line.getErr().println("error: " + e.getMessage());
              return 1;
            })
        .execute(args);
  }
}

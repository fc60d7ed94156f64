package com.reactive.platform.kafka.benchmark.brochure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.reactive.platform.gateway.microbatch.BatchCalibration;
import com.reactive.platform.gateway.microbatch.adaptive.CalibrationConfig;
import com.reactive.platform.gateway.microbatch.adaptive.CalibrationKey;
import com.reactive.platform.gateway.microbatch.adaptive.Observation;
import com.reactive.platform.gateway.microbatch.adaptive.PressureLevel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CalibrationStatusTableTest {
  @TempDir Path folder;

  @Test
  void everyEnvironmentIsShown() throws IOException {
    Path file = folder.resolve("calibration.db");
    observe(file, "embedded", PressureLevel.L3_LOW);
    observe(file, "kafka:9092", PressureLevel.L5_BALANCED);

    assertThat(CalibrationStatusTable.render(file))
        .contains("broker=embedded", "L3_LOW", "broker=kafka:9092", "L5_BALANCED", "acks=1")
        .doesNotContain("L7_HIGH");
  }

  @Test
  void aFileThatIsNotThereIsNotMade() throws IOException {
    Path file = folder.resolve("none.db");

    assertThat(CalibrationStatusTable.render(file)).contains("nothing learned yet in " + file);
    assertThat(file).doesNotExist();
  }

  @Test
  void aFileOfSomethingElseIsOneSentence() throws IOException {
    Path file = Files.writeString(folder.resolve("text.db"), "x".repeat(5_000));

    assertThatThrownBy(() -> CalibrationStatusTable.render(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(file.toString());
    assertThat(file).hasContent("x".repeat(5_000));
  }

  private static void observe(Path file, String kafka, PressureLevel level) {
    CalibrationKey key = new CalibrationKey("here", 2, kafka, "", "acks=1");
    try (BatchCalibration calibration =
        BatchCalibration.create(file, CalibrationConfig.of(key, 1e6))) {
      calibration.observe(
          new Observation(
              level,
              calibration.getBestConfigForPressure(level),
              3_000,
              384_000,
              10_000_000_000L,
              100_000_000L,
              1_000_000L,
              false,
              true));
    }
  }
}

package com.reactive.platform.kafka.benchmark.brochure;

import com.reactive.platform.gateway.microbatch.BatchCalibration;
import com.reactive.platform.gateway.microbatch.CalibrationStatus;
import com.reactive.platform.kafka.benchmark.report.ConsoleTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** What a calibration file knows, for the terminal. */
public final class CalibrationStatusTable {
  private CalibrationStatusTable() {}

  /**
   * Reads it; a file that is not there is not made.
   *
   * @param bootstrapServers of the Kafka that it was learned with; empty for one of our own
   * @return lines that end in a line break
   */
  public static String render(Path file, Optional<String> bootstrapServers) {
    var config = CalibrationProcedure.config(bootstrapServers.orElse("embedded"));
    if (!Files.exists(file)) {
      try (BatchCalibration nothing = BatchCalibration.inMemory(config)) {
        return text("nothing is known yet: there is no " + file, nothing.status());
      }
    }
    try (BatchCalibration calibration = BatchCalibration.create(file, config)) {
      CalibrationStatus status = calibration.status();
      return text(file + ", " + status.key().environment(), status);
    }
  }

  private static String text(String heading, CalibrationStatus status) {
    return heading + "\n\n" + ConsoleTable.table(CalibrationTable.of(status), 1);
  }
}

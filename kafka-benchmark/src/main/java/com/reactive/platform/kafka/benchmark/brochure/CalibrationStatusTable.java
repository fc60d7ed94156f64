package com.reactive.platform.kafka.benchmark.brochure;

import com.reactive.platform.gateway.microbatch.BatchCalibration;
import com.reactive.platform.gateway.microbatch.adaptive.LearnedEnvironment;
import com.reactive.platform.kafka.benchmark.report.ConsoleTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The content of a calibration file, for the terminal. */
public final class CalibrationStatusTable {
  private CalibrationStatusTable() {}

  /**
   * Reads it, for every environment and way of delivery that is in it; a file that is not there is
   * not made.
   *
   * @return lines that end in a line break
   * @throws IOException with one sentence if it cannot be read
   */
  public static String render(Path file) throws IOException {
    List<LearnedEnvironment> all = BatchCalibration.environments(file);
    if (all.isEmpty()) {
      return "nothing learned yet in " + file + "\n";
    }
    StringBuilder text = new StringBuilder(file + "\n");
    for (LearnedEnvironment known : all) {
      text.append('\n')
          .append(known.environment())
          .append(", ")
          .append(known.deliveryMode())
          .append("\n\n")
          .append(ConsoleTable.table(CalibrationTable.of(known.levels()), 1));
    }
    return text.toString();
  }
}

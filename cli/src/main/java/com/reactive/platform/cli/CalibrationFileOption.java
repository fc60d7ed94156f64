package com.reactive.platform.cli;

import com.reactive.platform.gateway.microbatch.adaptive.store.CalibrationArchive;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import picocli.CommandLine.Option;

/** The calibration file that a command is about. */
final class CalibrationFileOption {
  private static final String VARIABLE = "REACTIVE_BATCH_CALIBRATION_FILE";
  private static final Path OF_UP = Path.of(".reactive", "calibration.db");

  @Option(
      names = "--file",
      paramLabel = "FILE",
      description =
          "Calibration file (default: $REACTIVE_BATCH_CALIBRATION_FILE, else that of `up` in"
              + " .reactive if there is one, else ~/.reactive/calibration.db).")
  private Path file;

  CalibrationArchive archive() {
    return new CalibrationArchive(file == null ? usual() : file, InstantSource.system());
  }

  private static Path usual() {
    String set = System.getenv(VARIABLE);
    if (set != null && !set.isEmpty()) {
      return Path.of(set);
    }
    return Files.exists(OF_UP) ? OF_UP : Path.of(System.getProperty("user.home")).resolve(OF_UP);
  }
}

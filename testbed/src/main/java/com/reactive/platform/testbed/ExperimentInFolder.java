package com.reactive.platform.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Runs an experiment that writes journals and logs to a new folder. The folder is deleted if the
 * experiment passes, and is kept and named otherwise.
 */
public final class ExperimentInFolder implements Experiment {
  private final String command;
  private final Function<Path, Experiment> experiment;
  private final Consumer<String> progress;

  /**
   * @param command that does the same once more
   * @param experiment made for the folder
   * @param progress gets lines for people
   */
  public ExperimentInFolder(
      String command, Function<Path, Experiment> experiment, Consumer<String> progress) {
    this.command = command;
    this.experiment = experiment;
    this.progress = progress;
  }

  @Override
  public ExperimentReport run() throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("reactive-experiment-");
    boolean passed = false;
    try {
      ExperimentReport report = experiment.apply(folder).run();
      passed = report.passed();
      return report;
    } finally {
      if (passed) {
        FolderTree.delete(folder);
      } else {
        progress.accept("journals and logs are in " + folder);
        progress.accept("to run the same again: " + command);
      }
    }
  }
}

package com.reactive.platform.kafka.benchmark.command;

import com.reactive.platform.testbed.Experiment;
import com.reactive.platform.testbed.ExperimentReport;
import com.reactive.platform.testbed.OrderlyExit;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * A command that runs an experiment and prints its report. Exit 0 if the experiment passed, 1 if it
 * failed.
 */
public abstract class ExperimentCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(names = "--json", description = "Print JSON instead of a table.")
  private boolean json;

  @Option(
      names = "--report",
      paramLabel = "DIR",
      description = "Write README.md and the JSON there, too.")
  private Path report;

  /**
   * The experiment that the options describe.
   *
   * @throws IllegalArgumentException if it cannot be run, which is wrong usage
   */
  protected abstract Experiment experiment();

  /** Name of the JSON file beside {@code README.md}. */
  protected String jsonFile() {
    return spec.name() + ".json";
  }

  @Override
  public Integer call() throws Exception {
    ExperimentReport result = OrderlyExit.of(checked(this::experiment)::run);
    if (report != null) {
      result.write(report, jsonFile());
    }
    out().print(json ? result.json() : result.console());
    out().flush();
    return result.passed() ? 0 : 1;
  }

  /** The writer for the report. */
  protected PrintWriter out() {
    return spec.commandLine().getOut();
  }

  /** Reads what the user asked for; what cannot be run is wrong usage. */
  protected <T> T checked(Supplier<T> asked) {
    try {
      return asked.get();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  /** Prints a line for people who wait. Any thread. */
  protected synchronized void progress(String line) {
    PrintWriter err = spec.commandLine().getErr();
    err.println(line);
    err.flush();
  }

  /**
   * Refuses a number that is out of range.
   *
   * @throws IllegalArgumentException if it is
   */
  protected static void requireRange(String option, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          option + " must be " + least + " to " + most + ", not " + value);
    }
  }
}

package com.reactive.platform.kafka.benchmark;

import com.reactive.platform.cli.CommandErrors;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.util.concurrent.Callable;
import picocli.CommandLine;

/** Runs the benchmark mains, as the command line runs its commands. */
public final class BenchmarkMain {
  private BenchmarkMain() {}

  /** Runs a main, and ends the process with its exit code unless that is 0. */
  static void run(Callable<Integer> main, String[] args) {
    run(main.getClass().getSimpleName(), main, args);
  }

  /** Runs a main that has a second name. */
  static void run(String name, Callable<Integer> main, String[] args) {
    int code = commandLine(main).setCommandName(name).execute(args);
    if (code != 0) {
      System.exit(code);
    }
  }

  static CommandLine commandLine(Callable<Integer> main) {
    return new CommandLine(main)
        .setCommandName(main.getClass().getSimpleName())
        .setOut(CommandErrors.writer(new FileOutputStream(FileDescriptor.out)))
        .setErr(CommandErrors.writer(new FileOutputStream(FileDescriptor.err)))
        .setParameterExceptionHandler(CommandErrors::reportUsage)
        .setExecutionExceptionHandler((e, line, parsed) -> CommandErrors.report(e, line));
  }
}

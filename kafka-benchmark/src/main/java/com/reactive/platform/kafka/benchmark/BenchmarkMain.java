package com.reactive.platform.kafka.benchmark;

import com.reactive.platform.gateway.config.ConfigException;
import com.reactive.platform.kafka.embedded.EmbeddedKafkaException;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import org.apache.kafka.common.KafkaException;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** What commands have in common: output, errors in one sentence, exit codes. */
public final class BenchmarkMain {
  /** For a configuration or brochure that cannot be used: {@code EX_CONFIG} of sysexits.h. */
  public static final int EXIT_BAD_CONFIG = 78;

  private BenchmarkMain() {}

  /** Runs a main, and ends the process with its exit code unless that is 0. */
  static void run(Callable<Integer> main, String[] args) {
    int code = commandLine(main).execute(args);
    if (code != 0) {
      System.exit(code);
    }
  }

  static CommandLine commandLine(Callable<Integer> main) {
    return new CommandLine(main)
        .setCommandName(main.getClass().getSimpleName())
        .setOut(writer(new FileOutputStream(FileDescriptor.out)))
        .setErr(writer(new FileOutputStream(FileDescriptor.err)))
        .setParameterExceptionHandler(BenchmarkMain::reportUsage)
        .setExecutionExceptionHandler((e, line, parsed) -> report(e, line));
  }

  /**
   * UTF-8 whatever the locale, since tables have signs in them and programs read it; notices a
   * closed pipe.
   */
  public static PrintWriter writer(OutputStream out) {
    return new PrintWriter(
        new OutputStreamWriter(new BufferedOutputStream(out), StandardCharsets.UTF_8), true);
  }

  /**
   * One sentence, and the usage where that is what was not known: a value that cannot be used does
   * not ask for it.
   *
   * @return the exit code
   */
  public static int reportUsage(ParameterException exception, String[] args) {
    CommandLine commandLine = exception.getCommandLine();
    PrintWriter err = commandLine.getErr();
    err.println("error: " + exception.getMessage());
    boolean suggested = UnmatchedArgumentException.printSuggestions(exception, err);
    boolean unknown =
        exception instanceof UnmatchedArgumentException
            || exception instanceof MissingParameterException;
    if (unknown && !suggested) {
      commandLine.usage(err);
    } else {
      err.println("see: " + commandLine.getCommandSpec().qualifiedName() + " --help");
    }
    return commandLine.getCommandSpec().exitCodeOnInvalidInput();
  }

  /**
   * What a person can mend gets one sentence; only what they cannot gets a stack trace.
   *
   * @return the exit code
   */
  public static int report(Exception exception, CommandLine commandLine) {
    if (exception instanceof ConfigException config) {
      config.errors().forEach(error -> commandLine.getErr().println("error: " + error));
      return EXIT_BAD_CONFIG;
    }
    if (exception instanceof InterruptedException) {
      commandLine.getErr().println("stopped before its end; there is no result");
      return 1;
    }
    boolean expected =
        exception instanceof EmbeddedKafkaException
            || exception instanceof KafkaException
            || exception instanceof IOException;
    if (expected) {
      commandLine.getErr().println("error: " + exception.getMessage());
    } else {
      exception.printStackTrace(commandLine.getErr());
    }
    return 1;
  }
}

package com.reactive.platform.kafka.benchmark;

import com.reactive.platform.gateway.config.ConfigException;
import com.reactive.platform.kafka.embedded.EmbeddedKafkaException;
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

/** What the mains have in common: output, errors in one sentence, exit codes. */
final class BenchmarkMain {
  /** As of {@code ./reactive}: {@code EX_CONFIG} of sysexits.h. */
  private static final int EXIT_BAD_BROCHURE = 78;

  private BenchmarkMain() {}

  /** Runs a main, and ends the process with its exit code unless that is 0. */
  static void run(Callable<Integer> main, String[] args) {
    int code = commandLine(main).execute(args);
    if (code != 0) {
      System.exit(code);
    }
  }

  /** UTF-8 whatever the locale, since tables have signs in them. */
  static CommandLine commandLine(Callable<Integer> main) {
    return new CommandLine(main)
        .setCommandName(main.getClass().getSimpleName())
        .setOut(writer(new FileOutputStream(FileDescriptor.out)))
        .setErr(writer(new FileOutputStream(FileDescriptor.err)))
        .setExecutionExceptionHandler((e, line, parsed) -> report(e, line));
  }

  private static PrintWriter writer(OutputStream out) {
    return new PrintWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), true);
  }

  private static int report(Exception exception, CommandLine commandLine) {
    if (exception instanceof ConfigException config) {
      config.errors().forEach(error -> commandLine.getErr().println("error: " + error));
      return EXIT_BAD_BROCHURE;
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

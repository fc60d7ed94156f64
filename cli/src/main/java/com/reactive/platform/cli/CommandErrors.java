package com.reactive.platform.cli;

import com.reactive.platform.gateway.config.ConfigException;
import com.reactive.platform.kafka.embedded.EmbeddedKafkaException;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.KafkaException;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Output, errors in one sentence, and exit codes: the same for all commands. */
public final class CommandErrors {
  /** For a configuration or brochure that cannot be used: {@code EX_CONFIG} of sysexits.h. */
  public static final int EXIT_BAD_CONFIG = 78;

  private CommandErrors() {}

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
   * Errors that users can fix get one sentence; only others get a stack trace.
   *
   * @return the exit code
   */
  public static int report(Exception exception, CommandLine commandLine) {
    if (exception instanceof ConfigException config) {
      config.errors().forEach(error -> commandLine.getErr().println("error: " + error));
      return EXIT_BAD_CONFIG;
    }
    if (exception instanceof InterruptedException) {
      commandLine.getErr().println("interrupted; there is no result");
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

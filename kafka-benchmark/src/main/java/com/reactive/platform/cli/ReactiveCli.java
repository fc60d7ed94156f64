package com.reactive.platform.cli;

import com.reactive.platform.gateway.Version;
import com.reactive.platform.gateway.config.ConfigException;
import com.reactive.platform.kafka.embedded.EmbeddedKafkaException;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.KafkaException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;

/** The {@code ./reactive} command. */
@Command(
    name = "reactive",
    description = "HTTP to Kafka, with answers that tell the truth about durability.",
    mixinStandardHelpOptions = true,
    versionProvider = ReactiveCli.VersionProvider.class,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      UpCommand.class,
      ServeCommand.class,
      TailCommand.class,
      StatusCommand.class,
      DoctorCommand.class,
      BenchCommand.class
    },
    footer = {
      "",
      "Exit codes: 0 ok, 1 failed or not verified, 2 wrong usage, 78 bad configuration.",
      "Start with: ./reactive up"
    })
public final class ReactiveCli {
  /** The exit code for a configuration that cannot be used ({@code EX_CONFIG} of sysexits.h). */
  static final int EXIT_BAD_CONFIG = 78;

  /** Prints the version that this was built as. */
  static final class VersionProvider implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {
        "reactive " + Version.current() + " (Java " + Runtime.version() + ")",
      };
    }
  }

  private ReactiveCli() {}

  public static void main(String[] args) {
    try {
      System.exit(commandLine().execute(args));
    } catch (Throwable fault) {
      // An Error. Threads that are not daemons would keep a process alive that nobody leads.
      fault.printStackTrace();
      Runtime.getRuntime().halt(1);
    }
  }

  static CommandLine commandLine() {
    // UTF-8 whatever the locale, since programs read it; and a writer that notices a closed pipe.
    PrintWriter out =
        new PrintWriter(
            new OutputStreamWriter(
                new BufferedOutputStream(new FileOutputStream(FileDescriptor.out)),
                StandardCharsets.UTF_8),
            true);
    return new CommandLine(new ReactiveCli())
        .setOut(out)
        .setExecutionExceptionHandler(
            (exception, commandLine, parsed) -> report(exception, commandLine));
  }

  /** What a person can mend gets one sentence; only what they cannot gets a stack trace. */
  private static int report(Exception exception, CommandLine commandLine) {
    if (exception instanceof ConfigException config) {
      config.errors().forEach(error -> commandLine.getErr().println("error: " + error));
      return EXIT_BAD_CONFIG;
    }
    if (exception instanceof InterruptedException) {
      commandLine.getErr().println("stopped before its end; there is no result");
      return 1;
    }
    boolean expected =
        exception instanceof CommandFailedException
            || exception instanceof EmbeddedKafkaException
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

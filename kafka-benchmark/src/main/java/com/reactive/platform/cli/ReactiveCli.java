package com.reactive.platform.cli;

import com.reactive.platform.gateway.Version;
import com.reactive.platform.kafka.benchmark.BenchmarkMain;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
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
      ConfigCommand.class,
      DoctorCommand.class,
      BenchCommand.class
    },
    footer = {
      "",
      "Exit codes: 0 ok, 1 failed or not verified, 2 wrong usage, 78 bad configuration.",
      "Start with: ./reactive up"
    })
public final class ReactiveCli {
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
    return new CommandLine(new ReactiveCli())
        .setOut(BenchmarkMain.writer(new FileOutputStream(FileDescriptor.out)))
        .setExecutionExceptionHandler(
            (exception, commandLine, parsed) -> report(exception, commandLine));
  }

  private static int report(Exception exception, CommandLine commandLine) {
    if (exception instanceof CommandFailedException) {
      commandLine.getErr().println("error: " + exception.getMessage());
      return 1;
    }
    return BenchmarkMain.report(exception, commandLine);
  }
}

package com.reactive.platform.cli;

import com.reactive.platform.gateway.Version;
import com.reactive.platform.kafka.benchmark.BenchmarkMain;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.util.List;
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
      OpenApiCommand.class,
      DoctorCommand.class,
      KeysCommand.class,
      BenchCommand.class
    },
    footer = {"", ReactiveCli.EXIT_CODES, "Start with: ./reactive up"})
public final class ReactiveCli {
  static final String EXIT_CODES =
      "Exit codes: 0 ok, 1 failed or not verified, 2 wrong usage, 78 bad configuration.";

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
    CommandLine root = new CommandLine(new ReactiveCli());
    if (Boolean.getBoolean("reactive.distribution")) {
      // What these need, a Kafka broker and the benchmarks' libraries, is in the source tree only.
      List.of("up", "bench").forEach(root.getCommandSpec()::removeSubcommand);
      root.getCommandSpec().usageMessage().footer(EXIT_CODES);
    }
    return root.setOut(BenchmarkMain.writer(new FileOutputStream(FileDescriptor.out)))
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

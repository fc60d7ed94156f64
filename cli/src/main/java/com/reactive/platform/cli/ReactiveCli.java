package com.reactive.platform.cli;

import com.reactive.platform.gateway.Version;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IVersionProvider;

/** The {@code ./reactive} command. */
@Command(
    name = "reactive",
    description =
        "HTTP ingestion gateway for Kafka. A 201 means that the event is committed (acks=all).",
    mixinStandardHelpOptions = true,
    versionProvider = ReactiveCli.VersionProvider.class,
    synopsisSubcommandLabel = "COMMAND",
    footer = {"", ReactiveCli.EXIT_CODES, "Example: ./reactive up"})
public final class ReactiveCli {
  static final String EXIT_CODES =
      "Exit codes: 0 success, 1 failed or not verified, 2 usage error, 78 invalid configuration.";

  /** In the order in which the help names them. */
  private static final Map<String, Class<?>> COMMANDS = new LinkedHashMap<>();

  static {
    COMMANDS.put("up", UpCommand.class);
    COMMANDS.put("serve", ServeCommand.class);
    COMMANDS.put("tail", TailCommand.class);
    COMMANDS.put("quarantine", QuarantineCommand.class);
    COMMANDS.put("status", StatusCommand.class);
    COMMANDS.put("config", ConfigCommand.class);
    COMMANDS.put("openapi", OpenApiCommand.class);
    COMMANDS.put("proto", ProtoCommand.class);
    COMMANDS.put("schema", SchemaCommand.class);
    COMMANDS.put("outbox", OutboxCommand.class);
    COMMANDS.put("doctor", DoctorCommand.class);
    COMMANDS.put("keys", KeysCommand.class);
    COMMANDS.put("calibration", CalibrationCommand.class);
    COMMANDS.put("bench", BenchCommand.class);
  }

  /** Names the folder of Kafka's server, which not every distribution has. */
  static final String BROKER_LIB = "reactive.broker.lib";

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
      System.exit(commandLine(args).execute(args));
    } catch (Throwable fault) {
      // An Error. Threads that are not daemons would keep a process alive that nobody leads.
      fault.printStackTrace();
      Runtime.getRuntime().halt(1);
    }
  }

  /**
   * Knows the one command that these arguments begin with, or all if they begin with none: to look
   * at every command's options takes longer than all else that a start does before it reads its
   * settings.
   */
  public static CommandLine commandLine(String... args) {
    CommandLine root = new CommandLine(new ReactiveCli());
    Map<String, Class<?>> known = new LinkedHashMap<>(COMMANDS);
    if (Boolean.getBoolean("reactive.distribution")) {
      // Only the source tree has the benchmarks' libraries.
      known.remove("bench");
      if (System.getProperty(BROKER_LIB) == null) {
        known.remove("up");
        root.getCommandSpec()
            .usageMessage()
            .footer("", EXIT_CODES, "Example: ./reactive serve --config gateway.yaml");
      }
    }
    Class<?> asked = args.length == 0 ? null : known.get(args[0]);
    if (asked == null) {
      known.forEach((name, command) -> add(root, name, command));
      root.addSubcommand(new HelpCommand());
    } else {
      add(root, args[0], asked);
    }
    return root.setCaseInsensitiveEnumValuesAllowed(true)
        .setOut(CommandErrors.writer(new FileOutputStream(FileDescriptor.out)))
        .setParameterExceptionHandler(CommandErrors::reportUsage)
        .setExecutionExceptionHandler(
            (exception, commandLine, parsed) -> report(exception, commandLine));
  }

  private static void add(CommandLine root, String name, Class<?> command) {
    root.addSubcommand(name, command == BenchCommand.class ? BenchCommand.line() : command);
  }

  private static int report(Exception exception, CommandLine commandLine) {
    if (exception instanceof CommandFailedException) {
      commandLine.getErr().println("error: " + exception.getMessage());
      return 1;
    }
    return CommandErrors.report(exception, commandLine);
  }
}

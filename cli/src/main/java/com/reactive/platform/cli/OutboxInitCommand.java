package com.reactive.platform.cli;

import com.reactive.platform.gateway.GatewayConfig;
import com.reactive.platform.gateway.config.Settings;
import com.reactive.platform.outbox.OutboxConfig;
import com.reactive.platform.outbox.OutboxSetup;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "init",
    mixinStandardHelpOptions = true,
    description = {
      "Create the outbox table and the publication where they are missing, and add the tables"
          + " of streams to it.",
      "The gateway itself creates the replication slot, after it has published the rows that are"
          + " there."
    },
    footer = {"", "Example: ./reactive outbox init --config gateway.yaml --print"})
final class OutboxInitCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "YAML file of settings, as for serve (default: only the environment).")
  private Path configFile;

  @Option(names = "--print", description = "Only print the SQL, and connect nowhere.")
  private boolean printOnly;

  @Option(
      names = "--slot",
      description =
          "Also create the slot, where it is missing: rows that are there already are not"
              + " published then.")
  private boolean slot;

  @Override
  public Integer call() {
    GatewayConfig gateway = GatewayConfig.from(settings());
    OutboxConfig config =
        OutboxConfig.from(settings(), gateway.streams())
            .orElseThrow(() -> new CommandFailedException("outbox.url is not set"));
    OutboxSetup setup = new OutboxSetup(config);
    List<String> statements = printOnly ? setup.statements(slot) : run(setup);
    PrintWriter out = spec.commandLine().getOut();
    statements.forEach(sql -> out.println(sql + ";"));
    out.flush();
    if (statements.isEmpty()) {
      spec.commandLine().getErr().println("nothing is missing");
    }
    return 0;
  }

  private Settings settings() {
    return configFile == null
        ? Settings.of(System.getenv())
        : Settings.of(configFile, System.getenv());
  }

  private List<String> run(OutboxSetup setup) {
    try {
      return setup.run(slot);
    } catch (SQLException e) {
      throw new CommandFailedException("outbox: " + e.getMessage());
    }
  }
}

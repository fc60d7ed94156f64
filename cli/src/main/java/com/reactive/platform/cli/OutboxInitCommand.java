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
      "Create the outbox table and its publication where they are missing.",
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

  @Override
  public Integer call() {
    GatewayConfig.from(settings());
    OutboxConfig config =
        OutboxConfig.from(settings())
            .orElseThrow(() -> new CommandFailedException("outbox.url is not set"));
    OutboxSetup setup = new OutboxSetup(config);
    List<String> statements = printOnly ? List.of(setup.table(), setup.publication()) : run(setup);
    PrintWriter out = spec.commandLine().getOut();
    statements.forEach(sql -> out.println(sql + ";"));
    out.flush();
    if (statements.isEmpty()) {
      spec.commandLine().getErr().println("the table and the publication are there already");
    }
    return 0;
  }

  private Settings settings() {
    return configFile == null
        ? Settings.of(System.getenv())
        : Settings.of(configFile, System.getenv());
  }

  private static List<String> run(OutboxSetup setup) {
    try {
      return setup.run();
    } catch (SQLException e) {
      throw new CommandFailedException("outbox: " + e.getMessage());
    }
  }
}

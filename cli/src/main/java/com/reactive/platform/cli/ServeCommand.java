package com.reactive.platform.cli;

import com.reactive.platform.gateway.Gateway;
import com.reactive.platform.gateway.GatewayConfig;
import com.reactive.platform.gateway.config.Settings;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "serve",
    mixinStandardHelpOptions = true,
    description = {
      "Run the gateway against your Kafka, until SIGTERM or Ctrl-C.",
      "SIGHUP reloads streams, keys and certificates.",
      "The environment (REACTIVE_HTTP_PORT is http.port) overrides the file, which overrides the"
          + " defaults. Invalid or unknown settings are all listed, with exit code 78."
    },
    footer = {"", "Example: ./reactive serve --config gateway.yaml"})
final class ServeCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "YAML file of settings (default: only the environment).")
  private Path configFile;

  @Option(
      names = "--check",
      description = "Only check the settings; exit code 0 if they are valid.")
  private boolean checkOnly;

  @Mixin private DiagnosticsOption diagnostics;

  @Override
  public Integer call() throws Exception {
    StopSignal stop = StopSignal.installForReload();
    GatewayConfig config = readConfig();
    PrintWriter out = spec.commandLine().getOut();
    if (checkOnly) {
      config.checkNumbers();
      out.println("the configuration is valid");
      return 0;
    }
    LogSetup.apply(config.telemetry().log());
    try (Gateway gateway = Gateway.start(config, this::readConfig)) {
      stop.onHangup(gateway::reload);
      Urls urls = Urls.of(gateway, config);
      out.println(
          "listening http=%s kafka=%s admin=%s"
              .formatted(urls.http(), config.kafka().bootstrapServers(), urls.admin()));
      out.flush();
      stop.await();
      spec.commandLine().getErr().println("stopping ...");
    }
    return 0;
  }

  private GatewayConfig readConfig() {
    Map<String, String> env = new HashMap<>(System.getenv());
    diagnostics.addTo(env);
    return GatewayConfig.from(configFile == null ? Settings.of(env) : Settings.of(configFile, env));
  }
}

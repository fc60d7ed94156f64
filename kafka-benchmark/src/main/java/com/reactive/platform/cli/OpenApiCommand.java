package com.reactive.platform.cli;

import com.reactive.platform.gateway.GatewayConfig;
import com.reactive.platform.gateway.config.Settings;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "openapi",
    mixinStandardHelpOptions = true,
    description = {
      "Print the OpenAPI 3.1 document of the configured streams, without starting anything.",
      "A running gateway serves the same at /openapi.json on its admin port."
    })
final class OpenApiCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "A YAML file of settings, as for serve.")
  private Path configFile;

  @Override
  public Integer call() {
    GatewayConfig config =
        GatewayConfig.from(
            configFile == null
                ? Settings.of(System.getenv())
                : Settings.of(configFile, System.getenv()));
    PrintWriter out = spec.commandLine().getOut();
    out.println(config.openApi(config.streams(), config.http().port()));
    out.flush();
    return 0;
  }
}

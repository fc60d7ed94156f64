package com.reactive.platform.cli;

import com.reactive.platform.gateway.GatewayConfig;
import com.reactive.platform.gateway.config.Settings;
import com.reactive.platform.gateway.stream.StreamsConfig;
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
      "Print the OpenAPI 3.1 document of the configured streams; starts nothing.",
      "A running gateway serves it at /openapi.json on its admin port."
    },
    footer = {"", "Example: ./reactive openapi --config gateway.yaml"})
final class OpenApiCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "YAML file of settings, as for serve.")
  private Path configFile;

  @Override
  public Integer call() {
    // Without a file it is the document of what `up` serves.
    GatewayConfig config =
        GatewayConfig.from(
            configFile == null
                ? Settings.of(System.getenv()).withDefault(StreamsConfig.COUNTER_ENABLED, "true")
                : Settings.of(configFile, System.getenv()));
    PrintWriter out = spec.commandLine().getOut();
    out.println(config.openApi(config.streams(), config.http().port()));
    out.flush();
    return 0;
  }
}

package com.reactive.platform.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.GatewayConfig;
import com.reactive.platform.gateway.config.Settings;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class DiagnosticsOptionTest {
  @ParameterizedTest
  @ValueSource(strings = {"serve", "up"})
  void theFlagIsTheGatewaysSetting(String command) {
    assertThat(config(command, command).diagnosticRoutes()).isFalse();
    assertThat(config(command, command, "--diagnostics").diagnosticRoutes()).isTrue();
  }

  private static GatewayConfig config(String command, String... args) {
    CommandLine root = ReactiveCli.commandLine();
    root.parseArgs(args);
    Map<String, String> env = new HashMap<>(Map.of("REACTIVE_STREAMS_COUNTER_ENABLED", "true"));
    Object option = root.getSubcommands().get(command).getMixins().get("diagnostics");
    ((DiagnosticsOption) option).addTo(env);
    return GatewayConfig.from(Settings.of(env));
  }
}

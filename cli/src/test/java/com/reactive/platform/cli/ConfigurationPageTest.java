package com.reactive.platform.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.GatewayConfig;
import com.reactive.platform.gateway.config.ConfigReference;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ConfigurationPageTest {
  @Test
  void theReferenceSaysWhatTheCodeAsksFor() throws IOException {
    assertThat(Files.readString(Path.of("..", "docs", "configuration.md")))
        .as("run: ./reactive config --markdown > docs/configuration.md")
        .isEqualTo(ConfigReference.markdown(GatewayConfig.keys()));
  }
}

package com.reactive.platform.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.reactive.platform.gateway.GatewayConfig;
import com.reactive.platform.gateway.config.Settings;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutboxConfigTest {
  private static Settings settings(String url) {
    Map<String, String> keys = new HashMap<>();
    keys.put("streams.counter.enabled", "true");
    keys.put("batch.calibration-file", "");
    keys.put("outbox.url", url);
    keys.put("outbox.user", "reactive");
    return Settings.ofKeys(keys);
  }

  @Test
  void theUrlMayBeOfEitherForm() {
    String url = "postgresql://a:5432,b:5432/shop?targetServerType=primary";
    assertThat(OutboxConfig.from(settings(url)).orElseThrow().url()).isEqualTo("jdbc:" + url);
    assertThat(OutboxConfig.from(settings("jdbc:" + url)).orElseThrow().url())
        .isEqualTo("jdbc:" + url);
    assertThat(OutboxConfig.from(settings(""))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "postgresql://reactive:geheim@db/shop",
        "jdbc:postgresql://reactive:geheim@db/shop",
        "postgresql://db/shop?password=geheim",
        "postgresql://db/shop?sslmode=require&password=geheim",
        "postgresql://db/shop?user=geheim"
      })
  void aLoginInTheUrlIsRefusedAndNotRepeated(String url) {
    assertThatThrownBy(() -> GatewayConfig.from(settings(url)))
        .hasMessageContaining("must not contain the login")
        .message()
        .doesNotContain("geheim");
  }
}

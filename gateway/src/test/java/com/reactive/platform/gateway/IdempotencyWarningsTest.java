package com.reactive.platform.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.config.Settings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class IdempotencyWarningsTest {
  private static final Map<String, String> PACKED =
      Map.of("REACTIVE_STREAMS_COUNTER_FORMAT", "packed", "REACTIVE_STREAMS_COUNTER_KEY", "");

  private static final Map<String, String> ASYNC =
      Map.of(
          "REACTIVE_STREAMS_COUNTER_ACKS", "leader", "REACTIVE_STREAMS_COUNTER_RESPOND", "async");

  private static List<String> warnings(Map<String, String> settings) {
    Map<String, String> all = new HashMap<>(settings);
    all.put("REACTIVE_STREAMS_COUNTER_ENABLED", "true");
    return IdempotencyWarnings.of(GatewayConfig.from(Settings.of(all)).streams());
  }

  @Test
  void theDefaultsNeedNone() {
    assertThat(warnings(Map.of())).isEmpty();
  }

  @Test
  void whatCannotKeepTheWindowIsNamed() {
    assertThat(warnings(ASYNC))
        .containsExactly(
            "Stream counter may write the repeat of an Idempotency-Key or lose its event: acks=1"
                + " tells little of what Kafka has");
    assertThat(warnings(PACKED)).singleElement().asString().contains("packed records do not say");
  }

  @Test
  void aStreamWithoutAWindowPromisesNothing() {
    Map<String, String> settings = new HashMap<>(PACKED);
    settings.put("REACTIVE_STREAMS_COUNTER_IDEMPOTENCY_WINDOW", "0");
    assertThat(warnings(settings)).isEmpty();
  }
}

package com.reactive.platform.kafka.benchmark.subject.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.GatewayConfig;
import com.reactive.platform.gateway.config.Settings;
import com.reactive.platform.kafka.benchmark.subject.Options;
import com.reactive.platform.kafka.benchmark.subject.TargetSpec;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class GatewayOptionsTest {
  @Test
  void whateverCanBeChosenIsToldByTheGateway() {
    Set<String> chosen = new TreeSet<>();
    for (String adaptive : new String[] {"true", "false"}) {
      Settings settings =
          Settings.ofKeys(Map.of("batch.adaptive", adaptive, "streams.counter.enabled", "true"));
      Set<String> told = GatewayConfig.from(settings).inForce().keySet();
      settings
          .defaultsByKey()
          .forEach(
              (key, value) -> {
                if (accepts(adaptive, key, value)) {
                  chosen.add(key);
                  assertThat(told).as("batch.adaptive=%s", adaptive).contains(key);
                }
              });
    }
    assertThat(chosen)
        .contains("http.max-pipelined", "kafka.queue-timeout-ms", "batch.flush-interval-ms")
        .doesNotContain("http.port", "kafka.bootstrap-servers")
        .hasSizeGreaterThan(15);
  }

  private static boolean accepts(String adaptive, String key, String value) {
    if (key.endsWith("*")) {
      return false; // stands for the producer's, which are tested by name
    }
    Map<String, String> options = new TreeMap<>(Map.of("batch.adaptive", adaptive));
    options.putIfAbsent(key, value);
    try {
      GatewayOptions.from(new Options(new TargetSpec("t", "gateway", options)));
      return true;
    } catch (IllegalArgumentException refused) {
      return false;
    }
  }
}

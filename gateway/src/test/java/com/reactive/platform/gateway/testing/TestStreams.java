package com.reactive.platform.gateway.testing;

import com.reactive.platform.gateway.config.Settings;
import com.reactive.platform.gateway.stream.StreamDefinition;
import com.reactive.platform.gateway.stream.StreamsConfig;
import java.util.Map;

/** Streams as the settings make them. */
public final class TestStreams {
  private TestStreams() {}

  /** The counter, as it is by default, but for its topic. */
  public static StreamDefinition counter(String topic) {
    Settings settings = Settings.ofKeys(Map.of("streams.counter.topic", topic));
    StreamsConfig.Defaults defaults = new StreamsConfig.Defaults(65_536, 20, 20, 20, true);
    return StreamsConfig.from(settings, defaults).get(0);
  }
}

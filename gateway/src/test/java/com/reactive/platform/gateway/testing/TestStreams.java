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
    return counter(Map.of("streams.counter.topic", topic));
  }

  /** The same with a topic of its hot keys. */
  public static StreamDefinition counterWithHotTopic(String topic, String hot) {
    return counter(
        Map.of(
            "streams.counter.topic",
            topic,
            "streams.counter.hot-key.above",
            "20",
            "streams.counter.hot-key.topic",
            hot));
  }

  private static StreamDefinition counter(Map<String, String> keys) {
    Settings settings = Settings.ofKeys(keys);
    StreamsConfig.Defaults defaults = new StreamsConfig.Defaults(65_536, 20, 20, 20, true);
    return StreamsConfig.from(settings, defaults).get(0);
  }
}

package com.reactive.platform.gateway.stream;

import com.reactive.platform.gateway.config.Settings;
import java.util.Optional;

/**
 * What becomes of the events of a key that very many events of a stream have.
 *
 * @param above events per second of one key above which it is hot; 0: none ever is
 * @param topic where they go, with their key; empty: to any partition of the stream's own topic,
 *     without a key
 */
public record HotKeyConfig(int above, Optional<String> topic) {
  /** Nothing becomes of them. */
  public static final HotKeyConfig NONE = new HotKeyConfig(0, Optional.empty());

  private static final String ABOVE = "hot-key.above";
  static final String TOPIC = "hot-key.topic";

  /**
   * Reads it.
   *
   * @param prefix of the stream's keys
   */
  static HotKeyConfig from(Settings settings, String prefix) {
    int above =
        settings.integer(
            prefix + ABOVE,
            0,
            0,
            10_000_000,
            "events per second of one key, in this gateway, above which its records get no key and"
                + " go to any partition, or to hot-key.topic if there is one; 0: never");
    String topic =
        settings.text(
            prefix + TOPIC,
            "",
            "Kafka topic for the events of keys above hot-key.above, which keep their key"
                + " there; while it takes none they stay in the stream's own topic");
    return new HotKeyConfig(above, topic.isEmpty() ? Optional.empty() : Optional.of(topic));
  }

  /** Rejects what has no effect in a stream, or cannot be combined with what it has. */
  void check(Settings settings, String prefix, boolean hasKey, boolean hasSpool) {
    if (above > 0 && !hasKey) {
      settings.reject(prefix + ABOVE, "has no effect without a key");
    }
    if (topic.isPresent() && above == 0) {
      settings.reject(prefix + TOPIC, "has no effect without hot-key.above");
    }
    if (topic.isPresent() && hasSpool) {
      settings.reject(
          prefix + TOPIC,
          "cannot be combined with spool: a spool keeps the events of one topic in their order");
    }
  }
}

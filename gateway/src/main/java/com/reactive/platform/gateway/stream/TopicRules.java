package com.reactive.platform.gateway.stream;

import com.reactive.platform.gateway.config.Settings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Which topics streams may have for what, beside each other. */
final class TopicRules {
  private static final Pattern NAME = Pattern.compile("(?!\\.{1,2}$)[A-Za-z0-9._-]{1,249}");

  private final Settings settings;

  /** The first stream of each topic. */
  private final Map<String, StreamDefinition> streamByTopic = new HashMap<>();

  TopicRules(Settings settings) {
    this.settings = settings;
  }

  /**
   * Checks the topic of a stream, and notes it: what is in a topic's spool must not be overtaken by
   * what comes to that topic otherwise.
   */
  void checkOwn(String prefix, StreamDefinition stream) {
    if (!NAME.matcher(stream.topic()).matches()) {
      settings.reject(prefix + "topic", "is not a Kafka topic name");
    }
    StreamDefinition other = streamByTopic.putIfAbsent(stream.topic(), stream);
    if (other == null || (!stream.spool() && !other.spool())) {
      return;
    }
    if (stream.spool() != other.spool() || stream.maxLatencyMillis() != other.maxLatencyMillis()) {
      settings.reject(
          prefix + "spool",
          other.name() + " has the same topic: spool and max-latency-ms must be the same for both");
    }
  }

  /**
   * Checks the topics of its quarantine and of its hot keys. Whoever reads a stream's topic expects
   * its events, and nothing else; several streams may have the same topic for their hot keys.
   *
   * @param all whose own topics are noted
   */
  void checkOthers(StreamDefinition stream, List<StreamDefinition> all) {
    String prefix = "streams." + stream.name() + ".";
    stream
        .quarantine()
        .map(QuarantineConfig::topic)
        .ifPresent(topic -> isFree(prefix + "quarantine", topic));
    Optional<String> hot = stream.hotKey().topic();
    String key = prefix + HotKeyConfig.TOPIC;
    if (hot.isPresent() && isFree(key, hot.get())) {
      all.stream()
          .filter(other -> other.quarantine().map(QuarantineConfig::topic).equals(hot))
          .findFirst()
          .ifPresent(other -> settings.reject(key, "is the quarantine of stream " + other.name()));
    }
  }

  private boolean isFree(String key, String topic) {
    if (!NAME.matcher(topic).matches()) {
      settings.reject(key, "is not a Kafka topic name");
      return false;
    }
    StreamDefinition owner = streamByTopic.get(topic);
    if (owner != null) {
      settings.reject(key, "is the topic of stream " + owner.name());
    }
    return owner == null;
  }
}

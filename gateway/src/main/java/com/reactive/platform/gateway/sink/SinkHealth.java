package com.reactive.platform.gateway.sink;

import com.reactive.platform.gateway.telemetry.TelemetrySources;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The state of a destination of events and of its topics. From any thread; never blocks. */
public interface SinkHealth {
  /** The state of all topics together. */
  SinkState state();

  /** Why the state is not READY, in a few words without secrets; empty if it is. */
  String detail();

  /** Whether events of any stream are accepted. */
  boolean accepting();

  /** Whether the destination cannot be reached for this topic, though the topic may exist. */
  boolean isAway(String topic);

  /** What was last seen of each topic. */
  List<? extends TopicStatus> topics();

  /** What was sent so far. */
  SinkTraffic traffic();

  /** The codecs in which it was sent. */
  default CodecUse codecs() {
    return CodecUse.NONE;
  }

  /** What senders that count it had to put right. */
  default TelemetrySources.Recovery recovery() {
    return TelemetrySources.Recovery.NONE;
  }

  /** What the sink still asks Kafka about, after its callers were told that it is unknown. */
  default TelemetrySources.Settling settling() {
    return TelemetrySources.Settling.NONE;
  }

  /** The replication of each topic whose settings were read, by its name. */
  default Map<String, TelemetrySources.Topic> replication() {
    Map<String, TelemetrySources.Topic> found = new TreeMap<>();
    for (TopicStatus topic : topics()) {
      TopicPartitions its = topic.partitions().orElse(TopicPartitions.UNKNOWN);
      topic
          .settings()
          .ifPresent(
              settings ->
                  found.put(
                      topic.topic(),
                      new TelemetrySources.Topic(
                          settings.replicationFactor(),
                          settings
                              .configs()
                              .map(TopicSettings.Configs::minInsyncReplicas)
                              .orElse(0),
                          !settings.weaknesses().isEmpty(),
                          its.count(),
                          its.leaderless(),
                          its.leastInSync())));
    }
    return found;
  }
}

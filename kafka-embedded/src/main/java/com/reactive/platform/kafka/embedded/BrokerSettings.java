package com.reactive.platform.kafka.embedded;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.IntUnaryOperator;

/**
 * The settings that the builder collected.
 *
 * @param nodes 1 or 3
 * @param port node 1's client port, 0 for any
 * @param dataDir null for a temporary one
 * @param topics partitions by name
 * @param listeners security protocols by the names of further listeners
 * @param advertised ports by node id, by the names of further listeners; the own port without
 * @param properties laid over the broker's defaults
 */
record BrokerSettings(
    int nodes,
    int port,
    Path dataDir,
    Map<String, Integer> topics,
    Map<String, String> listeners,
    Map<String, IntUnaryOperator> advertised,
    Map<String, String> properties,
    int heapMegabytes,
    boolean fullJit,
    Duration startTimeout) {

  BrokerSettings {
    topics = Map.copyOf(topics);
    listeners = Map.copyOf(listeners);
    advertised = Map.copyOf(advertised);
    properties = Map.copyOf(properties);
  }
}

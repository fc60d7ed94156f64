package com.reactive.platform.reliability.oracle;

import java.util.List;
import java.util.Map;

/**
 * Options of a check.
 *
 * @param topic that the events are in
 * @param client settings of the Kafka client, {@code bootstrap.servers} among them
 * @param ownTopic whether no record of others may be in the topic
 * @param topicDeletions when the topic was deleted, each until it was there again: what was sent
 *     until the end of one, and acked, may be gone by order
 * @param orderlyStops when the gateway stopped in order: what was not answered then must not be in
 *     the topic
 */
public record CheckOptions(
    String topic,
    Map<String, String> client,
    boolean ownTopic,
    List<TimeWindow> topicDeletions,
    List<TimeWindow> orderlyStops) {
  /** Copies them. */
  public CheckOptions {
    client = Map.copyOf(client);
    topicDeletions = List.copyOf(topicDeletions);
    orderlyStops = List.copyOf(orderlyStops);
  }

  /** A topic that others may write to as well, and nothing that has to be known of the run. */
  public static CheckOptions of(String bootstrapServers, String topic) {
    return new CheckOptions(
        topic, Map.of("bootstrap.servers", bootstrapServers), false, List.of(), List.of());
  }

  /** Nobody else writes to the topic. */
  public CheckOptions ofOwnTopic() {
    return new CheckOptions(topic, client, true, topicDeletions, orderlyStops);
  }

  public CheckOptions withTopicDeletions(List<TimeWindow> windows) {
    return new CheckOptions(topic, client, ownTopic, windows, orderlyStops);
  }

  public CheckOptions withOrderlyStops(List<TimeWindow> windows) {
    return new CheckOptions(topic, client, ownTopic, topicDeletions, windows);
  }

  /** Until when what was sent, and acked, may be missing; 0 if nothing may. */
  long excusedUntilMillis() {
    return topicDeletions.stream().mapToLong(TimeWindow::toMillis).max().orElse(0);
  }
}

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
 * @param resent whether each event was sent again until its outcome was final: no id may be there
 *     twice, whatever the outcomes of its attempts
 * @param lookedUp whether the gateway was asked what became of each event with a 504
 * @param faults from injection to healing, to which the times of resends are related
 * @param quarantine topic of the stream's quarantine, to which nobody else writes; empty: whatever
 *     is in it is not looked at
 */
public record CheckOptions(
    String topic,
    Map<String, String> client,
    boolean ownTopic,
    List<TimeWindow> topicDeletions,
    List<TimeWindow> orderlyStops,
    boolean resent,
    boolean lookedUp,
    List<TimeWindow> faults,
    String quarantine) {
  /** Copies them. */
  public CheckOptions {
    client = Map.copyOf(client);
    topicDeletions = List.copyOf(topicDeletions);
    orderlyStops = List.copyOf(orderlyStops);
    faults = List.copyOf(faults);
  }

  /** A topic that others may write to as well, and nothing that has to be known of the run. */
  public static CheckOptions of(String bootstrapServers, String topic) {
    return of(Map.of("bootstrap.servers", bootstrapServers), topic, false);
  }

  /**
   * The same with all settings of the Kafka client.
   *
   * @param ownTopic whether nobody else writes to the topic
   */
  public static CheckOptions of(Map<String, String> client, String topic, boolean ownTopic) {
    return new CheckOptions(
        topic, client, ownTopic, List.of(), List.of(), false, false, List.of(), "");
  }

  /** Nobody else writes to the topic. */
  public CheckOptions ofOwnTopic() {
    return new CheckOptions(
        topic, client, true, topicDeletions, orderlyStops, resent, lookedUp, faults, quarantine);
  }

  public CheckOptions withTopicDeletions(List<TimeWindow> windows) {
    return new CheckOptions(
        topic, client, ownTopic, windows, orderlyStops, resent, lookedUp, faults, quarantine);
  }

  public CheckOptions withOrderlyStops(List<TimeWindow> windows) {
    return new CheckOptions(
        topic, client, ownTopic, topicDeletions, windows, resent, lookedUp, faults, quarantine);
  }

  /**
   * The load's mode decides what must be known of each event in the end.
   *
   * @param injected the faults meanwhile
   */
  public CheckOptions withMode(PostingMode mode, List<TimeWindow> injected) {
    return new CheckOptions(
        topic,
        client,
        ownTopic,
        topicDeletions,
        orderlyStops,
        mode.resend(),
        mode.lookUp(),
        injected,
        quarantine);
  }

  /** The stream has a quarantine in this topic, and nobody else writes to it. */
  public CheckOptions withQuarantine(String quarantineTopic) {
    return new CheckOptions(
        topic,
        client,
        ownTopic,
        topicDeletions,
        orderlyStops,
        resent,
        lookedUp,
        faults,
        quarantineTopic);
  }

  /** Until when what was sent, and acked, may be missing; 0 if nothing may. */
  long excusedUntilMillis() {
    return topicDeletions.stream().mapToLong(TimeWindow::toMillis).max().orElse(0);
  }
}

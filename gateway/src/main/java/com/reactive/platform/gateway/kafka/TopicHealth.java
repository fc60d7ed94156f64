package com.reactive.platform.gateway.kafka;

import com.reactive.platform.gateway.stream.Stream;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the probe last saw of one topic. Written by the probe's thread, read by any. */
public final class TopicHealth {
  private static final Logger log = LoggerFactory.getLogger(TopicHealth.class);

  private final String topic;
  private final long holdNanos;
  private volatile List<Stream> streams = List.of();
  private volatile KafkaState state = KafkaState.CONNECTING;
  private volatile String detail = "not tried yet";
  private volatile long lastUsableNanos;

  /**
   * @param holdMillis how long a blip may last before events are turned away
   */
  TopicHealth(String topic, int holdMillis) {
    this.topic = topic;
    this.holdNanos = TimeUnit.MILLISECONDS.toNanos(holdMillis);
    this.lastUsableNanos = System.nanoTime() - holdNanos;
  }

  public String topic() {
    return topic;
  }

  public KafkaState state() {
    return state;
  }

  /** Why the state is not READY, in a few words without secrets; empty if it is. */
  public String detail() {
    return detail;
  }

  /** The streams whose events go there. */
  List<Stream> streams() {
    return streams;
  }

  void feeds(List<Stream> feeding) {
    streams = List.copyOf(feeding);
  }

  /**
   * Whether an event taken in now has a fair chance. A blip does not end it: events are held for as
   * long as they may wait in the queue anyway; after that, clients are better told at once.
   */
  public boolean accepting() {
    return switch (state) {
      case READY, DEGRADED -> true;
      case CONNECTING, TOPIC_MISSING -> false;
      case UNREACHABLE -> System.nanoTime() - lastUsableNanos < holdNanos;
    };
  }

  void ready() {
    if (state != KafkaState.READY) {
      log.info("Topic {} is ready", topic);
    }
    become(KafkaState.READY, "");
  }

  /** Kafka answers, and something is wrong with this topic alone. */
  void ails(KafkaState next, String why, String remedy) {
    if (next != state || !why.equals(detail)) {
      log.warn("{}{}. {}", why, next.usable() ? "" : refused(), remedy);
    }
    become(next, why);
  }

  private String refused() {
    String names = streams.stream().map(Stream::name).collect(Collectors.joining(", "));
    return (names.isEmpty() ? "; its events" : "; events of stream " + names)
        + " are answered 503, those of other streams are not touched";
  }

  /** Kafka does not answer; {@link OutageLog} tells of that, once for all topics. */
  void unanswered(String why) {
    become(state == KafkaState.CONNECTING ? KafkaState.CONNECTING : KafkaState.UNREACHABLE, why);
  }

  private void become(KafkaState next, String why) {
    if (next.usable()) {
      lastUsableNanos = System.nanoTime();
    }
    detail = why;
    state = next;
  }
}

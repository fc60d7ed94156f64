package com.reactive.platform.gateway.kafka;

import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the probe last saw of one topic. Written by the probe's thread, read by any. */
public final class TopicHealth {
  private static final Logger log = LoggerFactory.getLogger(TopicHealth.class);

  private final String topic;
  private final long holdNanos;
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

  void became(KafkaState next, String why) {
    if (next.usable()) {
      lastUsableNanos = System.nanoTime();
    }
    detail = why;
    if (next != state) {
      log.info("Topic {} is {}{}", topic, next.text(), why.isEmpty() ? "" : ": " + why);
    }
    state = next;
  }
}

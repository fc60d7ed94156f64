package com.reactive.platform.kafka.wire.produce;

import org.apache.kafka.common.protocol.Errors;

/** A topic as one produce core knows it. Belongs to the core's thread. */
public final class TopicHandle {
  private final String name;
  Errors error = Errors.NONE;

  TopicHandle(String name) {
    this.name = name;
  }

  public String name() {
    return name;
  }

  /** NONE, or what the brokers last answered instead of the topic's partitions. */
  public Errors error() {
    return error;
  }

  /** The number of partitions; 0 while it is not known. */
  public int partitions() {
    return 0;
  }
}

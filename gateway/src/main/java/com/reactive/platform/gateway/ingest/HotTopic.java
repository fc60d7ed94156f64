package com.reactive.platform.gateway.ingest;

import java.nio.charset.StandardCharsets;
import java.util.function.BooleanSupplier;

/** The topic to which the events of a stream's hot keys go, as all threads share it. */
public final class HotTopic {
  private final String topic;
  private final byte[] ascii;
  private final int index;
  private final BooleanSupplier accepting;

  /**
   * @param index stands for the topic in frames; never another's while the process lives
   * @param accepting true if Kafka can take events there now; called on event loops, must not block
   */
  public HotTopic(String topic, int index, BooleanSupplier accepting) {
    this.topic = topic;
    this.ascii = topic.getBytes(StandardCharsets.US_ASCII);
    this.index = index;
    this.accepting = accepting;
  }

  public String topic() {
    return topic;
  }

  /** Not to be changed. */
  byte[] ascii() {
    return ascii;
  }

  int index() {
    return index;
  }

  /** False if hot keys have to stay in the stream's own topic now. */
  public boolean accepting() {
    return accepting.getAsBoolean();
  }
}

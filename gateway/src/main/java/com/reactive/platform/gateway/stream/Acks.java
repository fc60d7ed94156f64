package com.reactive.platform.gateway.stream;

/** The acknowledgement that the producer waits for. */
public enum Acks {
  /** Of all in-sync replicas: the only one that allows a 201. */
  ALL("all"),
  /** Of the partition's leader. */
  LEADER("1"),
  /** None. */
  NONE("0");

  private final String text;

  Acks(String text) {
    this.text = text;
  }

  /** The value of the producer's setting {@code acks}. */
  public String text() {
    return text;
  }
}

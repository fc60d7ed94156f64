package com.reactive.platform.kafka.wire.cluster;

/** A broker's id and the address at which the metadata says that it listens. */
public record BrokerAddress(int id, String host, int port) {
  /** The same broker, perhaps under another id: bootstrap addresses have ids of their own. */
  boolean isAtTheSamePlace(BrokerAddress other) {
    return host.equals(other.host) && port == other.port;
  }

  @Override
  public String toString() {
    return "broker " + id + " (" + host + ":" + port + ")";
  }
}

package com.reactive.platform.kafka.embedded;

/** Apart from the other failures, because a port that we chose ourselves can be chosen again. */
final class PortTakenException extends EmbeddedKafkaException {

  private static final long serialVersionUID = 1L;

  private final int port;

  PortTakenException(int port) {
    super("port " + port + " is already in use");
    this.port = port;
  }

  int port() {
    return port;
  }
}

package com.reactive.platform.kafka.wire.connection;

import org.apache.kafka.common.errors.NetworkException;

/** The peer does not speak Kafka's protocol as agreed: the connection cannot go on. */
public final class ProtocolViolationException extends NetworkException {
  private static final long serialVersionUID = 1;

  public ProtocolViolationException(String message) {
    super(message);
  }

  public ProtocolViolationException(String message, Throwable cause) {
    super(message, cause);
  }
}

package com.reactive.platform.kafka.benchmark.jmh;

import java.io.Serial;

/** A subject lost, tore, repeated or reordered messages: what it measured counts for nothing. */
final class WrongDeliveryException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1L;

  WrongDeliveryException(String message) {
    super(message);
  }
}

package com.reactive.platform.kafka.embedded;

/**
 * The embedded Kafka could not be started or signalled. The message is one sentence for a person;
 * where a broker wrote a log, its last lines and its path follow.
 */
public class EmbeddedKafkaException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  EmbeddedKafkaException(String message) {
    super(message);
  }

  EmbeddedKafkaException(String message, Throwable cause) {
    super(message, cause);
  }
}

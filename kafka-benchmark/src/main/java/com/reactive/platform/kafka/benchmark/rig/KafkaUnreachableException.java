package com.reactive.platform.kafka.benchmark.rig;

import java.io.IOException;
import org.apache.kafka.common.config.ConfigException;

/** There is no Kafka where the user said. The message is one sentence for the user. */
public final class KafkaUnreachableException extends IOException {
  private static final long serialVersionUID = 1;

  KafkaUnreachableException(String bootstrapServers, Throwable cause) {
    super(sentence(bootstrapServers, cause), cause);
  }

  private static String sentence(String bootstrapServers, Throwable cause) {
    Throwable bad = cause.getCause() instanceof ConfigException ? cause.getCause() : cause;
    return "no Kafka answers at "
        + bootstrapServers
        + (bad instanceof ConfigException ? ": " + bad.getMessage() : "");
  }
}

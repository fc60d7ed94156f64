package com.reactive.platform.kafka.wire.produce;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.protocol.Errors;

/** What the brokers say of a topic, apart from its partitions. */
final class TopicInfo {
  final String name;
  final byte[] nameBytes;

  /** Of the core that knows the topic; requests are ordered by it. */
  final int ordinal;

  Uuid id = Uuid.ZERO_UUID;
  Errors error = Errors.NONE;

  /** 0 if unknown. */
  int maxMessageBytes;

  TopicInfo(String name, int ordinal) {
    this.name = name;
    this.nameBytes = name.getBytes(StandardCharsets.UTF_8);
    this.ordinal = ordinal;
  }

  boolean hasId() {
    return !id.equals(Uuid.ZERO_UUID);
  }
}

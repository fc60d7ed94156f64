package com.reactive.platform.kafka.wire.produce;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.protocol.Errors;

/** What the brokers say of a topic, apart from its partitions. */
final class TopicInfo {
  private static final int LEAST_TRIED_BYTES = 1 << 10;

  final String name;
  final byte[] nameBytes;

  /** Of the core that knows the topic; requests are ordered by it. */
  final int ordinal;

  Uuid id = Uuid.ZERO_UUID;
  Errors error = Errors.NONE;

  /** Null until the first batch, and if the codec is fixed. */
  CodecLearner codecs;

  /** 0 if unknown. */
  int maxMessageBytes;

  /** Largest batch worth trying, uncompressed; learned from refusals. */
  private int triedBytes = Integer.MAX_VALUE;

  TopicInfo(String name, int ordinal) {
    this.name = name;
    this.nameBytes = name.getBytes(StandardCharsets.UTF_8);
    this.ordinal = ordinal;
  }

  /** Follows the topic's setting; a new one ends what was learned under the last. */
  void limit(int bytes) {
    if (bytes != maxMessageBytes) {
      maxMessageBytes = bytes;
      triedBytes = Integer.MAX_VALUE;
    }
  }

  /** A batch of several records was too large: the next ones are like its halves at most. */
  void wasTooLarge(int uncompressedBytes) {
    int half = RecordBatch.OVERHEAD + uncompressedBytes / 2;
    triedBytes = Math.min(triedBytes, Math.max(LEAST_TRIED_BYTES, half));
  }

  /** The bytes at which a batch is closed, uncompressed. */
  int batchLimit(int most) {
    int known = maxMessageBytes > 0 ? Math.min(most, maxMessageBytes) : most;
    return Math.min(known, triedBytes);
  }

  boolean hasId() {
    return !id.equals(Uuid.ZERO_UUID);
  }
}

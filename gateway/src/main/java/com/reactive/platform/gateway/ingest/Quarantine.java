package com.reactive.platform.gateway.ingest;

import com.reactive.platform.gateway.stream.QuarantineConfig;
import com.reactive.platform.gateway.stream.StreamDefinition;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;

/** The quarantine of a stream, as all threads share it. Thread-safe. */
public final class Quarantine {
  private final String topic;
  private final int index;
  private final int pipeline;
  private final StreamDefinition stream;
  private final BooleanSupplier accepting;
  private final Counts counts;

  /** What became of its bodies; goes on when the stream is changed. */
  public static final class Counts {
    private final LongAdder kept = new LongAdder();
    private final LongAdder failed = new LongAdder();
  }

  /**
   * @param stream one that has a quarantine
   * @param index stands for the topic in frames; never another's while the process lives
   * @param pipeline the index of the batcher that takes its records
   * @param accepting true if Kafka can take them now; called on event loops, must not block
   */
  public Quarantine(StreamDefinition stream, int index, int pipeline, BooleanSupplier accepting) {
    this(stream, index, pipeline, accepting, new Counts());
  }

  /** The same, which goes on counting. */
  public Quarantine(
      StreamDefinition stream, int index, int pipeline, BooleanSupplier accepting, Counts counts) {
    this.counts = counts;
    this.topic = stream.quarantine().map(QuarantineConfig::topic).orElseThrow();
    this.index = index;
    this.pipeline = pipeline;
    this.accepting = accepting;
    this.stream = stream;
  }

  public String topic() {
    return topic;
  }

  int index() {
    return index;
  }

  int pipeline() {
    return pipeline;
  }

  /**
   * CRC-64-AVRO of the schema that a body was refused by, 16 hex digits.
   *
   * @param version that the client named; null if it did not
   */
  String fingerprint(String version) {
    return stream.schemaFingerprint(version);
  }

  boolean accepting() {
    return accepting.getAsBoolean();
  }

  void count(boolean isKept) {
    (isKept ? counts.kept : counts.failed).increment();
  }

  /** Bodies that are in the topic. */
  public long kept() {
    return counts.kept.sum();
  }

  /** Attempts after which a body is not known to be in the topic, as its client was told. */
  public long failed() {
    return counts.failed.sum();
  }
}

package com.reactive.platform.kafka.wire.produce;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;
import java.util.function.IntConsumer;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.record.internal.CompressionType;
import org.apache.kafka.common.record.internal.DefaultRecordBatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records of one partition that go into its log together or not at all: their bytes, and whom to
 * tell. {@link BatchPool} makes and reuses them.
 */
final class RecordBatch {
  /** Bytes in front of the records, kept free until the batch is sealed. */
  static final int OVERHEAD = DefaultRecordBatch.RECORD_BATCH_OVERHEAD;

  private static final Logger LOG = LoggerFactory.getLogger(RecordBatch.class);
  private static final int INITIAL_RECORDS = 16;

  enum Outcome {
    OPEN,
    ACKED,
    NOT_WRITTEN,
    UNKNOWN
  }

  /** So many attempts to settle it may fail in a way that may be due to the batch itself. */
  private static final int MAX_FUTILE_ATTEMPTS = 5;

  ByteBuf buffer;
  CompressionType compression;

  /** No record is added beyond this many bytes, except the first. */
  int limit;

  /** Size before it was compressed. */
  int uncompressedBytes;

  /** The time at which the callers are told the outcome; while it is settled, the settlement. */
  long deadline;

  int records;
  int baseSequence;

  /** Its place among the batches that its partition has numbered; parts have that of the whole. */
  int place;

  /** Handed to a connection that has not answered yet, and lives. */
  boolean inFlight;

  /**
   * An attempt ended without an answer, or with one that leaves it open. While this is false, the
   * batch is certainly in no log, except for an attempt that is in flight.
   */
  boolean maybeWritten;

  /** Its bytes count among those that are being settled. */
  boolean apart;

  /** Waits for its callers to be told. */
  boolean toBeTold;

  Outcome outcome;

  /**
   * OPEN until a batch whose outcome is UNKNOWN is settled: ACKED if it is written, UNKNOWN if
   * nobody can tell.
   */
  private Outcome settlement;

  /** The callers know the outcome. */
  private boolean told;

  private int futileAttempts;
  private RecordOutcomes[] outcomes = new RecordOutcomes[INITIAL_RECORDS];
  private int[] indexes = new int[INITIAL_RECORDS];
  private long baseTimestamp;
  private long maxTimestamp;
  private int partition;
  private long baseOffset;
  private Exception reason;
  private Exception[] reasons;
  private Exception settlementReason;

  void begin(ByteBuf empty, int byteLimit, long deadlineNanos) {
    buffer = empty;
    buffer.writerIndex(OVERHEAD);
    limit = byteLimit;
    deadline = deadlineNanos;
    compression = CompressionType.NONE;
    records = 0;
    inFlight = false;
    maybeWritten = false;
    apart = false;
    outcome = Outcome.OPEN;
    settlement = Outcome.OPEN;
    told = false;
    futileAttempts = 0;
  }

  /** True if the callers wait no longer, and the batch is sent on to learn what became of it. */
  boolean isSettling() {
    return outcome == Outcome.UNKNOWN && settlement == Outcome.OPEN;
  }

  /** True if nothing is left to be found out. */
  boolean isDone() {
    return outcome != Outcome.OPEN && !isSettling();
  }

  boolean isOver(long now) {
    return deadline - now <= 0;
  }

  /** Null if it must not be sent again: its time is over, though nobody was told yet. */
  RecordBatch unlessOver(long now) {
    return isOver(now) ? null : this;
  }

  /**
   * Notes that an attempt was in vain, perhaps since no broker can cope with this batch.
   *
   * @return true if that was the last attempt to settle it
   */
  boolean wasFutile() {
    return isSettling() && ++futileAttempts >= MAX_FUTILE_ATTEMPTS;
  }

  /** True if the batch is certainly in no log, and not on its way there. */
  boolean isUnwritten() {
    return !inFlight && !maybeWritten;
  }

  int bytes() {
    return buffer.writerIndex();
  }

  /** Size of the record's body if it were added now. */
  int bodySize(ProduceRecord record) {
    long delta = records == 0 ? 0 : record.timestampMillis - baseTimestamp;
    return RecordEncoder.bodySize(record, delta, records);
  }

  void add(ProduceRecord record, int bodySize, RecordOutcomes listener, int index) {
    if (records == 0) {
      baseTimestamp = record.timestampMillis;
      maxTimestamp = record.timestampMillis;
    } else if (record.timestampMillis > maxTimestamp) {
      maxTimestamp = record.timestampMillis;
    }
    encode(record, bodySize);
    if (records == indexes.length) {
      outcomes = Arrays.copyOf(outcomes, 2 * records);
      indexes = Arrays.copyOf(indexes, 2 * records);
    }
    outcomes[records] = listener;
    indexes[records] = index;
    records++;
  }

  /** All of the record, or nothing: it may find no memory, or reach beyond the caller's arrays. */
  private void encode(ProduceRecord record, int bodySize) {
    int end = buffer.writerIndex();
    try {
      RecordEncoder.write(
          buffer, record, bodySize, record.timestampMillis - baseTimestamp, records);
    } catch (RuntimeException | OutOfMemoryError e) {
      buffer.writerIndex(end);
      throw e;
    }
  }

  /** Fills the header. Only for a batch that was never sent, or that is certainly not written. */
  void seal(long producerId, short epoch, int sequence) {
    baseSequence = sequence;
    DefaultRecordBatch.writeHeader(
        buffer.nioBuffer(0, bytes()),
        0,
        records - 1,
        bytes(),
        org.apache.kafka.common.record.internal.RecordBatch.CURRENT_MAGIC_VALUE,
        compression,
        TimestampType.CREATE_TIME,
        baseTimestamp,
        maxTimestamp,
        producerId,
        epoch,
        sequence,
        false,
        false,
        false,
        org.apache.kafka.common.record.internal.RecordBatch.NO_PARTITION_LEADER_EPOCH,
        records);
  }

  RecordOutcomes listener(int record) {
    return outcomes[record];
  }

  int index(int record) {
    return indexes[record];
  }

  void ack(int inPartition, long offset) {
    end(Outcome.ACKED, null);
    partition = inPartition;
    baseOffset = offset;
  }

  /** Sets the outcome, or the settlement if the outcome is unknown. */
  void end(Outcome as, Exception why) {
    if (outcome == Outcome.OPEN) {
      outcome = as;
      reason = why;
    } else {
      settlement = as;
      settlementReason = why;
    }
  }

  /**
   * Some records are not written, each for its reason; the others are told elsewhere.
   *
   * @param why by record; null for the others
   */
  void failSome(Exception[] why) {
    outcome = Outcome.NOT_WRITTEN;
    reasons = why;
  }

  /** Tells everybody what they do not know yet: the outcome, the settlement, or both. */
  void deliver() {
    if (!told) {
      told = true;
      deliver(this::deliverOutcome);
      reason = null;
      reasons = null;
    }
    if (outcome == Outcome.UNKNOWN && settlement != Outcome.OPEN) {
      deliver(this::deliverSettlement);
      settlementReason = null;
    }
    if (isDone()) {
      Arrays.fill(outcomes, 0, records, null);
    }
  }

  private void deliver(IntConsumer teller) {
    for (int i = 0; i < records; i++) {
      try {
        teller.accept(i);
      } catch (RuntimeException e) {
        LOG.error("whoever was told the outcome of a record has thrown", e);
      }
    }
  }

  private void deliverOutcome(int i) {
    if (reasons != null) {
      reason = reasons[i];
      if (reason == null) {
        return;
      }
    }
    switch (outcome) {
      case ACKED -> outcomes[i].acked(indexes[i], partition, offset(i));
      case NOT_WRITTEN -> outcomes[i].notWritten(indexes[i], reason);
      case UNKNOWN -> outcomes[i].unknown(indexes[i], reason);
      case OPEN -> throw new IllegalStateException("no outcome yet");
    }
  }

  private void deliverSettlement(int i) {
    switch (settlement) {
      case ACKED -> outcomes[i].settledWritten(indexes[i], partition, offset(i));
      case NOT_WRITTEN -> outcomes[i].settledNotWritten(indexes[i], settlementReason);
      case UNKNOWN -> outcomes[i].unsettled(indexes[i], settlementReason);
      case OPEN -> throw new IllegalStateException("not settled yet");
    }
  }

  private long offset(int i) {
    return baseOffset < 0 ? -1 : baseOffset + i;
  }
}

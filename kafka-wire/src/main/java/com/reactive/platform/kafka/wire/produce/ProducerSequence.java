package com.reactive.platform.kafka.wire.produce;

import org.apache.kafka.common.record.internal.DefaultRecordBatch;

/**
 * Numbers the batches of one partition: producer id, epoch and the next sequence.
 *
 * <p>A numbered batch that leaves without an acknowledgement leaves a gap. No number is given until
 * the batches behind it are resolved. Then, if all of the gap is certainly not written, the same
 * numbers are given again; else the partition goes on under the next epoch, from 0, so that nothing
 * of the old epoch can follow.
 */
final class ProducerSequence {
  private static final long NONE = -1;

  private long producerId = NONE;
  private short epoch;
  private int next;
  private boolean gap;
  private int resumeAt;
  private boolean epochSpent;
  private boolean idSpent;
  private long spentId = NONE;

  /** False until a producer id was adopted. */
  boolean usable() {
    return producerId != NONE;
  }

  /** True if this partition has given up the id. */
  boolean isSpent(ProducerIdentity identity) {
    return identity.id() == spentId;
  }

  void adopt(ProducerIdentity identity) {
    producerId = identity.id();
    epoch = identity.epoch();
    next = 0;
  }

  void seal(RecordBatch batch) {
    batch.seal(producerId, epoch, next);
    next = DefaultRecordBatch.incrementSequence(next, batch.records);
  }

  /** Seals a part of a batch that keeps its place: the parts have the whole's numbers together. */
  int sealPart(RecordBatch part, int sequence) {
    part.seal(producerId, epoch, sequence);
    return DefaultRecordBatch.incrementSequence(sequence, part.records);
  }

  boolean hasGap() {
    return gap;
  }

  /** The oldest numbered batch is given up; it is certainly not written. */
  void leftUnwritten(RecordBatch batch) {
    if (!gap) {
      gap = true;
      resumeAt = batch.baseSequence;
    }
  }

  /** A numbered batch is given up, or refused, and the broker's idea of the sequence is unknown. */
  void leftUnknown() {
    gap = true;
    epochSpent = true;
  }

  /** The broker does not take this producer id and epoch any more. */
  void refused() {
    leftUnknown();
    idSpent = true;
  }

  /** A batch was acknowledged: behind a gap, that means that the gap's numbers are taken. */
  void acked() {
    epochSpent |= gap;
  }

  /**
   * Closes the gap, when no numbered batch is left.
   *
   * @return true if the partition goes on under a new epoch or id
   */
  boolean closeGap() {
    gap = false;
    if (!epochSpent) {
      next = resumeAt;
      return false;
    }
    epochSpent = false;
    next = 0;
    if (idSpent || epoch == Short.MAX_VALUE) {
      idSpent = false;
      spentId = producerId;
      producerId = NONE;
    } else {
      epoch++;
    }
    return true;
  }
}

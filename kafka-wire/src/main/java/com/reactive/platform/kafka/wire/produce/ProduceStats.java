package com.reactive.platform.kafka.wire.produce;

import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.record.internal.CompressionType;

/**
 * Counters of one produce core, since it was made, and what it settles now. Written by the core's
 * thread without any ordering: another thread may read old values.
 */
public final class ProduceStats {
  long records;
  long acked;
  long notWritten;
  long unknown;
  long settledWritten;
  long settledNotWritten;
  long unsettled;
  long settlingRecords;
  long settlingBytes;
  long batches;
  long batchBytes;
  long uncompressedBytes;
  final long[] batchesByCodec = new long[CompressionType.values().length];
  long requests;
  long retries;
  long splits;
  long epochBumps;
  long disconnects;
  long requestTimeouts;
  long throttled;
  long offsetsBackwards;

  /** Records that were appended; each is acked, notWritten, unknown or still kept. */
  public long records() {
    return records;
  }

  public long acked() {
    return acked;
  }

  public long notWritten() {
    return notWritten;
  }

  /**
   * Records that were told unknown; each is settledWritten, settledNotWritten, unsettled or still
   * being settled.
   */
  public long unknown() {
    return unknown;
  }

  public long settledWritten() {
    return settledWritten;
  }

  public long settledNotWritten() {
    return settledNotWritten;
  }

  public long unsettled() {
    return unsettled;
  }

  /** Records that are being settled now. */
  public long settlingRecords() {
    return settlingRecords;
  }

  /** Bytes that are kept for these records. */
  public long settlingBytes() {
    return settlingBytes;
  }

  /** Batches that were sent for the first time. */
  public long batches() {
    return batches;
  }

  /** Bytes of these batches, as sent. */
  public long batchBytes() {
    return batchBytes;
  }

  /** Bytes of these batches before they were compressed. */
  public long uncompressedBytes() {
    return uncompressedBytes;
  }

  /** Those of the batches that were sent in each codec, by its name; only those that were used. */
  public Map<String, Long> batchesByCodec() {
    Map<String, Long> used = new TreeMap<>();
    for (CompressionType codec : CompressionType.values()) {
      if (batchesByCodec[codec.id] > 0) {
        used.put(codec.name, batchesByCodec[codec.id]);
      }
    }
    return used;
  }

  public long requests() {
    return requests;
  }

  /** Batches that were sent again. */
  public long retries() {
    return retries;
  }

  /** Batches that were cut in two. */
  public long splits() {
    return splits;
  }

  /** Partitions that went on under a new epoch, or a new producer id. */
  public long epochBumps() {
    return epochBumps;
  }

  /** Connections that were lost while the core had a use for them. */
  public long disconnects() {
    return disconnects;
  }

  /** Connections that the core gave up since a request was not answered. */
  public long requestTimeouts() {
    return requestTimeouts;
  }

  /** Answers that asked for a pause. */
  public long throttled() {
    return throttled;
  }

  /**
   * Acked batches whose offset was not above that of the batch before: zero, unless a leader was
   * elected that lacked acknowledged records, or a topic was made anew.
   */
  public long offsetsBackwards() {
    return offsetsBackwards;
  }
}

package com.reactive.platform.kafka.wire.fetch;

import java.nio.ByteBuffer;
import java.util.List;
import org.apache.kafka.common.errors.CorruptRecordException;
import org.apache.kafka.common.message.FetchResponseData.AbortedTransaction;
import org.apache.kafka.common.message.FetchResponseData.PartitionData;
import org.apache.kafka.common.record.internal.MemoryRecords;

/**
 * One partition's batches in an answer, not decoded yet.
 *
 * @param from where it was to be read from
 * @param next where it is to be read from after this
 * @param lastEpoch of the last batch; -1 if there is none
 * @param endOffset of what there is to read now
 */
record FetchAnswer(
    FetchedPartition partition,
    ByteBuffer batches,
    List<AbortedTransaction> aborted,
    long from,
    long next,
    int lastEpoch,
    long endOffset) {
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  /**
   * Walks over the heads of the batches, which say where the next request begins.
   *
   * @throws CorruptRecordException if they lead nowhere
   */
  static FetchAnswer of(FetchedPartition partition, PartitionData part, boolean readCommitted) {
    ByteBuffer batches =
        part.records() instanceof MemoryRecords records ? records.buffer() : NOTHING;
    BatchHeader batch = new BatchHeader();
    long next = partition.position;
    int epoch = -1;
    for (int at = batches.position(); batch.at(batches, at); at = batch.end()) {
      next = batch.nextOffset();
      epoch = batch.leaderEpoch();
    }
    if (batches.hasRemaining() && next <= partition.position) {
      throw new CorruptRecordException(
          batches.remaining()
              + " bytes of "
              + partition.id
              + " have no whole batch from offset "
              + partition.position
              + " on");
    }
    long endOffset = readCommitted ? part.lastStableOffset() : part.highWatermark();
    return new FetchAnswer(
        partition, batches, part.abortedTransactions(), partition.position, next, epoch, endOffset);
  }
}

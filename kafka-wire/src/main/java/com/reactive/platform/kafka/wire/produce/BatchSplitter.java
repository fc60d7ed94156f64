package com.reactive.platform.kafka.wire.produce;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.IntPredicate;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.Record;
import org.apache.kafka.common.utils.Utils;

/** Makes new batches of a sealed one's records: in halves, or without some. The slow path. */
final class BatchSplitter {
  private final BatchPool pool;
  private final ProduceRecord scratch = new ProduceRecord();

  BatchSplitter(BatchPool pool) {
    this.pool = pool;
  }

  /** Two batches of about the same number of records. */
  List<RecordBatch> halves(RecordBatch batch) {
    return parts(batch, batch.records / 2);
  }

  /** A batch of the first record, and one of the others. */
  List<RecordBatch> firstAndRest(RecordBatch batch) {
    return parts(batch, 1);
  }

  private List<RecordBatch> parts(RecordBatch batch, int first) {
    RecordBatch before = copy(batch, i -> i < first);
    try {
      return List.of(before, copy(batch, i -> i >= first));
    } catch (OutOfMemoryError e) {
      pool.releaseBytes(before);
      throw e;
    }
  }

  /** A batch of the records that are wanted; whoever is told of them is told by the copy now. */
  RecordBatch copy(RecordBatch batch, IntPredicate wanted) {
    RecordBatch copy = pool.open(batch.bytes(), batch.limit, batch.deadline);
    try {
      copy(batch, wanted, copy);
    } catch (OutOfMemoryError e) {
      pool.releaseBytes(copy);
      throw e;
    }
    return copy;
  }

  private void copy(RecordBatch batch, IntPredicate wanted, RecordBatch copy) {
    ByteBuffer bytes = batch.buffer.nioBuffer(0, batch.bytes());
    int i = 0;
    for (Record record : MemoryRecords.readableRecords(bytes).records()) {
      if (wanted.test(i)) {
        fill(record);
        pool.add(copy, scratch, copy.bodySize(scratch), batch.listener(i), batch.index(i));
      }
      i++;
    }
    pool.compressAs(copy, batch);
  }

  private void fill(Record record) {
    scratch.begin(record.timestamp());
    if (record.hasKey()) {
      byte[] key = Utils.toArray(record.key());
      scratch.key(key, 0, key.length);
    }
    byte[] value = Utils.toArray(record.value());
    scratch.value(value, 0, value.length);
    for (Header header : record.headers()) {
      byte[] content = header.value();
      scratch.header(Utils.utf8(header.key()), content, 0, content.length);
    }
  }
}

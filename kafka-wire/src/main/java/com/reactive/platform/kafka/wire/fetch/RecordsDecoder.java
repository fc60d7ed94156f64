package com.reactive.platform.kafka.wire.fetch;

import java.nio.ByteBuffer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.CorruptRecordException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.record.internal.ControlRecordType;

/**
 * Reads record batches of magic v2 where they lie, as an answer to Fetch has them: several, the
 * last perhaps cut off. No object is made for a record. Knows no network and no clock. One thread.
 */
public final class RecordsDecoder {
  /** The shortest number that says how long a record is, and the longest. */
  private static final int MAX_LENGTH_BYTES = 5;

  private final int maxRecordBytes;
  private final BatchHeader batch = new BatchHeader();
  private final RecordWindow window = new RecordWindow();
  private final VarintReader fields = new VarintReader();
  private final BytesView key = new BytesView();
  private final BytesView value = new BytesView();
  private final HeadersView headers = new HeadersView();
  private long offset;
  private long timestampMillis;
  private boolean stopped;

  /**
   * Begins without any memory.
   *
   * @param maxRecordBytes of a record, uncompressed; a larger one is an error
   */
  public RecordsDecoder(int maxRecordBytes) {
    this.maxRecordBytes = maxRecordBytes;
  }

  /**
   * Visits all records, those of aborted transactions, too, but not what brokers write for
   * themselves.
   *
   * @param from records before this offset are passed over: a batch may begin earlier
   * @param to records from this offset on are passed over
   * @throws CorruptRecordException if the bytes are not what they should be; what was visited
   *     before was
   * @throws RecordTooLargeException if a record is
   */
  public void decode(
      TopicPartition partition, ByteBuffer batches, long from, long to, RecordVisitor visitor) {
    decode(partition, batches, from, to, AbortedTransactions.NONE, visitor);
  }

  void decode(
      TopicPartition partition,
      ByteBuffer batches,
      long from,
      long to,
      AbortedTransactions aborted,
      RecordVisitor visitor) {
    stopped = false;
    for (int at = batches.position(); batch.at(batches, at); at = batch.end()) {
      if (stopped || batch.baseOffset() >= to) {
        return;
      }
      batch.verify();
      boolean skipped = aborted.isAborted(batch);
      if (batch.isControl()) {
        control(batches, aborted);
      } else if (!skipped && batch.nextOffset() > from && visitor.wants(batch.producerId())) {
        visit(partition, batches, from, to, visitor);
      }
    }
  }

  /** Ends the decoding that is under way: nothing more is visited. Called by the visitor. */
  void stop() {
    stopped = true;
  }

  private void visit(
      TopicPartition partition, ByteBuffer batches, long from, long to, RecordVisitor visitor) {
    window.open(batches, batch);
    try {
      long base = batch.baseOffset();
      long baseTimestamp = batch.baseTimestamp();
      boolean appendTime = batch.hasAppendTime();
      long appendMillis = batch.maxTimestamp();
      for (int left = batch.count(); left > 0; left--) {
        next(base, baseTimestamp);
        if (offset >= to || stopped) {
          return;
        }
        if (offset >= from) {
          visitor.onRecord(
              partition, offset, appendTime ? appendMillis : timestampMillis, key, value, headers);
        }
      }
      if (window.require(1) > 0) {
        throw new CorruptRecordException("a batch has more records than it says");
      }
    } finally {
      window.close();
    }
  }

  /** The next record of the window becomes the present one. */
  private void next(long baseOffset, long baseTimestamp) {
    int readable = window.require(MAX_LENGTH_BYTES);
    int start = window.position();
    fields.begin(window.buffer(), start, start + readable);
    int bytes = fields.varint();
    requireSize(bytes);
    int lengthBytes = fields.position() - start;
    readable = window.require(lengthBytes + bytes);
    if (readable < lengthBytes + bytes) {
      throw new CorruptRecordException(
          "a record says " + bytes + " bytes where " + (readable - lengthBytes) + " are left");
    }
    int body = window.position() + lengthBytes;
    fields.begin(window.buffer(), body, body + bytes);
    fields.skip(1);
    timestampMillis = baseTimestamp + fields.varlong();
    offset = baseOffset + fields.varint();
    view(key);
    view(value);
    headers(window.buffer());
    if (fields.left() != 0) {
      throw new CorruptRecordException("a record has " + fields.left() + " bytes too many");
    }
    window.position(body + bytes);
  }

  private void requireSize(int bytes) {
    if (bytes < 0) {
      throw new CorruptRecordException("a record is said to have " + bytes + " bytes");
    }
    if (bytes > maxRecordBytes) {
      throw new RecordTooLargeException(
          "a record has " + bytes + " bytes, at most " + maxRecordBytes + " are read");
    }
  }

  private void view(BytesView view) {
    int bytes = fields.varint();
    view.set(window.buffer(), fields.skip(Math.max(bytes, 0)), bytes);
  }

  private void headers(ByteBuffer buffer) {
    int count = fields.varint();
    if (count < 0) {
      throw new CorruptRecordException("a record has " + count + " headers");
    }
    int start = fields.position();
    for (int i = 0; i < count; i++) {
      fields.skip(fields.varint());
      fields.skip(Math.max(fields.varint(), 0));
    }
    headers.set(buffer, start, fields.position(), count);
  }

  /** A marker may end a transaction. Its key says which it is: version, then type. */
  private void control(ByteBuffer batches, AbortedTransactions aborted) {
    window.open(batches, batch);
    try {
      if (batch.count() > 0) {
        next(batch.baseOffset(), batch.baseTimestamp());
        boolean aborts =
            key.length() >= 2 * Short.BYTES
                && (key.at(2) << Byte.SIZE | (key.at(3) & 0xff)) == ControlRecordType.ABORT.type();
        if (aborts) {
          aborted.ended(batch.producerId());
        }
      }
    } finally {
      window.close();
    }
  }
}

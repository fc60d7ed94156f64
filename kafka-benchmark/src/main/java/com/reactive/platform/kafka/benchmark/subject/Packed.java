package com.reactive.platform.kafka.benchmark.subject;

import com.reactive.platform.kafka.benchmark.rig.MessageFormat;
import com.reactive.platform.kafka.benchmark.rig.MessageVisitor;
import com.reactive.platform.kafka.benchmark.rig.RecordReader;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Many messages in the value of one record.
 *
 * <pre>
 * u32 number of messages, then for each: u32 length, the message
 * </pre>
 *
 * Big-endian.
 */
final class Packed {
  /** Before the first message. */
  static final int HEADER_BYTES = 4;

  /** Before each message. */
  static final int PREFIX_BYTES = 4;

  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

  private Packed() {}

  /** Writes a length or the number of messages. */
  static void writeInt(byte[] value, int offset, int number) {
    INTS.set(value, offset, number);
  }

  /**
   * Tells of every message of a record. A number of messages that is not right, or bytes that are
   * left over, count as damaged once; messages that are not there are nothing to tell of.
   */
  static final class Reader implements RecordReader {
    @Override
    public void read(
        ConsumerRecord<byte[], byte[]> record, MessageFormat expected, MessageVisitor found) {
      byte[] value = record.value();
      if (value == null || value.length < HEADER_BYTES) {
        found.damaged();
        return;
      }
      int left = (int) INTS.get(value, 0);
      int at = HEADER_BYTES;
      while (left > 0 && value.length - at >= PREFIX_BYTES) {
        int length = (int) INTS.get(value, at);
        if (length < 0 || length > value.length - at - PREFIX_BYTES) {
          break;
        }
        expected.read(value, at + PREFIX_BYTES, length, found);
        at += PREFIX_BYTES + length;
        left--;
      }
      if (left != 0 || at != value.length) {
        found.damaged();
      }
    }
  }
}

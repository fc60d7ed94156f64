package com.reactive.platform.gateway.microbatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.zip.CRC32;

/**
 * The books of a stress test: what was accepted, delivered to the sink and completed, per message.
 */
final class StressLedger {
  private static final int HEADER_BYTES = 12;

  /** What writers call, be it the batcher or a writer's handle. */
  @FunctionalInterface
  interface Submit {
    SubmitResult submit(byte[] buffer, int offset, int length, Completion completion);
  }

  private final int messagesPerWriter;
  private final AtomicIntegerArray accepted;
  private final AtomicIntegerArray delivered;
  private final AtomicIntegerArray completed;
  private final AtomicIntegerArray notWritten;
  private final AtomicInteger acceptedCount = new AtomicInteger();
  private final int[] lastDelivered; // the dispatcher's
  private final Queue<String> faults = new ConcurrentLinkedQueue<>();

  StressLedger(int writers, int messagesPerWriter) {
    this.messagesPerWriter = messagesPerWriter;
    int messages = writers * messagesPerWriter;
    accepted = new AtomicIntegerArray(messages);
    delivered = new AtomicIntegerArray(messages);
    completed = new AtomicIntegerArray(messages);
    notWritten = new AtomicIntegerArray(messages);
    lastDelivered = new int[writers];
    Arrays.fill(lastDelivered, -1);
  }

  /** Writer, sequence, checksum, and filler bytes that follow from the first two. */
  static byte[] message(int writer, int sequence, int fillerBytes) {
    ByteBuffer message = ByteBuffer.allocate(HEADER_BYTES + fillerBytes);
    message.putInt(writer).putInt(sequence).putInt(0);
    for (int i = 0; i < fillerBytes; i++) {
      message.put((byte) (writer * 31 + sequence * 7 + i));
    }
    message.putInt(8, checksum(message.array(), 0, message.capacity()));
    return message.array();
  }

  void submitted(int writer, int sequence, SubmitResult result) {
    if (result == SubmitResult.ACCEPTED) {
      accepted.incrementAndGet(index(writer, sequence));
      acceptedCount.incrementAndGet();
    }
  }

  /** Checks bytes and order; on the dispatcher's thread, in the order of sending. */
  void delivered(Batch batch) {
    for (int i = 0; i < batch.size(); i++) {
      if (!isIntact(batch, i)) {
        continue;
      }
      ByteBuffer message = ByteBuffer.wrap(batch.buffer(), batch.offset(i), batch.length(i));
      int writer = message.getInt();
      int sequence = message.getInt();
      delivered.incrementAndGet(index(writer, sequence));
      if (sequence <= lastDelivered[writer]) {
        faults.add(writer + "/" + sequence + " came after " + lastDelivered[writer]);
      }
      lastDelivered[writer] = sequence;
    }
  }

  /** To be asked while message i is open; what is wrong ends up in the faults. */
  boolean isIntact(Batch batch, int i) {
    int offset = batch.offset(i);
    int length = batch.length(i);
    boolean intact =
        length >= HEADER_BYTES
            && ByteBuffer.wrap(batch.buffer()).getInt(offset + 8)
                == checksum(batch.buffer(), offset, length);
    if (!intact) {
      faults.add("corrupt: message " + i + " of " + batch.size());
    }
    return intact;
  }

  void fault(String fault) {
    faults.add(fault);
  }

  Completion completion(int writer, int sequence) {
    return new Told(index(writer, sequence));
  }

  int accepted() {
    return acceptedCount.get();
  }

  void assertAllDeliveredAndCompletedOnce() {
    assertThat(faults).isEmpty();
    for (int i = 0; i < accepted.length(); i++) {
      if (delivered.get(i) != accepted.get(i) || completed.get(i) != accepted.get(i)) {
        assertThat(describe(i)).isEqualTo("all three counts are equal");
      }
    }
  }

  void assertAllCompletedOnceAndDeliveredUnlessNotWritten() {
    assertThat(faults).isEmpty();
    for (int i = 0; i < accepted.length(); i++) {
      boolean balanced =
          completed.get(i) == accepted.get(i)
              && delivered.get(i) <= accepted.get(i)
              && (delivered.get(i) > 0 || notWritten.get(i) == accepted.get(i));
      if (!balanced) {
        assertThat(describe(i)).isEqualTo("completed once, delivered or not written");
      }
    }
  }

  private String describe(int i) {
    return "writer %d, message %d: accepted %d, delivered %d, completed %d, not written %d"
        .formatted(
            i / messagesPerWriter,
            i % messagesPerWriter,
            accepted.get(i),
            delivered.get(i),
            completed.get(i),
            notWritten.get(i));
  }

  private int index(int writer, int sequence) {
    return writer * messagesPerWriter + sequence;
  }

  /** Over everything but the checksum itself. */
  private static int checksum(byte[] bytes, int offset, int length) {
    CRC32 crc = new CRC32();
    crc.update(bytes, offset, 8);
    crc.update(bytes, offset + HEADER_BYTES, length - HEADER_BYTES);
    return (int) crc.getValue();
  }

  private final class Told implements Completion {
    private final int index;

    Told(int index) {
      this.index = index;
    }

    @Override
    public void acked(int partition, long offset) {
      completed.incrementAndGet(index);
    }

    @Override
    public void notWritten(Throwable reason) {
      notWritten.incrementAndGet(index);
      completed.incrementAndGet(index);
    }

    @Override
    public void unknown(Throwable reason) {
      completed.incrementAndGet(index);
    }
  }
}

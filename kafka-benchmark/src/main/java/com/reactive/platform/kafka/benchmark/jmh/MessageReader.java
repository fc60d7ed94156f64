package com.reactive.platform.kafka.benchmark.jmh;

import com.reactive.platform.gateway.microbatch.Batch;
import java.util.List;

/**
 * Reads all bytes of each message that comes to a sink, and counts what it finds.
 *
 * <p>One thread reads. Another may look at {@link #received} at any time, and at the rest once it
 * has seen there all that it waits for.
 */
final class MessageReader {
  private static final long ENDLESS = Long.MAX_VALUE;

  private final long cycle;
  private final long[] nextSequence;
  private long intact;
  private long corrupt;
  private long missing;
  private long repeated;
  private volatile long received;

  /**
   * @param writers writers 0 to writers - 1 are known
   * @param cycle number of sequences after which a writer starts again at 0
   */
  MessageReader(int writers, long cycle) {
    this.cycle = cycle;
    this.nextSequence = new long[writers];
  }

  /** For sequences that never start again. */
  MessageReader(int writers) {
    this(writers, ENDLESS);
  }

  /** Reads a message. */
  void read(byte[] buffer, int offset, int length) {
    if (length != Messages.BYTES) {
      corrupt++;
      return;
    }
    long writer = Messages.writer(buffer, offset);
    long sequence = Messages.sequence(buffer, offset);
    if (writer < 0
        || writer >= nextSequence.length
        || !Messages.addsUp(buffer, offset, writer, sequence)) {
      corrupt++;
      return;
    }
    long ahead = sequence - nextSequence[(int) writer];
    if (ahead != 0) {
      if (ahead < 0) {
        ahead += cycle;
      }
      // Behind and ahead look alike on a circle: the nearer one is meant.
      if (ahead >= cycle / 2) {
        repeated++;
        return;
      }
      missing += ahead;
    }
    intact++;
    nextSequence[(int) writer] = sequence + 1 == cycle ? 0 : sequence + 1;
  }

  /** Reads the messages of a batch and acknowledges it at once: a batcher's sink. */
  void readAndAcknowledge(Batch batch) {
    byte[] buffer = batch.buffer();
    int size = batch.size();
    for (int i = 0; i < size; i++) {
      read(buffer, batch.offset(i), batch.length(i));
    }
    publish();
    batch.acked(0, -1);
  }

  /** Reads items that are one message each: a collector's sink. */
  void readAll(List<byte[]> messages) {
    for (byte[] message : messages) {
      read(message, 0, message.length);
    }
    publish();
  }

  /** Makes what was read visible to {@link #received}; call it once per batch. */
  void publish() {
    received = intact + corrupt + repeated;
  }

  /** Messages read until the last {@link #publish}. */
  long received() {
    return received;
  }

  /**
   * Checks that every message came once, whole and in its writer's order.
   *
   * @throws WrongDeliveryException if not
   */
  void requireExactly(long sent) {
    if (received != sent || intact != sent || missing != 0) {
      throw new WrongDeliveryException(
          "sent %d messages; the sink read %d: %d intact, %d corrupt, %d repeated, %d skipped"
              .formatted(sent, received, intact, corrupt, repeated, missing));
    }
  }
}

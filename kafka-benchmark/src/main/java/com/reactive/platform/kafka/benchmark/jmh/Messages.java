package com.reactive.platform.kafka.benchmark.jmh;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The message that all benchmarks send: 64 bytes, eight longs. Blocks of them are made beforehand,
 * for subjects that accept many at once.
 *
 * <pre>
 *   0       8         16 ... 55       56
 *   writer  sequence  fill of writer  seal of writer and sequence
 * </pre>
 *
 * <p>Fill and seal make every byte depend on the writer or the sequence, so a message that was torn
 * or overwritten does not add up.
 */
final class Messages {
  /** Size of a message, bytes. */
  static final int BYTES = 64;

  /** Messages of a block. */
  static final int OF_BLOCK = 1_000;

  /** Size of a block, bytes. */
  static final int BLOCK_BYTES = OF_BLOCK * BYTES;

  /** Messages in one measured invocation of the benchmarks that deliver: whole blocks. */
  static final int PER_INVOCATION = 1_048 * OF_BLOCK;

  private static final int BLOCKS = 64;

  /** Messages of all blocks: after so many the sequences start again. */
  static final int CYCLE = BLOCKS * OF_BLOCK;

  private static final VarHandle WORD =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
  private static final long SEAL_FACTOR = 0x9E3779B97F4A7C15L;
  private static final long FILL_FACTOR = 0xC2B2AE3D27D4EB4FL;
  private static final int FILL_WORDS = 5;

  private Messages() {}

  /** A message of this writer with sequence 0. */
  static byte[] of(int writer) {
    byte[] message = new byte[BYTES];
    WORD.set(message, 0, (long) writer);
    for (int i = 0; i < FILL_WORDS; i++) {
      WORD.set(message, 16 + Long.BYTES * i, fill(writer));
    }
    stamp(message, writer, 0);
    return message;
  }

  /** Blocks of messages of writer 0, each one array with its messages side by side. */
  static List<byte[]> blocks() {
    return IntStream.range(0, BLOCKS).mapToObj(Messages::block).toList();
  }

  private static byte[] block(int number) {
    byte[] block = new byte[BLOCK_BYTES];
    for (int i = 0; i < OF_BLOCK; i++) {
      System.arraycopy(ofWriter0(number * OF_BLOCK + i), 0, block, i * BYTES, BYTES);
    }
    return block;
  }

  /** A message of writer 0 with this sequence. */
  static byte[] ofWriter0(int sequence) {
    byte[] message = of(0);
    stamp(message, 0, sequence);
    return message;
  }

  /** Gives a writer's message another sequence. */
  static void stamp(byte[] message, int writer, long sequence) {
    WORD.set(message, 8, sequence);
    WORD.set(message, 56, seal(writer, sequence));
  }

  static long writer(byte[] buffer, int offset) {
    return (long) WORD.get(buffer, offset);
  }

  static long sequence(byte[] buffer, int offset) {
    return (long) WORD.get(buffer, offset + 8);
  }

  /** True if the other longs add up to what the first two demand. */
  static boolean addsUp(byte[] buffer, int offset, long writer, long sequence) {
    long sum =
        (long) WORD.get(buffer, offset + 16)
            + (long) WORD.get(buffer, offset + 24)
            + (long) WORD.get(buffer, offset + 32)
            + (long) WORD.get(buffer, offset + 40)
            + (long) WORD.get(buffer, offset + 48)
            + (long) WORD.get(buffer, offset + 56);
    return sum == FILL_WORDS * fill(writer) + seal(writer, sequence);
  }

  private static long fill(long writer) {
    return (writer + 1) * FILL_FACTOR;
  }

  private static long seal(long writer, long sequence) {
    return (sequence + 1) * SEAL_FACTOR + writer;
  }
}

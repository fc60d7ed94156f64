package com.reactive.platform.kafka.benchmark.jmh;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The message that all benchmarks send: 64 bytes, eight longs.
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

  /** Messages in one measured invocation of the benchmarks that deliver. */
  static final int PER_INVOCATION = 1 << 20;

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

  /** Whether what follows the first two longs adds up to what they demand. */
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

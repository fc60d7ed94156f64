package com.reactive.platform.kafka.benchmark.rig;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The bytes of the messages of one run.
 *
 * <pre>
 * 0  u64 run tag   8  u16 lane, u48 sequence   16  i64 intended send, nanoTime   24  payload
 * </pre>
 *
 * Big-endian. The payload follows from tag, lane and sequence, or is one byte over and over, so
 * that a reader can tell a whole message from a torn one. Targets that speak another format, such
 * as JSON over HTTP, put {@link #runTag()}, lane and sequence into it in their own way.
 *
 * @param runTag random, tells this run's messages from all others
 * @param messageBytes size of a message
 * @param payload what fills it
 */
public record MessageFormat(long runTag, int messageBytes, Payload payload) {
  /** Id and time; a message is at least this. */
  public static final int MIN_BYTES = 24;

  private static final int SEQUENCE_BITS = 48;
  private static final long SEQUENCE_MASK = (1L << SEQUENCE_BITS) - 1;
  private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;
  private static final byte FILL = 'x';
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  /** Writes one message at {@code offset}. */
  public void write(byte[] buffer, int offset, int lane, long sequence, long intendedNanos) {
    long id = ((long) lane << SEQUENCE_BITS) | sequence;
    LONGS.set(buffer, offset, runTag);
    LONGS.set(buffer, offset + 8, id);
    LONGS.set(buffer, offset + 16, intendedNanos);
    int end = offset + messageBytes;
    int at = offset + MIN_BYTES;
    if (payload == Payload.CONSTANT) {
      Arrays.fill(buffer, at, end, FILL);
      return;
    }
    long state = runTag ^ id;
    if (payload == Payload.TEXT) {
      WordText.fill(buffer, at, end, state);
      return;
    }
    for (; at + 8 <= end; at += 8) {
      state += GOLDEN_GAMMA;
      LONGS.set(buffer, at, SplitMix64.mix(state));
    }
    for (long last = SplitMix64.mix(state + GOLDEN_GAMMA); at < end; at++, last >>>= 8) {
      buffer[at] = (byte) last;
    }
  }

  /**
   * Tells of the message at {@code offset}. One of this run's tag is whole only if it has this size
   * and payload; one of another run may have any.
   *
   * @param length of what lies there
   */
  public void read(byte[] buffer, int offset, int length, MessageVisitor found) {
    if (length < MIN_BYTES || offset + length > buffer.length) {
      found.damaged();
      return;
    }
    long tag = (long) LONGS.get(buffer, offset);
    long id = (long) LONGS.get(buffer, offset + 8);
    boolean whole =
        tag == runTag
            ? length == messageBytes && isWhole(buffer, offset, length, payload, tag ^ id)
            : Arrays.stream(Payload.values())
                .anyMatch(any -> isWhole(buffer, offset, length, any, tag ^ id));
    if (whole) {
      found.message(tag, (int) (id >>> SEQUENCE_BITS), id & SEQUENCE_MASK);
    } else {
      found.damaged();
    }
  }

  private static boolean isWhole(
      byte[] buffer, int offset, int messageBytes, Payload payload, long seed) {
    int end = offset + messageBytes;
    int at = offset + MIN_BYTES;
    if (payload == Payload.CONSTANT) {
      while (at < end && buffer[at] == FILL) {
        at++;
      }
      return at == end;
    }
    if (payload == Payload.TEXT) {
      byte[] text = new byte[end - at];
      WordText.fill(text, 0, text.length, seed);
      return Arrays.equals(text, 0, text.length, buffer, at, end);
    }
    long state = seed;
    for (; at + 8 <= end; at += 8) {
      state += GOLDEN_GAMMA;
      if ((long) LONGS.get(buffer, at) != SplitMix64.mix(state)) {
        return false;
      }
    }
    for (long last = SplitMix64.mix(state + GOLDEN_GAMMA); at < end; at++, last >>>= 8) {
      if (buffer[at] != (byte) last) {
        return false;
      }
    }
    return true;
  }
}

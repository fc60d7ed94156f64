package com.reactive.platform.gateway.microbatch;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Positions of a stripe's three parties, each on cache lines of its own: what one writes for every
 * message must not take away the line that another reads for every message.
 *
 * <p>128 bytes lie between two parties, because processors fetch lines of 64 bytes in pairs.
 */
final class StripeCursors {
  private StripeCursors() {}

  @SuppressWarnings("unused")
  abstract static class Padding {
    private long p00, p01, p02, p03, p04, p05, p06, p07;
    private long p08, p09, p10, p11, p12, p13, p14, p15;
  }

  /** Of {@link PaddedCounter}. */
  abstract static class CounterField extends Padding {
    volatile long value;
  }

  abstract static class TailFields extends Padding {
    /** Sequence of the next message. Its volatile write hands the message over. */
    volatile long published;

    /** Position of the next message, before what is skipped at the ring's end. The writer's own. */
    long position;

    /** Position of the room that was claimed last. */
    long claimed;

    /** The writer's last look at {@link Released}: how far it may go without another look. */
    long freeSequence;

    long freePosition;

    @SuppressWarnings("unused") // through BYTES
    private long bytes;

    @SuppressWarnings("unused") // through REFUSED_FULL
    private long refusedFull;
  }

  /** The writer's. */
  @SuppressWarnings("unused")
  static final class Tail extends TailFields {
    private static final VarHandle BYTES = handle(TailFields.class, "bytes");
    private static final VarHandle REFUSED_FULL = handle(TailFields.class, "refusedFull");

    private long p20, p21, p22, p23, p24, p25, p26, p27;
    private long p28, p29, p30, p31, p32, p33, p34, p35;

    /** Bytes of all messages so far. */
    long bytes() {
      return (long) BYTES.getOpaque(this);
    }

    /** One writer at a time, so there is no update to lose. */
    void addBytes(int length) {
      BYTES.setOpaque(this, (long) BYTES.get(this) + length);
    }

    /** Submits that found no room. */
    long refusedFull() {
      return (long) REFUSED_FULL.getOpaque(this);
    }

    void addRefusedFull() {
      REFUSED_FULL.setOpaque(this, (long) REFUSED_FULL.get(this) + 1);
    }
  }

  abstract static class TakenFields extends Padding {
    /** Sequence of the next message to take. */
    volatile long sequence;

    /** Bytes of all messages that were taken. */
    volatile long bytes;

    /** End of the last taken message. Guarded by the stripe's take lock. */
    long position;
  }

  /** The taking side's. */
  @SuppressWarnings("unused")
  static final class Taken extends TakenFields {
    private long p20, p21, p22, p23, p24, p25, p26, p27;
    private long p28, p29, p30, p31, p32, p33, p34, p35;
  }

  abstract static class ReleasedFields extends Padding {
    /** Every message before this sequence is completed. */
    volatile long sequence;

    /** The ring is free up to this position, plus its length. */
    volatile long position;
  }

  /** The completers'. */
  @SuppressWarnings("unused")
  static final class Released extends ReleasedFields {
    private long p20, p21, p22, p23, p24, p25, p26, p27;
    private long p28, p29, p30, p31, p32, p33, p34, p35;
  }

  private static VarHandle handle(Class<?> owner, String field) {
    try {
      return MethodHandles.privateLookupIn(owner, MethodHandles.lookup())
          .findVarHandle(owner, field, long.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }
}

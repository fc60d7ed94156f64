package com.reactive.platform.gateway.microbatch.collector;

/**
 * Memory layout of a {@link FastRingBuffer}: each side's on cache lines of its own, so that what
 * one writes for every element does not take away the line that the other works on.
 *
 * <p>A superclass's fields come before its subclass's, which is what the chain of classes is for.
 * 128 bytes lie between two sides, because processors fetch lines of 64 bytes in pairs.
 */
final class RingFields {
  private RingFields() {}

  @SuppressWarnings("unused")
  abstract static class Front {
    private int header; // or a field of a subclass would fill the gap behind the object's header
    private long p00, p01, p02, p03, p04, p05, p06, p07;
    private long p08, p09, p10, p11, p12, p13, p14, p15;
  }

  /** Nobody writes these. */
  abstract static class Shared extends Front {
    /** The ring; its length is a power of two. */
    final Object[] slots;

    /** Look-ahead of the producer, in slots; at least 1. */
    final int lookAhead;

    Shared(Object[] slots, int lookAhead) {
      this.slots = slots;
      this.lookAhead = lookAhead;
    }
  }

  @SuppressWarnings("unused")
  abstract static class BeforeProducer extends Shared {
    private long p00, p01, p02, p03, p04, p05, p06, p07;
    private long p08, p09, p10, p11, p12, p13, p14, p15;

    BeforeProducer(Object[] slots, int lookAhead) {
      super(slots, lookAhead);
    }
  }

  /** Written by the producer. */
  abstract static class Producer extends BeforeProducer {
    /** Number of elements ever put in. */
    long produced;

    /** The slots before this sequence are free, as far as the producer has looked. */
    long freeUpTo;

    /** For assertions only. */
    Thread producerThread;

    Producer(Object[] slots, int lookAhead) {
      super(slots, lookAhead);
    }
  }

  @SuppressWarnings("unused")
  abstract static class BeforeConsumer extends Producer {
    private int even; // a reference may take four bytes only; longs begin at a multiple of eight
    private long p00, p01, p02, p03, p04, p05, p06, p07;
    private long p08, p09, p10, p11, p12, p13, p14, p15;

    BeforeConsumer(Object[] slots, int lookAhead) {
      super(slots, lookAhead);
    }
  }

  /** Written by the consumer. */
  abstract static class Consumer extends BeforeConsumer {
    /** Number of elements ever taken out. */
    long consumed;

    /** For assertions only. */
    Thread consumerThread;

    Consumer(Object[] slots, int lookAhead) {
      super(slots, lookAhead);
    }
  }

  @SuppressWarnings("unused")
  abstract static class Back extends Consumer {
    private int even;
    private long p00, p01, p02, p03, p04, p05, p06, p07;
    private long p08, p09, p10, p11, p12, p13, p14, p15;

    Back(Object[] slots, int lookAhead) {
      super(slots, lookAhead);
    }
  }
}

package com.reactive.platform.gateway.microbatch;

import com.reactive.platform.gateway.microbatch.collector.FastRingBuffer;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/** A producer and a consumer of one {@link FastRingBuffer}. */
public final class RingRaces {
  private RingRaces() {}

  /** What is offered: its plain field is seen only because the ring orders it. */
  static final class Element {
    int value;

    static Element of(int value) {
      Element element = new Element();
      element.value = value;
      return element;
    }

    static int valueOf(Element element) {
      return element == null ? -1 : element.value;
    }
  }

  /** Two elements come out in order and whole, or not yet. */
  @JCStressTest
  @Outcome(
      id = {"-1, -1", "-1, 1", "1, -1", "1, 2"},
      expect = Expect.ACCEPTABLE)
  @Outcome(expect = Expect.FORBIDDEN, desc = "lost, out of order, or not whole")
  @State
  public static class FirstInFirstOut {
    private final FastRingBuffer<Element> ring = new FastRingBuffer<>(2);

    @Actor
    public void producer() {
      ring.offer(Element.of(1));
      ring.offer(Element.of(2));
    }

    @Actor
    public void consumer(II_Result result) {
      result.r1 = Element.valueOf(ring.poll());
      result.r2 = Element.valueOf(ring.poll());
    }
  }

  /** A drain sees a prefix, and what it leaves is still there afterwards. */
  @JCStressTest
  @Outcome(
      id = {"0, -1, 1", "1, 1, 2", "2, 1, -1"},
      expect = Expect.ACCEPTABLE)
  @Outcome(expect = Expect.FORBIDDEN, desc = "lost, out of order, or not whole")
  @State
  public static class DrainTakesAPrefix {
    private final FastRingBuffer<Element> ring = new FastRingBuffer<>(4);
    private final Object[] target = new Object[4];

    @Actor
    public void producer() {
      ring.offer(Element.of(1));
      ring.offer(Element.of(2));
    }

    @Actor
    public void consumer(III_Result result) {
      result.r1 = ring.drainTo(target, 0, 4);
      result.r2 = Element.valueOf((Element) target[0]);
    }

    @Arbiter
    public void rest(III_Result result) {
      result.r3 = Element.valueOf(ring.poll());
    }
  }

  /** A full ring refuses or has got room; nothing is overwritten. */
  @JCStressTest
  @Outcome(
      id = {"0, 1, -1", "1, 1, 2"},
      expect = Expect.ACCEPTABLE)
  @Outcome(expect = Expect.FORBIDDEN, desc = "overwritten or lost")
  @State
  public static class FullRefuses {
    private final FastRingBuffer<Element> ring = new FastRingBuffer<>(1);

    public FullRefuses() {
      ring.offer(Element.of(1));
    }

    @Actor
    public void producer(III_Result result) {
      result.r1 = ring.offer(Element.of(2)) ? 1 : 0;
    }

    @Actor
    public void consumer(III_Result result) {
      result.r2 = Element.valueOf(ring.poll());
    }

    @Arbiter
    public void rest(III_Result result) {
      result.r3 = Element.valueOf(ring.poll());
    }
  }

  /** Looks ahead while the consumer drains a full ring: no slot is filled before it is empty. */
  @JCStressTest
  @Outcome(id = "1024, 0", expect = Expect.ACCEPTABLE)
  @Outcome(expect = Expect.FORBIDDEN, desc = "overwritten, lost or out of order")
  @State
  public static class LookingAheadOverwritesNothing {
    private static final int FULL = 1024; // so that the look goes many slots ahead
    private static final Integer[] ELEMENTS = new Integer[FULL + 3];

    static {
      for (int i = 0; i < ELEMENTS.length; i++) {
        ELEMENTS[i] = i;
      }
    }

    private final FastRingBuffer<Integer> ring = new FastRingBuffer<>(FULL);
    private int offered;
    private int taken;
    private boolean outOfOrder;

    public LookingAheadOverwritesNothing() {
      while (offered < FULL) {
        offered++;
        ring.offer(ELEMENTS[offered]);
      }
    }

    @Actor
    public void producer() {
      for (int tries = 0; tries < 10_000 && offered < ELEMENTS.length - 1; tries++) {
        if (ring.offer(ELEMENTS[offered + 1])) {
          offered++;
        }
      }
    }

    @Actor
    public void consumer(II_Result result) {
      result.r1 = ring.drain(this::check, FULL);
    }

    @Arbiter
    public void rest(II_Result result) {
      ring.drain(this::check, FULL);
      result.r2 = outOfOrder ? -1 : offered - taken;
    }

    private void check(Integer element) {
      taken++;
      outOfOrder |= element != taken;
    }
  }
}

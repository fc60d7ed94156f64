package com.reactive.platform.gateway.microbatch;

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

  /** Looks ahead while the consumer drains a full ring of eight: no slot is filled too early. */
  @JCStressTest
  @Outcome(id = "8, 8", expect = Expect.ACCEPTABLE)
  @Outcome(
      id = {"8, 9", "8, 10"},
      expect = Expect.ACCEPTABLE)
  @Outcome(expect = Expect.FORBIDDEN, desc = "overwritten, lost or out of order")
  @State
  public static class LookingAheadOverwritesNothing {
    private final FastRingBuffer<Element> ring = new FastRingBuffer<>(8);
    private int next = 1;
    private int faults;

    public LookingAheadOverwritesNothing() {
      for (int i = 1; i <= 8; i++) {
        ring.offer(Element.of(i));
      }
    }

    @Actor
    public void producer() {
      int value = 9;
      while (value <= 10 && ring.offer(Element.of(value))) {
        value++;
      }
    }

    @Actor
    public void consumer(II_Result result) {
      int before = next;
      while (next < 9 && ring.drain(this::check, 8) > 0) {
        // until the eight are out; more may come along
      }
      result.r1 = Math.min(8, next - before);
    }

    @Arbiter
    public void rest(II_Result result) {
      ring.drain(this::check, 8);
      result.r2 = faults == 0 ? next - 1 : -faults;
    }

    private void check(Element element) {
      if (element.value == next) {
        next++;
      } else {
        faults++;
      }
    }
  }
}

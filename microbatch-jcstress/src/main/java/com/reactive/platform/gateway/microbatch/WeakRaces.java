package com.reactive.platform.gateway.microbatch;

import com.reactive.platform.gateway.microbatch.collector.FastRingBuffer;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * The same questions asked of code that is broken on purpose. {@link JcstressVerdict} fails unless
 * each of these shows a forbidden outcome: else the tests beside would prove nothing.
 */
public final class WeakRaces {
  private WeakRaces() {}

  /** {@link RingRaces.FirstInFirstOut}, of a ring that publishes before it stores. */
  @JCStressTest
  @Outcome(
      id = {"-1, -1", "-1, 1", "1, -1", "1, 2"},
      expect = Expect.ACCEPTABLE)
  @Outcome(expect = Expect.FORBIDDEN, desc = "lost, out of order, or not whole")
  @State
  public static class PublishedBeforeStored {
    private final WeakRing<RingRaces.Element> ring = new WeakRing<>(2);

    @Actor
    public void producer() {
      ring.offer(RingRaces.Element.of(1));
      ring.offer(RingRaces.Element.of(2));
    }

    @Actor
    public void consumer(II_Result result) {
      result.r1 = RingRaces.Element.valueOf(ring.poll());
      result.r2 = RingRaces.Element.valueOf(ring.poll());
    }
  }

  /** {@link RingRaces.FullRefuses}, of a ring that gives a slot back before it has read it. */
  @JCStressTest
  @Outcome(
      id = {"0, 1, -1", "1, 1, 2"},
      expect = Expect.ACCEPTABLE)
  @Outcome(expect = Expect.FORBIDDEN, desc = "overwritten or lost")
  @State
  public static class GivenBackBeforeRead {
    private final WeakRing<RingRaces.Element> ring = new WeakRing<>(1);

    public GivenBackBeforeRead() {
      ring.offer(RingRaces.Element.of(1));
    }

    @Actor
    public void producer(III_Result result) {
      result.r1 = ring.offer(RingRaces.Element.of(2)) ? 1 : 0;
    }

    @Actor
    public void consumer(III_Result result) {
      result.r2 = RingRaces.Element.valueOf(ring.poll());
    }

    @Arbiter
    public void rest(III_Result result) {
      result.r3 = RingRaces.Element.valueOf(ring.poll());
    }
  }

  /** {@link DoorbellRaces.NoWakeUpIsLost} with release and acquire only: nobody sees anybody. */
  @JCStressTest
  @Outcome(
      id = {"true, true", "true, false", "false, true"},
      expect = Expect.ACCEPTABLE)
  @Outcome(id = "false, false", expect = Expect.FORBIDDEN, desc = "the wake-up is lost")
  @State
  public static class WithoutFences {
    private static final VarHandle ASLEEP;

    static {
      try {
        ASLEEP = MethodHandles.lookup().findVarHandle(WithoutFences.class, "asleep", boolean.class);
      } catch (ReflectiveOperationException impossible) {
        throw new ExceptionInInitializerError(impossible);
      }
    }

    private final FastRingBuffer<String> ring = new FastRingBuffer<>(2);
    private boolean asleep;

    @Actor
    public void caller(ZZ_Result result) {
      ring.offer("work");
      result.r1 = (boolean) ASLEEP.getAcquire(this);
    }

    @Actor
    public void sleeper(ZZ_Result result) {
      ASLEEP.setRelease(this, true);
      result.r2 = !ring.isEmpty();
    }
  }
}

package com.reactive.platform.gateway.microbatch;

import com.reactive.platform.gateway.microbatch.collector.FastRingBuffer;
import com.reactive.platform.gateway.microbatch.internal.Doorbell;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** One who brings work to a ring and presses the {@link Doorbell}, and the sleeper. */
public final class DoorbellRaces {
  private DoorbellRaces() {}

  /** First: whether the sleeper was woken. Second: whether it saw the work by itself. */
  @JCStressTest
  @Outcome(
      id = {"true, true", "true, false", "false, true"},
      expect = Expect.ACCEPTABLE)
  @Outcome(id = "false, false", expect = Expect.FORBIDDEN, desc = "the wake-up is lost")
  @State
  public static class NoWakeUpIsLost {
    private final FastRingBuffer<String> ring = new FastRingBuffer<>(2);
    private final Doorbell doorbell = new Doorbell();

    @Actor
    public void caller() {
      ring.offer("work");
      doorbell.press(false);
    }

    @Actor
    public void sleeper(ZZ_Result result) {
      doorbell.announceSleep();
      result.r2 = !ring.isEmpty();
    }

    @Arbiter
    public void afterwards(ZZ_Result result) {
      result.r1 = !doorbell.isAsleep();
    }
  }

  /** First: whether the caller was told that it is heard. Second: whether the last look saw it. */
  @JCStressTest
  @Outcome(
      id = {"true, true", "false, true", "false, false"},
      expect = Expect.ACCEPTABLE)
  @Outcome(id = "true, false", expect = Expect.FORBIDDEN, desc = "accepted and lost")
  @State
  public static class WhoIsHeardIsSeen {
    private final FastRingBuffer<String> ring = new FastRingBuffer<>(2);
    private final Doorbell doorbell = new Doorbell();

    @Actor
    public void caller(ZZ_Result result) {
      ring.offer("work");
      result.r1 = doorbell.press(true);
    }

    @Actor
    public void closer(ZZ_Result result) {
      doorbell.leave();
      result.r2 = ring.poll() != null;
    }
  }
}

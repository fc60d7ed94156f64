package com.reactive.platform.gateway.microbatch;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.microbatch.adaptive.FlushLimits;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * The whole loop of the dispatcher on a virtual clock, by random schedules: whatever comes when, no
 * message waits longer than T, none is forgotten, and whoever has nothing to do stands still.
 */
class DispatcherScheduleTest {
  private static final int SCHEDULES = 20_000;
  private static final long MICRO = 1_000;
  private static final long MILLI = 1_000 * MICRO;
  private static final long[] INTERVALS = {200 * MICRO, MILLI, 5 * MILLI, 20 * MILLI};
  private static final long[] PAUSES = {0, 0, 500 * MICRO, 2 * MILLI, 8 * MILLI, 50 * MILLI};

  @Test
  void noMessageWaitsLongerThanT() {
    for (long seed = 0; seed < SCHEDULES; seed++) {
      Schedule schedule = new Schedule(seed);
      schedule.run();
      assertThat(schedule.faults).as("seed %d", seed).isEmpty();
    }
  }

  /** A dispatcher, what comes to it, and what it does. */
  private static final class Schedule implements BatchSender, Parker {
    private static final int STEPS = 40;
    private static final int STRIPES = 2;

    /** So much later it may be when the dispatcher sleeps than when it decided for how long. */
    private static final long LATE_NANOS = 100 * MICRO;

    private final VirtualTime time = new VirtualTime();
    private final List<String> faults = new ArrayList<>();
    private final SplittableRandom random;
    private final StripedBatcher batcher;
    private final Dispatcher dispatcher;
    private FlushLimits limits;

    /** All T so far: a message that came before a change may wait for the earlier one. */
    private final List<Long> intervals = new ArrayList<>();

    /** Time that went by while nobody slept. */
    private long spentNanos;

    private boolean permit;

    /** So many parks took their whole time, and nothing came. */
    private int idleParks;

    private int inFlight;
    private long happened;
    private long submitted;
    private long completed;

    Schedule(long seed) {
      random = new SplittableRandom(seed);
      limits = randomLimits();
      intervals.add(limits.flushIntervalNanos());
      BatcherConfig config =
          new BatcherConfig(STRIPES, 1 << 14, 256, 1 << 12, 20 * MILLI, 50 * MILLI);
      batcher =
          new StripedBatcher(
              config, this, BatchObserver.NONE, NeverStartedThread::new, this::nanoTime, this);
      dispatcher = batcher.dispatcher();
      batcher.flushLimits(limits);
    }

    void run() {
      step(0);
      dispatcher.run();
      if (completed != submitted) {
        faults.add(submitted + " submitted, " + completed + " completed");
      }
      // Each thing that happens may wake it twice, and once more it looks whether T was quiet.
      if (dispatcher.passes() > 3 * happened + 10) {
        faults.add(dispatcher.passes() + " passes for " + happened + " things that happened");
      }
    }

    private FlushLimits randomLimits() {
      return new FlushLimits(
          random.nextInt(3) == 0 ? 400 : 4_000,
          INTERVALS[random.nextInt(INTERVALS.length)],
          PAUSES[random.nextInt(PAUSES.length)]);
    }

    /** Between two looks at the clock some time has gone by, mostly. */
    private long nanoTime() {
      long later = time.nanos() + random.nextLong(5 * MICRO);
      if (random.nextInt(4) == 0 && later < time.nextNanos()) {
        spentNanos += later - time.nanos();
        time.runTo(later);
      }
      return time.nanos();
    }

    /** Something happens, and after a while something else. */
    private void step(int number) {
      happened++;
      if (number == STEPS) {
        dispatcher.drain();
        return;
      }
      switch (random.nextInt(12)) {
        case 0 -> {
          limits = randomLimits();
          intervals.add(limits.flushIntervalNanos());
          batcher.flushLimits(limits);
        }
        case 1 -> unpark(null); // one that came late
        case 2 -> submit(random.nextInt(2, 9));
        default -> submit(1);
      }
      time.after(gapNanos(), () -> step(number + 1));
    }

    private long gapNanos() {
      long interval = limits.flushIntervalNanos();
      return switch (random.nextInt(5)) {
        case 0 -> 0;
        case 1 -> random.nextLong(100 * MICRO);
        case 2 -> random.nextLong(interval);
        case 3 -> interval;
        default -> random.nextLong(20 * interval);
      };
    }

    private void submit(int count) {
      StripedBatcher.Writer writer = batcher.writer(random.nextInt(STRIPES));
      for (int i = 0; i < count; i++) {
        long came = time.nanos() - spentNanos;
        byte[] message =
            ByteBuffer.allocate(100).putLong(came).putInt(intervals.size() - 1).array();
        if (writer.submit(message, 0, message.length, new Counted()) == SubmitResult.ACCEPTED) {
          submitted++;
        }
      }
    }

    private final class Counted implements Completion {
      @Override
      public void acked(int partition, long offset) {
        completed++;
      }

      @Override
      public void notWritten(Throwable reason) {
        faults.add("not written: " + reason);
      }

      @Override
      public void unknown(Throwable reason) {
        faults.add("unknown: " + reason);
      }
    }

    @Override
    public void send(Batch batch) {
      for (int i = 0; i < batch.size(); i++) {
        ByteBuffer message = ByteBuffer.wrap(batch.buffer(), batch.offset(i), 12);
        long came = message.getLong();
        List<Long> since = intervals.subList(message.getInt(), intervals.size());
        long waited = time.nanos() - spentNanos - came;
        if (waited > Collections.max(since)) {
          faults.add("waited " + waited + " ns");
        }
      }
      happened++;
      long delay =
          switch (random.nextInt(4)) {
            case 0 -> random.nextLong(20 * MICRO);
            case 1 -> random.nextLong(MILLI);
            case 2 -> random.nextLong(10 * MILLI);
            default -> random.nextLong(200 * MILLI);
          };
      inFlight++;
      time.after(
          delay,
          () -> {
            inFlight--;
            ManualSink.ackAll(batch);
          });
    }

    @Override
    public void park(Object blocker) {
      long before = submitted;
      boolean wasQuiet = idleParks > 0 || inFlight == 0;
      if (!permit && !wasQuiet) {
        faults.add("parked for any message although no T was quiet");
      }
      while (!permit && time.nextNanos() < Long.MAX_VALUE) {
        sleepTo(time.nextNanos());
      }
      if (!permit) {
        faults.add("parked for ever");
        dispatcher.abort();
      }
      idleParks = submitted == before ? idleParks : 0;
      permit = false;
    }

    @Override
    public void parkNanos(Object blocker, long nanos) {
      long early = random.nextInt(4) == 0 ? random.nextLong(Math.min(nanos, 5 * MICRO)) : 0;
      long end = time.nanos() + nanos - early;
      long before = submitted;
      boolean coalesces = dispatcher.isCoalescing();
      while (!permit && time.nextNanos() <= end) {
        sleepTo(time.nextNanos());
      }
      if (!permit) {
        sleepTo(end);
      }
      boolean wasQuiet = time.nanos() >= end - LATE_NANOS && submitted == before && !coalesces;
      int more = early == 0 || idleParks == 0 ? 1 : 0;
      idleParks = wasQuiet ? idleParks + more : 0;
      if (idleParks > STRIPES + 4) {
        faults.add("looks again and again, and there is nothing");
      }
      permit = false;
    }

    /** Lets time pass while the dispatcher sleeps, and what happens then happen. */
    private void sleepTo(long nanos) {
      if (!dispatcher.isCoalescing()) {
        long due = dispatcher.nanosUntilDue(true);
        if (due < nanos - time.nanos() - LATE_NANOS) {
          faults.add("due in " + due + " ns, asleep for " + (nanos - time.nanos()));
        }
      }
      if (time.nextNanos() <= nanos) {
        time.runNext();
      } else {
        time.runTo(nanos);
      }
    }

    @Override
    public void unpark(Thread thread) {
      permit = true;
      idleParks = thread == null ? idleParks : 0;
    }
  }
}

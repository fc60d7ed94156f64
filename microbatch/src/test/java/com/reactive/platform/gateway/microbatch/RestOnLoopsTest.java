package com.reactive.platform.gateway.microbatch;

import static com.reactive.platform.gateway.microbatch.BrokerModel.MICRO;
import static com.reactive.platform.gateway.microbatch.BrokerModel.MILLI;
import static com.reactive.platform.gateway.microbatch.BrokerModel.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.microbatch.adaptive.FlushLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * An event loop that rests in pauses is woken up seldom by messages that come at a rate of their
 * own, and keeps no client waiting who waits for an answer.
 */
class RestOnLoopsTest {
  private static final long SEED = 20261128;
  private static final byte[] EVENT = new byte[Simulation.EVENT_BYTES];
  private static final long FLIGHT_NANOS = 400 * MICRO;

  private final VirtualTime time = new VirtualTime();
  private final SplittableRandom random = new SplittableRandom(SEED);
  private Loop loop;
  private StripedBatcher.Writer writer;
  private double eventsPerSecond;
  private int clients;
  private long completed;
  private long longestNanos;

  private void start(long pauseNanos, boolean rests) {
    start(new FlushLimits(1 << 20, 20 * MILLI, pauseNanos), rests);
  }

  private void start(FlushLimits limits, boolean rests) {
    loop = new Loop(rests);
    writer = writer(limits);
  }

  private StripedBatcher.Writer writer(FlushLimits limits) {
    StripedBatcher batcher =
        StripedBatcher.onLoops(
            new BatcherConfig(
                1,
                4 << 20,
                1 << 14,
                limits.flushBytes(),
                limits.flushIntervalNanos(),
                limits.idlePauseNanos()),
            BatchObserver.NONE,
            time::nanos);
    return batcher.writer(
        0,
        loop.tasks,
        batch ->
            time.after(
                FLIGHT_NANOS + 2 * MICRO * batch.size(),
                () -> loop.receive(() -> batch.acked(0, 0))));
  }

  /** What comes over sockets waits while it rests; what it does itself, and timers, do not. */
  private final class Loop {
    private final boolean rests;
    private final List<Runnable> unread = new ArrayList<>();
    private long restEndNanos;
    private long lookedNanos = -1;
    private long wakeUps;

    private final VirtualLoop tasks =
        new VirtualLoop(time) {
          @Override
          public void execute(Runnable task) {
            super.execute(() -> run(task));
          }

          @Override
          public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
            return super.schedule(() -> run(task), delay, unit);
          }
        };

    Loop(boolean rests) {
      this.rests = rests;
    }

    void receive(Runnable read) {
      unread.add(read);
      if (restEndNanos - time.nanos() <= 0) {
        look();
      }
    }

    /** A task wakes it up, and is preceded by a look at all sockets. */
    private void run(Runnable task) {
      look();
      task.run();
      rest();
    }

    private void look() {
      restEndNanos = 0;
      wakeUps += time.nanos() == lookedNanos ? 0 : 1; // Else it has not slept since.
      lookedNanos = time.nanos();
      List<Runnable> read = List.copyOf(unread);
      unread.clear();
      read.forEach(Runnable::run);
      rest();
    }

    private void rest() {
      long nanos = rests ? writer.restNanos() : 0;
      if (nanos > 0 && nanos < Long.MAX_VALUE) {
        long end = time.nanos() + nanos;
        restEndNanos = end;
        time.after(
            nanos,
            () -> {
              if (restEndNanos == end) {
                look();
              }
            });
      }
    }
  }

  /** To be read when the loop looks at its sockets. */
  private void send(Runnable answered) {
    long sentNanos = time.nanos();
    loop.receive(
        () ->
            assertThat(writer.submit(EVENT, 0, EVENT.length, completion(sentNanos, answered)))
                .isEqualTo(SubmitResult.ACCEPTED));
  }

  private Completion completion(long sentNanos, Runnable answered) {
    return new AckedCompletion(
        () -> {
          completed++;
          longestNanos = Math.max(longestNanos, time.nanos() - sentNanos);
          answered.run();
        });
  }

  private void open(double rate) {
    boolean begins = eventsPerSecond == 0;
    eventsPerSecond = rate;
    if (begins) {
      next();
    }
  }

  private void next() {
    time.after(
        Math.round(-Math.log(1 - random.nextDouble()) / eventsPerSecond * SECOND),
        () -> {
          if (eventsPerSecond > 0) {
            send(() -> {});
            next();
          }
        });
  }

  /** So many clients who send when they have thought for a while about each answer. */
  private void clients(int count, LongSupplier thinkNanos) {
    for (int i = clients; i < count; i++) {
      think(i, thinkNanos);
    }
    clients = count;
  }

  private void think(int client, LongSupplier thinkNanos) {
    time.after(
        thinkNanos.getAsLong(),
        () -> {
          if (client < clients) {
            send(() -> think(client, thinkNanos));
          }
        });
  }

  private long rate(long nanos) {
    long before = completed;
    time.runTo(time.nanos() + nanos);
    return (completed - before) * SECOND / nanos;
  }

  private double wakeUpsPerEvent(long nanos) {
    long before = completed;
    long wakeUpsBefore = loop.wakeUps;
    time.runTo(time.nanos() + nanos);
    return (double) (loop.wakeUps - wakeUpsBefore) / (completed - before);
  }

  @ParameterizedTest(name = "{0}/s, H of {1} ms: {2} of the wake-ups")
  @CsvSource({"500, 8, 0.6", "1500, 8, 0.3", "5000, 2, 0.4", "5000, 8, 0.2", "20000, 4, 0.2"})
  void messagesAtARateOfTheirOwnWakeItUpSeldom(double rate, long pauseMillis, double share) {
    double awake = wakeUpsPerEventOf(rate, pauseMillis, false);
    assertThat(wakeUpsPerEventOf(rate, pauseMillis, true)).isLessThan(share * awake);
    // Nobody waits for longer than without rest: H, and the way to Kafka twice.
    assertThat(longestNanos).isLessThan(pauseMillis * MILLI + 3 * FLIGHT_NANOS);
  }

  private double wakeUpsPerEventOf(double rate, long pauseMillis, boolean rests) {
    return wakeUpsPerEventOf(
        rate, new FlushLimits(1 << 20, 20 * MILLI, pauseMillis * MILLI), rests);
  }

  private double wakeUpsPerEventOf(double rate, FlushLimits limits, boolean rests) {
    RestOnLoopsTest run = new RestOnLoopsTest();
    run.start(limits, rests);
    run.open(rate);
    run.time.runTo(2 * SECOND);
    double wakeUps = run.wakeUpsPerEvent(5 * SECOND);
    longestNanos = run.longestNanos;
    return wakeUps;
  }

  @Test
  void aFewMessagesAreNoReasonToRest() {
    double awake = wakeUpsPerEventOf(20, 8, false);
    assertThat(wakeUpsPerEventOf(20, 8, true)).isBetween(0.99 * awake, 1.01 * awake);
  }

  /** Whoever rested would come too late for N or T. */
  @ParameterizedTest(name = "N of {0} events, T of {1} ms")
  @CsvSource({"80, 20", "1000, 5"})
  void pausesThatNOrTEndAreNoReasonToRest(int events, long intervalMillis) {
    FlushLimits limits = new FlushLimits(events * EVENT.length, intervalMillis * MILLI, 8 * MILLI);
    double awake = wakeUpsPerEventOf(20_000, limits, false);
    assertThat(wakeUpsPerEventOf(20_000, limits, true)).isBetween(0.95 * awake, 1.05 * awake);
  }

  @Test
  void anotherStripeOfTheLoopAllowsARestWhereNothingComesAndTIsLong() {
    start(8 * MILLI, true);
    StripedBatcher.Writer other = writer(new FlushLimits(1 << 20, 20 * MILLI, 0));
    StripedBatcher.Writer hasty = writer(new FlushLimits(1 << 20, MILLI, 0));
    time.runTo(2 * SECOND);
    assertThat(other.maxRestNanos()).isEqualTo(20 * MILLI);
    assertThat(hasty.maxRestNanos()).isZero();
    assertThat(other.restNanos()).isZero();

    other.submit(EVENT);
    assertThat(other.maxRestNanos()).isZero();
    time.runTo(3 * SECOND);
    assertThat(other.maxRestNanos()).isZero();
    time.runTo(4 * SECOND);
    assertThat(other.maxRestNanos()).isEqualTo(20 * MILLI);
  }

  @Test
  void aStripeInAPauseAllowsItsOwnRest() {
    start(8 * MILLI, true);
    open(10_000);
    long rests = 0;
    for (int i = 0; i < 4_000; i++) {
      time.runTo(time.nanos() + MILLI / 2);
      assertThat(writer.maxRestNanos()).isEqualTo(writer.restNanos());
      rests += writer.restNanos() > 0 ? 1 : 0;
    }
    assertThat(rests).isPositive();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 8, 64, 256})
  void clientsWhoComeBackSoonLoseNothingAfterALoadThatLetItRest(int count) {
    assertHardlyLess(0.98, count, exponentially(100 * MICRO), 8 * SECOND);
  }

  /** That they lose from pauses, and so from rests, must first be found out. */
  @ParameterizedTest
  @ValueSource(longs = {1, 3, 5, 7})
  void clientsWhoThinkLoseHardlyAnything(long thinkMillis) {
    assertHardlyLess(0.95, 64, exponentially(thinkMillis * MILLI), 25 * SECOND);
    assertHardlyLess(0.95, 64, () -> () -> thinkMillis * MILLI, 25 * SECOND);
  }

  private static Supplier<LongSupplier> exponentially(long meanNanos) {
    return () -> {
      SplittableRandom thoughts = new SplittableRandom(SEED);
      return () -> Math.round(-Math.log(1 - thoughts.nextDouble()) * (double) meanNanos);
    };
  }

  private static void assertHardlyLess(
      double share, int count, Supplier<LongSupplier> thoughts, long beforeNanos) {
    long without = closedAfterOpen(count, thoughts.get(), 0, beforeNanos);
    assertThat(closedAfterOpen(count, thoughts.get(), 8 * MILLI, beforeNanos))
        .isGreaterThan(Math.round(share * (double) without));
  }

  private static long closedAfterOpen(
      int count, LongSupplier thinkNanos, long pauseNanos, long beforeNanos) {
    RestOnLoopsTest run = new RestOnLoopsTest();
    run.start(pauseNanos, true);
    run.open(10_000);
    run.time.runTo(2 * SECOND);
    run.open(0);
    run.clients(count, thinkNanos);
    run.time.runTo(2 * SECOND + beforeNanos);
    return run.rate(2 * SECOND);
  }
}

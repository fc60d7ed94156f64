package com.reactive.platform.gateway.microbatch;

import static com.reactive.platform.gateway.microbatch.BrokerModel.MICRO;
import static com.reactive.platform.gateway.microbatch.BrokerModel.MILLI;
import static com.reactive.platform.gateway.microbatch.BrokerModel.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.microbatch.adaptive.FlushLimits;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Two loops whose connections belong to one pool, as those of a load generator, of another
 * service's HTTP client, or of a balancer. The load is open, but each loop's part of it is not: a
 * loop that answers sooner has its connections back in the pool sooner, and takes events from the
 * other. That must not look as if pauses cost rate.
 */
class PauseOnLoopsTest {
  private static final long SEED = 20261125;
  private static final int LOOPS = 2;
  private static final byte[] EVENT = new byte[Simulation.EVENT_BYTES];

  private final VirtualTime time = new VirtualTime();
  private final SplittableRandom random = new SplittableRandom(SEED);
  private StripedBatcher batcher;
  private long completed;

  private void start(long pauseNanos) {
    batcher =
        StripedBatcher.onLoops(
            new BatcherConfig(LOOPS, 4 << 20, 1 << 14, 1 << 20, 20 * MILLI, pauseNanos),
            BatchObserver.NONE,
            time::nanos);
    for (int i = 0; i < LOOPS; i++) {
      batcher.writer(
          i,
          new VirtualLoop(time),
          batch -> time.after(MICRO * (350 + 2L * batch.size()), () -> batch.acked(0, 0)));
    }
  }

  private void submit(int loop, Runnable answered) {
    SubmitResult result =
        batcher
            .writer(loop)
            .submit(
                EVENT,
                0,
                EVENT.length,
                new AckedCompletion(
                    () -> {
                      completed++;
                      answered.run();
                    }));
    assertThat(result).isEqualTo(SubmitResult.ACCEPTED);
  }

  /** Events at a rate of their own, each over the connection that has been free for longest. */
  private final class Pool {
    private final Queue<Integer> freeLoops = new ArrayDeque<>();
    private final double eventsPerSecond;
    private long waiting;

    Pool(int connections, double eventsPerSecond) {
      this.eventsPerSecond = eventsPerSecond;
      for (int i = 0; i < connections; i++) {
        freeLoops.add(i % LOOPS);
      }
      next();
    }

    private void next() {
      double gapNanos = -Math.log(1 - random.nextDouble()) / eventsPerSecond * SECOND;
      time.after(
          Math.round(gapNanos),
          () -> {
            waiting++;
            send();
            next();
          });
    }

    private void send() {
      while (waiting > 0 && !freeLoops.isEmpty()) {
        waiting--;
        int loop = freeLoops.remove();
        submit(
            loop,
            () -> {
              freeLoops.add(loop);
              send();
            });
      }
    }
  }

  private double requestsPerEvent(long nanos) {
    BatcherStats before = batcher.stats();
    time.runTo(time.nanos() + nanos);
    BatcherStats after = batcher.stats();
    return (double) (after.batches() - before.batches()) / (after.messages() - before.messages());
  }

  @ParameterizedTest(name = "{0} events/s over {1} connections, H of {2} ms")
  @CsvSource({
    "20000, 256, 2",
    "20000, 256, 4",
    "20000, 256, 8",
    "10000, 256, 8",
    "10000, 256, 16",
    "5000, 128, 8",
    "20000, 2048, 8"
  })
  void loopsThatShareAPoolOfConnectionsPause(double rate, int connections, long pauseMillis) {
    start(pauseMillis * MILLI);
    new Pool(connections, rate);
    requestsPerEvent(10 * SECOND);
    double fewest = 1 / (rate / LOOPS * pauseMillis * MILLI / SECOND);
    for (int i = 0; i < 5; i++) {
      assertThat(requestsPerEvent(10 * SECOND)).as("%d", i).isLessThan(1.6 * fewest + 0.02);
    }
  }

  /** Clients on both loops who think for long send less because of pauses, and there are none. */
  @Test
  void pausesThatCostRateEndOnAllLoops() {
    start(0);
    clients(128, () -> Math.round(-Math.log(1 - random.nextDouble()) * 5 * MILLI));
    double without = rate(SECOND, 4 * SECOND);
    batcher.flushLimits(new FlushLimits(1 << 20, 20 * MILLI, 8 * MILLI));
    assertThat(rate(8 * SECOND, 4 * SECOND)).isGreaterThan(0.93 * without);
  }

  /** Clients of one loop think for long, and those of the other send at a rate of their own. */
  @Test
  void aLoopWhoseClientsThinkKeepsItsRateBesideAnOpenLoad() {
    start(0);
    for (int i = 0; i < 64; i++) {
      think(0, () -> Math.round(-Math.log(1 - random.nextDouble()) * 5 * MILLI));
    }
    open(1, 10_000);
    double without = rate(SECOND, 4 * SECOND);
    batcher.flushLimits(new FlushLimits(1 << 20, 20 * MILLI, 8 * MILLI));
    assertThat(rate(8 * SECOND, 4 * SECOND)).isGreaterThan(0.93 * without);
  }

  private void open(int loop, double eventsPerSecond) {
    time.after(
        Math.round(-Math.log(1 - random.nextDouble()) / eventsPerSecond * SECOND),
        () -> {
          submit(loop, () -> {});
          open(loop, eventsPerSecond);
        });
  }

  private void clients(int clients, LongSupplier thinkNanos) {
    for (int i = 0; i < clients; i++) {
      think(i % LOOPS, thinkNanos);
    }
  }

  private void think(int loop, LongSupplier thinkNanos) {
    time.after(thinkNanos.getAsLong(), () -> submit(loop, () -> think(loop, thinkNanos)));
  }

  private double rate(long beforeNanos, long nanos) {
    time.runTo(time.nanos() + beforeNanos);
    long before = completed;
    time.runTo(time.nanos() + nanos);
    return (double) (completed - before) / nanos;
  }
}

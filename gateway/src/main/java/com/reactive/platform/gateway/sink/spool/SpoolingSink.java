package com.reactive.platform.gateway.sink.spool;

import com.reactive.platform.gateway.microbatch.Batch;
import com.reactive.platform.gateway.sink.EventSink;
import com.reactive.platform.gateway.sink.SpoolableSink;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Sends batches to Kafka as long as it is there and the spool is empty, else to the spool: an event
 * must not overtake those of its key that wait there.
 *
 * <p>Under a steady load the spool would never be empty, since the next batch is there before the
 * last one is acknowledged. So when little is left, a batch waits for that a moment.
 */
final class SpoolingSink implements EventSink {
  private static final long HAND_OVER_MILLIS = 250;
  private static final long HAND_OVER_EVENTS = 10_000;
  private static final long BLIP_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
  private static final long LOOK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private final Spool spool;
  private final SpoolableSink direct;
  private final BooleanSupplier unreachable;

  /** Whether the direct way was away the last time. The dispatcher's. */
  private boolean wasAway;

  /**
   * @param unreachable whether the topic is known to be out of reach
   */
  SpoolingSink(Spool spool, SpoolableSink direct, BooleanSupplier unreachable) {
    this.spool = spool;
    this.direct = direct;
    this.unreachable = unreachable;
  }

  @Override
  public void send(Batch batch) throws InterruptedException {
    if (!away() && emptyOrSoon()) {
      direct.send(batch);
    } else {
      spool.put(batch);
    }
  }

  private boolean away() {
    if (unreachable.getAsBoolean()) {
      return true;
    }
    long startNanos = System.nanoTime();
    boolean away = direct.isAway();
    while (away && !wasAway && System.nanoTime() - startNanos < BLIP_NANOS) {
      LockSupport.parkNanos(LOOK_AGAIN_NANOS);
      away = direct.isAway() || unreachable.getAsBoolean();
    }
    wasAway = away;
    return away;
  }

  private boolean emptyOrSoon() throws InterruptedException {
    return spool.isEmpty()
        || (spool.events() <= HAND_OVER_EVENTS && spool.awaitEmpty(HAND_OVER_MILLIS));
  }
}

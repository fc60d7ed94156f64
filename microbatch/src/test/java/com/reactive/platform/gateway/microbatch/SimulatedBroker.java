package com.reactive.platform.gateway.microbatch;

import java.util.ArrayDeque;
import java.util.Queue;

/**
 * A {@link BrokerModel} at work in virtual time. It blocks its sender as a real one does: time goes
 * on inside of {@link #send}, with arrivals, completions and ticks, but no pass of the dispatcher.
 */
final class SimulatedBroker implements BatchSender {
  private final BrokerModel model;
  private final VirtualTime time;
  private final Queue<Batch> away = new ArrayDeque<>();
  private double slowness = 1;
  private long stalledUntilNanos;
  private long freeNanos;
  private long cpuNanos;
  private long busyNanos;
  private long sendingSinceNanos = -1;
  private long idleSinceNanos;

  SimulatedBroker(BrokerModel model, VirtualTime time) {
    this.model = model;
    this.time = time;
  }

  @Override
  public void send(Batch batch) {
    sendingSinceNanos = time.nanos();
    while (away.size() == model.maxInFlight()) {
      time.runNext();
    }
    long cpu = model.cpuNanosPerBatch() + batch.size() * model.cpuNanosPerEvent();
    cpuNanos += cpu;
    away.add(batch);
    time.runTo(time.nanos() + cpu);
    busyNanos += time.nanos() - sendingSinceNanos;
    sendingSinceNanos = -1;
    double service = model.serviceNanosPerBatch() + batch.bytes() * model.serviceNanosPerByte();
    freeNanos = Math.max(freeNanos, time.nanos()) + Math.round(service * slowness);
    long doneNanos = freeNanos + Math.round(model.latencyNanos() * slowness);
    time.after(doneNanos - time.nanos(), this::answerOldest);
  }

  /** Answers come in the order of the batches, and none while the broker stalls. */
  private void answerOldest() {
    if (time.nanos() < stalledUntilNanos) {
      time.after(stalledUntilNanos - time.nanos(), this::answerOldest);
      return;
    }
    Batch oldest = away.remove();
    idleSinceNanos = time.nanos();
    oldest.acked(0, 0);
  }

  /** So many times slower, from now on. */
  void slowness(double factor) {
    slowness = factor;
  }

  /** No answer for so long. */
  void stall(long nanos) {
    stalledUntilNanos = time.nanos() + nanos;
    freeNanos = Math.max(freeNanos, stalledUntilNanos);
  }

  boolean isIdle() {
    return away.isEmpty();
  }

  /** Whether it was idle before this very moment, too. */
  boolean wasIdle() {
    return isIdle() && idleSinceNanos < time.nanos();
  }

  /** How long its sender was kept busy so far, by a full pipeline or by the cost of sending. */
  long busyNanos() {
    return sendingSinceNanos < 0 ? busyNanos : busyNanos + time.nanos() - sendingSinceNanos;
  }

  long cpuNanos() {
    return cpuNanos;
  }
}

package com.reactive.platform.kafka.benchmark.subject;

import com.reactive.platform.kafka.benchmark.rig.Outcomes;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Keeps the outcome of each sequence; a second one is an error. From any thread. */
public final class CountingOutcomes implements Outcomes {
  public final Set<Long> acked = ConcurrentHashMap.newKeySet();
  public final Set<Long> notWritten = ConcurrentHashMap.newKeySet();
  public final Set<Long> unknown = ConcurrentHashMap.newKeySet();

  private final Set<Long> all = ConcurrentHashMap.newKeySet();
  private final Set<Long> repeated = ConcurrentHashMap.newKeySet();
  private final Runnable onOutcome;

  public CountingOutcomes() {
    this(() -> {});
  }

  CountingOutcomes(Runnable onOutcome) {
    this.onOutcome = onOutcome;
  }

  public int total() {
    return all.size();
  }

  /** Sequences with more than one outcome, for errors that a client's thread has swallowed. */
  Set<Long> repeated() {
    return repeated;
  }

  @Override
  public void acked(long firstSequence, long intendedNanos) {
    note(acked, firstSequence);
  }

  @Override
  public void notWritten(long firstSequence, long intendedNanos) {
    note(notWritten, firstSequence);
  }

  @Override
  public void unknown(long firstSequence, long intendedNanos) {
    note(unknown, firstSequence);
  }

  private void note(Set<Long> outcome, long sequence) {
    outcome.add(sequence);
    if (!all.add(sequence)) {
      repeated.add(sequence);
      throw new AssertionError("a second outcome of " + sequence);
    }
    onOutcome.run();
  }
}

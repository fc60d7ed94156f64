package com.reactive.platform.kafka.benchmark.subject.http;

import com.reactive.platform.kafka.benchmark.rig.Outcomes;
import java.util.HashSet;
import java.util.Set;

/** Keeps what became of each sequence; a second outcome is an error. */
final class CountingOutcomes implements Outcomes {
  final Set<Long> acked = new HashSet<>();
  final Set<Long> notWritten = new HashSet<>();
  final Set<Long> unknown = new HashSet<>();

  int total() {
    return acked.size() + notWritten.size() + unknown.size();
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
    if (acked.contains(sequence) || notWritten.contains(sequence) || !unknown.add(sequence)) {
      throw new AssertionError("a second outcome of " + sequence);
    }
    unknown.remove(sequence);
    outcome.add(sequence);
  }
}

package com.reactive.platform.kafka.benchmark.jmh;

import java.util.Arrays;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * Times of the writers for equal parts of the work. If the quickest needs f and the slowest s, the
 * slowest has had f / (f + s) of what the two did per second: a half if they are equals.
 */
@State(Scope.Thread)
@AuxCounters(AuxCounters.Type.EVENTS)
public class WriterTimes {
  /** Time of the quickest writer, nanoseconds, summed over the invocations. */
  public long quickestNanos;

  /** Time of the quickest and of the slowest writer, nanoseconds, likewise. */
  public long bothNanos;

  void add(long[] nanos) {
    long quickest = Arrays.stream(nanos).min().orElseThrow();
    quickestNanos += quickest;
    bothNanos += quickest + Arrays.stream(nanos).max().orElseThrow();
  }
}

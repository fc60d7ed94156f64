package com.reactive.platform.gateway.microbatch.adaptive;

import java.util.Objects;

/**
 * The figures of one window of about 10 s. Numbers are taken as they come: a window that cannot be
 * judged (too few events, or a figure that could not be measured and is negative) teaches nothing.
 *
 * @param level the level in force in the window
 * @param limits N and T in force in the window
 * @param events events completed
 * @param bytes bytes of those events
 * @param wallNanos length of the window, nanoseconds
 * @param cpuNanos CPU time that the process spent in the window, all threads, nanoseconds; negative
 *     if unknown
 * @param p99Nanos 99th percentile of submit to completed, nanoseconds; negative if unknown
 * @param waitP99Nanos 99th percentile of submit to handed to the idle sink, nanoseconds; negative
 *     if unknown
 * @param requests sent to the sink
 * @param wireBytes bytes that the sink sent, as they went; negative if unknown
 * @param saturated whether the sink set the rate and not the clients: submits were refused as full,
 *     or a backlog grew or shrank
 * @param steady whether level and limits were the same from the first moment of the window to its
 *     last, and nothing failed; a window that is not steady teaches nothing
 */
public record Observation(
    PressureLevel level,
    FlushLimits limits,
    long events,
    long bytes,
    long wallNanos,
    long cpuNanos,
    long p99Nanos,
    long waitP99Nanos,
    long requests,
    long wireBytes,
    boolean saturated,
    boolean steady) {

  /** Level and limits are never null. */
  public Observation {
    Objects.requireNonNull(level, "level");
    Objects.requireNonNull(limits, "limits");
  }

  /** Of a sink that does not tell what it sent. */
  public Observation(
      PressureLevel level,
      FlushLimits limits,
      long events,
      long bytes,
      long wallNanos,
      long cpuNanos,
      long p99Nanos,
      long waitP99Nanos,
      long requests,
      boolean saturated,
      boolean steady) {
    this(
        level,
        limits,
        events,
        bytes,
        wallNanos,
        cpuNanos,
        p99Nanos,
        waitP99Nanos,
        requests,
        -1,
        saturated,
        steady);
  }

  /** Without requests, and without the time up to the sink. */
  public Observation(
      PressureLevel level,
      FlushLimits limits,
      long events,
      long bytes,
      long wallNanos,
      long cpuNanos,
      long p99Nanos,
      boolean saturated,
      boolean steady) {
    this(level, limits, events, bytes, wallNanos, cpuNanos, p99Nanos, -1, 0, saturated, steady);
  }

  /** The same with another p99. */
  Observation withP99Nanos(long nanos) {
    return new Observation(
        level,
        limits,
        events,
        bytes,
        wallNanos,
        cpuNanos,
        nanos,
        waitP99Nanos,
        requests,
        wireBytes,
        saturated,
        steady);
  }

  /** Bytes that moving the events took: those on the wire, or of the events if that is unknown. */
  long movedBytes() {
    return wireBytes >= 0 ? wireBytes : bytes;
  }
}

package com.reactive.platform.kafka.benchmark.rig;

import com.reactive.platform.kafka.benchmark.result.RunResult.LoadKind;

/**
 * The load of a run.
 *
 * @param name as it stands in the tables, such as {@code 64 connections}
 * @param kind closed or open loop
 * @param lanes load threads, at least 1
 * @param concurrency sends in flight at most, of all lanes, at least one per lane; for HTTP the
 *     connections. In an open loop it is a bound only: what is due beyond it waits, and its wait
 *     counts.
 * @param messagesPerSecond offered, open loop; 0 for a closed one
 * @param warmupSeconds before what is measured; 0 for none
 * @param seconds measured
 * @param messageBytes size of a message, at least {@link MessageFormat#MIN_BYTES}
 * @param payload what fills the messages
 * @param minShare part of what is offered that must be acknowledged for a PASS, open loop; 0 where
 *     more is offered than can be taken, to find out how much that is
 */
public record Load(
    String name,
    LoadKind kind,
    int lanes,
    int concurrency,
    double messagesPerSecond,
    double warmupSeconds,
    double seconds,
    int messageBytes,
    Payload payload,
    double minShare) {
  /** The share that an open loop must reach unless it says otherwise. */
  public static final double MIN_SHARE = 0.95;

  /** A load that must reach {@link #MIN_SHARE} if it is an open loop. */
  public Load(
      String name,
      LoadKind kind,
      int lanes,
      int concurrency,
      double messagesPerSecond,
      double warmupSeconds,
      double seconds,
      int messageBytes,
      Payload payload) {
    this(
        name,
        kind,
        lanes,
        concurrency,
        messagesPerSecond,
        warmupSeconds,
        seconds,
        messageBytes,
        payload,
        MIN_SHARE);
  }

  /** Refuses what cannot be run. */
  public Load {
    require(lanes >= 1, "lanes must be at least 1");
    require(concurrency >= lanes, "concurrency must be at least one per lane");
    require(
        kind == LoadKind.CLOSED ? messagesPerSecond == 0 : messagesPerSecond > 0,
        "an open loop needs a rate, and a closed one has none");
    require(warmupSeconds >= 0 && seconds > 0, "times must be positive");
    require(
        messageBytes >= MessageFormat.MIN_BYTES,
        "a message has at least " + MessageFormat.MIN_BYTES + " bytes");
    require(minShare >= 0 && minShare <= 1, "a share is from 0 to 1");
  }

  /** The same load, of which another part must be acknowledged. */
  public Load withMinShare(double share) {
    return with(lanes, concurrency, warmupSeconds, seconds, payload, share);
  }

  /** The same load with other messages. */
  public Load withPayload(Payload other) {
    return with(lanes, concurrency, warmupSeconds, seconds, other, minShare);
  }

  /** The same load, measured for so long after so long a warm-up. */
  public Load withSeconds(double warmup, double measured) {
    return with(lanes, concurrency, warmup, measured, payload, minShare);
  }

  /** The same load with so many sends in flight, and at most as many lanes. */
  public Load withConcurrency(int sends) {
    return with(Math.min(lanes, sends), sends, warmupSeconds, seconds, payload, minShare);
  }

  private Load with(
      int newLanes,
      int newConcurrency,
      double newWarmup,
      double newSeconds,
      Payload newPayload,
      double newShare) {
    return new Load(
        name,
        kind,
        newLanes,
        newConcurrency,
        messagesPerSecond,
        newWarmup,
        newSeconds,
        messageBytes,
        newPayload,
        newShare);
  }

  /** Sends in flight that one lane may have: they share evenly, the first ones get the rest. */
  int concurrencyOf(int lane) {
    return concurrency / lanes + (lane < concurrency % lanes ? 1 : 0);
  }

  private static void require(boolean met, String otherwise) {
    if (!met) {
      throw new IllegalArgumentException(otherwise);
    }
  }
}

package com.reactive.platform.kafka.benchmark.rig;

import com.reactive.platform.kafka.benchmark.result.RunResult.LoadKind;

/**
 * What is put on a target.
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
    Payload payload) {

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
  }

  private static void require(boolean met, String otherwise) {
    if (!met) {
      throw new IllegalArgumentException(otherwise);
    }
  }
}

package com.reactive.platform.gateway.http;

import java.util.List;
import java.util.stream.IntStream;

/**
 * How busy the data port is, all event loops together.
 *
 * @param lanes in their order
 * @param longestDelayNanos the latest that a loop did what was due, since the start
 * @param recentDelayNanos the same of the last 10 to 20 seconds
 * @param stalls how often a loop was late by a tenth of a second or more
 * @param bodies what the bodies hold that are arriving in pieces
 */
public record HttpLoad(
    List<Lane> lanes, long longestDelayNanos, long recentDelayNanos, long stalls, Bodies bodies) {
  /** Before anything has happened. */
  public static final HttpLoad NONE = new HttpLoad(List.of(), 0, 0, 0, new Bodies(0, 0, 0));

  public HttpLoad {
    lanes = List.copyOf(lanes);
  }

  /**
   * What waits for the outcome of one lane.
   *
   * @param limit so many events may be without an outcome now
   * @param inFlight so many are, of a moment ago
   * @param refused because the limit was reached, since the start
   */
  public record Lane(long limit, long inFlight, long refused) {}

  /**
   * Bodies that are arriving in pieces.
   *
   * @param budgetBytes the most that they may hold together
   * @param heldBytes so much is reserved for them now
   * @param refused requests turned away because it was too little, since the start
   */
  public record Bodies(long budgetBytes, long heldBytes, long refused) {}

  /** From what the loops show; all have the same lanes. */
  static HttpLoad of(
      List<List<InFlightLimiter.Seen>> lanesOfLoops,
      List<EventLoopLag.Seen> delays,
      Bodies bodies) {
    EventLoopLag.Seen delay = delays.stream().reduce(EventLoopLag.NONE, EventLoopLag.Seen::and);
    int count = lanesOfLoops.stream().mapToInt(List::size).min().orElse(0);
    List<Lane> lanes =
        IntStream.range(0, count)
            .mapToObj(lane -> sum(lanesOfLoops.stream().map(loop -> loop.get(lane)).toList()))
            .toList();
    return new HttpLoad(lanes, delay.longestNanos(), delay.recentNanos(), delay.stalls(), bodies);
  }

  private static Lane sum(List<InFlightLimiter.Seen> loops) {
    return new Lane(
        loops.stream().mapToLong(InFlightLimiter.Seen::limit).sum(),
        loops.stream().mapToLong(InFlightLimiter.Seen::inFlight).sum(),
        loops.stream().mapToLong(InFlightLimiter.Seen::refused).sum());
  }
}

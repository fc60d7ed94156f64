package com.reactive.platform.gateway.http;

import com.reactive.platform.gateway.ingest.InFlightLimiter;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The load of the data port, all event loops together.
 *
 * @param pipelines events in flight, by pipeline
 * @param longestDelayNanos the longest lag of a loop, since the start
 * @param recentDelayNanos the same of the last 10 to 20 seconds
 * @param stalls times that a loop was late by a tenth of a second or more
 * @param activeLoops event loops that serve the connections which can move: the first ones
 * @param connections by event loop
 * @param bodies memory of bodies that arrive in pieces
 */
public record HttpLoad(
    List<InFlightLimiter.Load> pipelines,
    long longestDelayNanos,
    long recentDelayNanos,
    long stalls,
    int activeLoops,
    List<Integer> connections,
    Bodies bodies) {
  /** Before anything has happened. */
  public static final HttpLoad NONE =
      new HttpLoad(List.of(), 0, 0, 0, 0, List.of(), new Bodies(0, 0, 0));

  public HttpLoad {
    pipelines = List.copyOf(pipelines);
    connections = List.copyOf(connections);
  }

  /**
   * Bodies that are arriving in pieces.
   *
   * @param budgetBytes the most that they may hold together
   * @param heldBytes so much is reserved for them now
   * @param refused requests turned away because it was too little, since the start
   */
  public record Bodies(long budgetBytes, long heldBytes, long refused) {}

  /** From what the loops show; all have the same pipelines. */
  static HttpLoad of(
      List<List<InFlightLimiter.Load>> loadsOfLoops,
      List<EventLoopLag.Seen> lags,
      int activeLoops,
      List<Integer> connections,
      Bodies bodies) {
    EventLoopLag.Seen lag = lags.stream().reduce(EventLoopLag.NONE, EventLoopLag.Seen::and);
    int count = loadsOfLoops.stream().mapToInt(List::size).min().orElse(0);
    List<InFlightLimiter.Load> pipelines =
        IntStream.range(0, count)
            .mapToObj(
                pipeline -> sum(loadsOfLoops.stream().map(loop -> loop.get(pipeline)).toList()))
            .toList();
    return new HttpLoad(
        pipelines,
        lag.longestNanos(),
        lag.recentNanos(),
        lag.stalls(),
        activeLoops,
        connections,
        bodies);
  }

  private static InFlightLimiter.Load sum(List<InFlightLimiter.Load> loops) {
    return new InFlightLimiter.Load(
        loops.stream().mapToLong(InFlightLimiter.Load::limit).sum(),
        loops.stream().mapToLong(InFlightLimiter.Load::inFlight).sum(),
        loops.stream().mapToLong(InFlightLimiter.Load::refused).sum(),
        loops.stream().mapToLong(InFlightLimiter.Load::overShare).sum());
  }
}

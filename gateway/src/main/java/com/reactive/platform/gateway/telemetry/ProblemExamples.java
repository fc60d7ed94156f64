package com.reactive.platform.gateway.telemetry;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * The problems of one route by their type, each with its latest example. There are as many as there
 * are types. Any thread notes them, one thread samples.
 */
final class ProblemExamples {
  private record Example(String detail, String pointer) {}

  private static final class OfType {
    private final LongAdder count = new LongAdder();
    private volatile Example latest;
    private long seen;
    private long latestMillis;
  }

  private final Map<String, OfType> byType = new ConcurrentHashMap<>();

  /** As {@link RequestMetrics#problem}. */
  void note(String problem, String detail, String pointer) {
    OfType type = byType.computeIfAbsent(problem, unused -> new OfType());
    type.latest = new Example(detail, pointer);
    type.count.increment();
  }

  /** All so far, in no order. */
  List<ProblemSample> sample(String route, long nowMillis) {
    List<ProblemSample> all = new ArrayList<>();
    byType.forEach((problem, type) -> all.add(sample(route, problem, type, nowMillis)));
    return all;
  }

  private static ProblemSample sample(String route, String problem, OfType type, long nowMillis) {
    long count = type.count.sum();
    long since = count - type.seen;
    if (since > 0) {
      type.latestMillis = nowMillis;
    }
    type.seen = count;
    Example latest = type.latest;
    return new ProblemSample(
        route,
        problem,
        count,
        since,
        type.latestMillis,
        latest == null ? "" : latest.detail,
        latest == null ? null : latest.pointer);
  }
}

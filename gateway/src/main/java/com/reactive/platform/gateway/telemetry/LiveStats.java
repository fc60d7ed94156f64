package com.reactive.platform.gateway.telemetry;

import com.reactive.platform.gateway.microbatch.Batch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * What the live page needs beyond the ledger: answers by status and by route, how long they took,
 * and how large batches are. Any thread counts, one thread samples.
 */
public final class LiveStats implements BatchMetrics {
  private static final int MAX_STATUS = 599;
  private static final long MAX_MICROS = TimeUnit.MINUTES.toMicros(10);

  /**
   * A distribution over the last five samples; all 0 if the count is.
   *
   * @param count values
   */
  public record Summary(long count, double mean, long p50, long p99, long p999) {}

  /**
   * What came since the sample before.
   *
   * @param answers by status; 0: the client went away before
   * @param routes the same for each route, by name
   * @param micros how long answers took whose event was taken in: refusals, which are quick, would
   *     make an overloaded gateway look fast
   * @param messages of a batch
   * @param bytes of a batch
   */
  public record Sample(
      Map<Integer, Long> answers,
      List<RouteSample> routes,
      Summary micros,
      Summary messages,
      Summary bytes) {}

  /** The answers of one route, by status, since the sample before. */
  public record RouteSample(String name, Map<Integer, Long> answers) {}

  private final Map<String, Route> routes = new ConcurrentSkipListMap<>();
  private final RecentValues micros = new RecentValues(MAX_MICROS);
  private final RecentValues messages = new RecentValues(1 << 24);
  private final RecentValues bytes = new RecentValues(1 << 30);

  /** The counts of this route: the same for the same name, whenever it is asked for. */
  public RequestMetrics route(String name) {
    return routes.computeIfAbsent(name, newName -> new Route(newName, micros));
  }

  @Override
  public void sending(Batch batch) {
    messages.record(batch.size());
    bytes.record(batch.bytes());
  }

  @Override
  public void completed(String topic, long sinceNanos, Throwable failure) {}

  /** What came since the last call. To be called by one thread, once a second. */
  public Sample sample() {
    Map<Integer, Long> all = new TreeMap<>();
    List<RouteSample> each = new ArrayList<>();
    for (Route route : routes.values()) {
      RouteSample sample = route.sample();
      sample.answers().forEach((status, count) -> all.merge(status, count, Long::sum));
      each.add(sample);
    }
    return new Sample(all, each, micros.sample(), messages.sample(), bytes.sample());
  }

  private static final class Route implements RequestMetrics {
    private final String name;
    private final RecentValues micros;
    private final LongAdder[] answers = new LongAdder[MAX_STATUS + 1];
    private final long[] seen = new long[MAX_STATUS + 1];

    Route(String name, RecentValues micros) {
      this.name = name;
      this.micros = micros;
      for (int status = 0; status <= MAX_STATUS; status++) {
        answers[status] = new LongAdder();
      }
    }

    @Override
    public void ended(int status, String problem, long durationNanos, long bodyBytes) {
      answers[status < 0 || status > MAX_STATUS ? 0 : status].increment();
      if (status / 100 == 2 || status == 504 || "not-written".equals(problem)) {
        micros.record(TimeUnit.NANOSECONDS.toMicros(durationNanos));
      }
    }

    RouteSample sample() {
      Map<Integer, Long> since = new TreeMap<>();
      for (int status = 0; status <= MAX_STATUS; status++) {
        long count = answers[status].sum();
        if (count != seen[status]) {
          since.put(status, count - seen[status]);
          seen[status] = count;
        }
      }
      return new RouteSample(name, since);
    }
  }
}

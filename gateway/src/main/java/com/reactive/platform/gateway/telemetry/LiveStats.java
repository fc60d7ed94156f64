package com.reactive.platform.gateway.telemetry;

import com.reactive.platform.gateway.microbatch.Batch;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongConsumer;

/**
 * What the live page and health need beyond the ledger: responses by status and by route, how long
 * they took, whether that was within their stream's budget, what was wrong with those that were
 * refused, and how large batches are. Any thread counts, one thread samples.
 */
public final class LiveStats implements BatchMetrics {
  private static final int MAX_STATUS = 599;
  private static final long MAX_MICROS = TimeUnit.MINUTES.toMicros(10);
  private static final long NO_BUDGET = Long.MAX_VALUE;

  /** Where few events come, few requests go to a broker. */
  private static final int BROKER_SAMPLES = 10;

  /** So many completions are timed: all events of a batch take about the same. */
  private static final int ONE_OF = 8;

  /**
   * What came since the sample before.
   *
   * @param answers by status; 0: the client went away before
   * @param routes the same for each route, by name
   * @param protocols responses by protocol; of a call, each event's result is one
   * @param micros how long durable responses took: those that waited for Kafka. Rejections and
   *     202s, which are quick, would make an overloaded gateway look fast
   * @param protocolMicros the same by protocol; none of protocols without any since the start
   * @param overBudget how many of these, over the same time, took longer than their route's budget
   * @param shortestBudgetNanos of the routes that have one; {@link Long#MAX_VALUE}: none has
   * @param longestBudgetNanos of the routes that have one; {@link Long#MAX_VALUE}: none has
   * @param messages of a batch
   * @param bytes of a batch
   * @param queueMicros how old the oldest event of a batch was when it was sent
   * @param kafkaMicros from passing an event to the Kafka client until it was written
   * @param brokerMicros from a produce request of the native client to its answer, by broker, over
   *     {@value #BROKER_SAMPLES} samples
   * @param bodyBytes of requests, as they came
   * @param problems all since the start
   */
  public record Sample(
      Map<Integer, Long> answers,
      List<RouteSample> routes,
      Map<ClientProtocol, Long> protocols,
      DistributionSummary micros,
      Map<ClientProtocol, DistributionSummary> protocolMicros,
      long overBudget,
      long shortestBudgetNanos,
      long longestBudgetNanos,
      DistributionSummary messages,
      DistributionSummary bytes,
      DistributionSummary queueMicros,
      DistributionSummary kafkaMicros,
      Map<Integer, DistributionSummary> brokerMicros,
      long bodyBytes,
      List<ProblemSample> problems) {}

  /** The answers of one route, by status, since the sample before. */
  public record RouteSample(String name, Map<Integer, Long> answers) {}

  private final Map<String, Route> routes = new ConcurrentSkipListMap<>();
  private final ProtocolTimes times = new ProtocolTimes(MAX_MICROS);
  private final RecentValues messages = new RecentValues(1 << 24);
  private final RecentValues bytes = new RecentValues(1 << 30);
  private final RecentValues queueMicros = new RecentValues(MAX_MICROS);
  private final RecentValues kafkaMicros = new RecentValues(MAX_MICROS);
  private final Map<Integer, RecentValues> brokers = new ConcurrentSkipListMap<>();
  private final LongAdder bodyBytes = new LongAdder();
  private long bodyBytesBefore;

  private final LongAdder durable = new LongAdder();
  private final LongAdder overBudget = new LongAdder();
  private final Map<ClientProtocol, LongAdder> protocols = new EnumMap<>(ClientProtocol.class);
  private final Map<ClientProtocol, Long> protocolsBefore = new EnumMap<>(ClientProtocol.class);
  private final Deque<Long> overBudgetBefore = new ArrayDeque<>();
  private volatile long shortestBudgetNanos = NO_BUDGET;
  private volatile long longestBudgetNanos = NO_BUDGET;
  private volatile Sample latest =
      new Sample(
          Map.of(),
          List.of(),
          Map.of(),
          DistributionSummary.NONE,
          Map.of(),
          0,
          NO_BUDGET,
          NO_BUDGET,
          DistributionSummary.NONE,
          DistributionSummary.NONE,
          DistributionSummary.NONE,
          DistributionSummary.NONE,
          Map.of(),
          0,
          List.of());

  public LiveStats() {
    for (ClientProtocol protocol : ClientProtocol.values()) {
      protocols.put(protocol, new LongAdder());
    }
  }

  /** The counts of this route: the same for the same name, whenever it is asked for. */
  public RequestMetrics route(String name) {
    return routeOf(name);
  }

  /**
   * These routes and no others have a budget from now on.
   *
   * @param budgetNanos how long a durable response may take, by route
   */
  public void budgets(Map<String, Long> budgetNanos) {
    budgetNanos.keySet().forEach(this::routeOf);
    routes
        .values()
        .forEach(route -> route.budgetNanos = budgetNanos.getOrDefault(route.name, NO_BUDGET));
    shortestBudgetNanos =
        budgetNanos.values().stream().mapToLong(Long::longValue).min().orElse(NO_BUDGET);
    longestBudgetNanos =
        budgetNanos.values().stream().mapToLong(Long::longValue).max().orElse(NO_BUDGET);
  }

  /** Durable responses since the start, of all protocols; of calls, the events. */
  public long durable() {
    return durable.sum();
  }

  /** Durable responses since the start that took longer than their stream's budget. */
  public long overBudget() {
    return overBudget.sum();
  }

  private Route routeOf(String name) {
    return routes.computeIfAbsent(name, Route::new);
  }

  @Override
  public void sending(Batch batch) {
    messages.record(batch.size());
    bytes.record(batch.bytes());
    queueMicros.record(TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - batch.oldestNanos()));
  }

  @Override
  public void completed(String topic, long sinceNanos, Throwable failure) {
    if (failure == null && ThreadLocalRandom.current().nextInt(ONE_OF) == 0) {
      kafkaMicros.record(TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - sinceNanos));
    }
  }

  @Override
  public LongConsumer answers(int brokerId) {
    RecentValues its =
        brokers.computeIfAbsent(brokerId, id -> new RecentValues(MAX_MICROS, BROKER_SAMPLES));
    return nanos -> its.record(TimeUnit.NANOSECONDS.toMicros(nanos));
  }

  /** What came since the last call. To be called by one thread, once a second. */
  public Sample sample() {
    Map<Integer, Long> all = new TreeMap<>();
    List<RouteSample> each = new ArrayList<>();
    List<ProblemSample> problems = new ArrayList<>();
    long nowMillis = System.currentTimeMillis();
    for (Route route : routes.values()) {
      problems.addAll(route.problems.sample(route.name, nowMillis));
      RouteSample sample = route.sample();
      sample.answers().forEach((status, count) -> all.merge(status, count, Long::sum));
      each.add(sample);
    }
    ProtocolTimes.Sample took = times.sample();
    Map<Integer, DistributionSummary> brokerMicros = new TreeMap<>();
    brokers.forEach(
        (broker, values) -> {
          DistributionSummary micros = values.sample();
          if (micros.count() > 0) { // else it may be gone
            brokerMicros.put(broker, micros);
          }
        });
    latest =
        new Sample(
            all,
            each,
            sampleOfProtocols(),
            took.all(),
            took.each(),
            overBudgetLately(),
            shortestBudgetNanos,
            longestBudgetNanos,
            messages.sample(),
            bytes.sample(),
            queueMicros.sample(),
            kafkaMicros.sample(),
            brokerMicros,
            bodyBytesSince(),
            problems);
    return latest;
  }

  private long bodyBytesSince() {
    long now = bodyBytes.sum();
    long since = now - bodyBytesBefore;
    bodyBytesBefore = now;
    return since;
  }

  private Map<ClientProtocol, Long> sampleOfProtocols() {
    Map<ClientProtocol, Long> since = new EnumMap<>(ClientProtocol.class);
    protocols.forEach(
        (protocol, adder) -> {
          long now = adder.sum();
          Long before = protocolsBefore.put(protocol, now);
          since.put(protocol, now - (before == null ? 0 : before));
        });
    return since;
  }

  /** The last sample again, for any thread. */
  public Sample latest() {
    return latest;
  }

  /** Over as many samples as {@link RecentValues} has. */
  private long overBudgetLately() {
    long now = overBudget.sum();
    overBudgetBefore.add(now);
    return now - (overBudgetBefore.size() > RecentValues.SAMPLES ? overBudgetBefore.remove() : 0);
  }

  private final class Route implements RequestMetrics {
    private final String name;

    /** By status; null until there was one. */
    private final AtomicReferenceArray<LongAdder> answers =
        new AtomicReferenceArray<>(MAX_STATUS + 1);

    private final long[] seen = new long[MAX_STATUS + 1];
    private final ProblemExamples problems = new ProblemExamples();
    private volatile long budgetNanos = NO_BUDGET;

    Route(String name) {
      this.name = name;
    }

    @Override
    public void ended(
        ClientProtocol protocol,
        int status,
        String problem,
        long durationNanos,
        long bytes,
        Trace trace) {
      bodyBytes.add(bytes);
      if (!protocol.isRpc()) {
        answered(protocol, status, problem, durationNanos);
      }
    }

    /** The events of calls are what counts: a call may have none, or many. */
    @Override
    public void messageEnded(
        ClientProtocol protocol, int status, String problem, long durationNanos) {
      answered(protocol, status, problem, durationNanos);
    }

    @Override
    public void problem(String type, String detail, String pointer) {
      problems.note(type, detail, pointer);
    }

    private void answered(ClientProtocol protocol, int status, String problem, long durationNanos) {
      protocols.get(protocol).increment();
      count(status < 0 || status > MAX_STATUS ? 0 : status);
      if (status == 201 || status == 504 || "not-written".equals(problem)) {
        durable.increment();
        times.record(protocol, TimeUnit.NANOSECONDS.toMicros(durationNanos));
        if (durationNanos > budgetNanos) {
          overBudget.increment();
        }
      }
    }

    private void count(int status) {
      LongAdder adder = answers.getAcquire(status);
      if (adder == null) {
        answers.compareAndSet(status, null, new LongAdder());
        adder = answers.getAcquire(status);
      }
      adder.increment();
    }

    RouteSample sample() {
      Map<Integer, Long> since = new TreeMap<>();
      for (int status = 0; status <= MAX_STATUS; status++) {
        LongAdder adder = answers.getAcquire(status);
        long count = adder == null ? 0 : adder.sum();
        if (count != seen[status]) {
          since.put(status, count - seen[status]);
          seen[status] = count;
        }
      }
      return new RouteSample(name, since);
    }
  }
}

package com.reactive.platform.kafka.benchmark.rig;

import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.RunResult.Batches;
import com.reactive.platform.kafka.benchmark.result.RunResult.Due;
import com.reactive.platform.kafka.benchmark.result.RunResult.Efficiency;
import com.reactive.platform.kafka.benchmark.result.RunResult.ProcessCost;
import com.reactive.platform.kafka.benchmark.result.RunResult.Rates;
import com.reactive.platform.kafka.benchmark.result.RunResult.Round;
import com.reactive.platform.kafka.benchmark.result.Verdict;
import com.reactive.platform.kafka.benchmark.result.Verification;
import com.reactive.platform.testbed.Median;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/** Sums up the turns that one target had under one load, as {@link RunResult} says. Pure. */
public final class Iterations {
  private final List<RunResult> results;

  private Iterations(List<RunResult> results) {
    this.results = results;
  }

  /**
   * One result for all of them.
   *
   * @param turns in their order, at least one, all of the same target and load
   */
  public static RunResult merge(List<Iteration> turns) {
    if (turns.isEmpty()) {
      throw new IllegalArgumentException("there is nothing to sum up");
    }
    List<RunResult> results = turns.stream().map(Iteration::result).toList();
    Set<String> kinds =
        results.stream().map(r -> r.target() + " under " + r.load()).collect(Collectors.toSet());
    if (kinds.size() > 1) {
      throw new IllegalArgumentException("turns of different kinds: " + kinds);
    }
    Histogram latencies = Latencies.newHistogram();
    turns.forEach(turn -> latencies.add(turn.latencies()));
    return new Iterations(results).merged(latencies);
  }

  private RunResult merged(Histogram latencies) {
    RunResult first = results.get(0);
    List<String> reasons = reasons();
    return new RunResult(
        first.target(),
        first.role(),
        first.load(),
        first.loadKind(),
        first.lanes(),
        first.concurrency(),
        first.offeredPerSecond(),
        first.minShare(),
        first.messageBytes(),
        first.payload(),
        first.messagesPerSend(),
        first.warmupSeconds(),
        results.stream().mapToDouble(RunResult::seconds).sum(),
        results.stream().mapToInt(RunResult::turns).sum(),
        settings(),
        rates(),
        results.stream().flatMap(result -> result.turnRates().stream()).toList(),
        results.size() == 1 ? List.of() : results.stream().map(Round::of).toList(),
        Latencies.of(latencies),
        due(),
        processes(),
        efficiency(),
        verification(),
        batches(),
        first.series(),
        Verdict.of(reasons),
        reasons);
  }

  private List<String> reasons() {
    List<String> reasons = new ArrayList<>();
    for (int i = 0; i < results.size(); i++) {
      String turn = results.size() == 1 ? "" : "turn " + (i + 1) + ": ";
      results.get(i).reasons().forEach(reason -> reasons.add(turn + reason));
    }
    return reasons;
  }

  /** A setting that differs between iterations has all its values. */
  private Map<String, String> settings() {
    Map<String, Set<String>> values = new LinkedHashMap<>();
    results.forEach(
        result ->
            result
                .settings()
                .forEach(
                    (key, value) ->
                        values.computeIfAbsent(key, k -> new LinkedHashSet<>()).add(value)));
    Map<String, String> settings = new LinkedHashMap<>();
    values.forEach((key, seen) -> settings.put(key, String.join(" / ", seen)));
    return settings;
  }

  private Rates rates() {
    boolean transactional = results.stream().allMatch(r -> r.rates().transactional() != null);
    return new Rates(
        median(results, r -> r.rates().send()),
        median(results, r -> r.rates().sustained()),
        transactional ? median(results, r -> r.rates().transactional()) : null,
        median(results, r -> r.rates().megabytesPerSecond()));
  }

  private List<ProcessCost> processes() {
    Map<String, List<ProcessCost>> byName = new LinkedHashMap<>();
    results.forEach(
        result ->
            result
                .processes()
                .forEach(
                    cost ->
                        byName.computeIfAbsent(cost.process(), k -> new ArrayList<>()).add(cost)));
    return byName.entrySet().stream()
        .map(
            entry ->
                new ProcessCost(
                    entry.getKey(),
                    median(entry.getValue(), ProcessCost::cpuMicrosPerMessage),
                    median(entry.getValue(), ProcessCost::cores),
                    entry.getValue().stream()
                        .mapToDouble(ProcessCost::rssMegabytes)
                        .max()
                        .orElse(0)))
        .toList();
  }

  private Efficiency efficiency() {
    List<Efficiency> all =
        results.stream().map(RunResult::efficiency).filter(Objects::nonNull).toList();
    return all.isEmpty()
        ? null
        : new Efficiency(
            medianOfKnown(all, Efficiency::requestsPerThousand),
            medianOfKnown(all, Efficiency::recordsPerRequest),
            medianOfKnown(all, Efficiency::sentBytes),
            medianOfKnown(all, Efficiency::allocatedBytes),
            medianOfKnown(all, Efficiency::submitMicros),
            medianOfKnown(all, Efficiency::wakeUpsPerRequest));
  }

  private Verification verification() {
    List<Verification> all = results.stream().map(RunResult::verification).toList();
    return new Verification(
        all.stream().allMatch(Verification::applicable),
        all.stream().allMatch(Verification::verified),
        sum(all, Verification::sent),
        sum(all, Verification::acked),
        sum(all, Verification::notWritten),
        sum(all, Verification::unknown),
        sum(all, Verification::endOffsets),
        sum(all, Verification::records),
        sum(all, Verification::found),
        sum(all, Verification::lost),
        sum(all, Verification::duplicated),
        sum(all, Verification::phantom),
        answersChecked(all),
        all.stream()
            .map(Verification::detail)
            .filter(detail -> !detail.isEmpty())
            .collect(Collectors.joining("; ")));
  }

  private Due due() {
    List<Due> all = results.stream().map(RunResult::due).filter(Objects::nonNull).toList();
    return all.isEmpty() ? null : new Due(sum(all, Due::messages), sum(all, Due::unsent));
  }

  private static Long answersChecked(List<Verification> all) {
    List<Long> counts =
        all.stream().map(Verification::answersChecked).filter(Objects::nonNull).toList();
    return counts.isEmpty() ? null : (Long) sum(counts, count -> count);
  }

  private Batches batches() {
    List<Batches> all = results.stream().map(RunResult::batches).filter(Objects::nonNull).toList();
    if (all.isEmpty()) {
      return null;
    }
    long count = sum(all, Batches::count);
    double divisor = Math.max(1, count);
    Map<String, Long> reasons = new TreeMap<>();
    all.forEach(b -> b.reasons().forEach((reason, n) -> reasons.merge(reason, n, Long::sum)));
    return new Batches(
        count,
        all.stream().mapToDouble(b -> b.meanMessages() * b.count()).sum() / divisor,
        all.stream().mapToDouble(b -> b.meanBytes() * b.count()).sum() / divisor,
        reasons);
  }

  private static <T> long sum(List<T> all, ToLongFunction<T> figure) {
    return all.stream().mapToLong(figure).sum();
  }

  /** Null if none is known. */
  private static Double medianOfKnown(List<Efficiency> all, Function<Efficiency, Double> figure) {
    List<Double> known = all.stream().map(figure).filter(Objects::nonNull).toList();
    return known.isEmpty() ? null : (Double) median(known, Double::doubleValue);
  }

  private static <T> double median(List<T> all, ToDoubleFunction<T> figure) {
    return Median.of(all.stream().mapToDouble(figure).toArray());
  }
}

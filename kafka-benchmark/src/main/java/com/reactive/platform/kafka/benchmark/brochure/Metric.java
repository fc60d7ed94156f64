package com.reactive.platform.kafka.benchmark.brochure;

import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.RunResult.Efficiency;
import com.reactive.platform.kafka.benchmark.result.RunResult.ProcessCost;
import com.reactive.platform.kafka.benchmark.result.RunResult.Round;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A figure of a run that a threshold can be put on.
 *
 * @param name as it stands in brochures, such as {@code sustained} or {@code cpu:gateway+broker}
 * @param unit of its values
 * @param moreIsBetter whether a larger value is the better one
 * @param of reads it; null where a run does not have it
 */
public record Metric(String name, String unit, boolean moreIsBetter, Function<Round, Double> of) {
  private static final String CPU = "cpu";
  private static final String CPU_OF = "cpu:";

  /** Of few outcomes, a high percentile is just their maximum; of none, it would be the best. */
  private static final Map<String, Integer> OUTCOMES =
      Map.of("p50", 1, "p99", 1_000, "p999", 10_000);

  private static final String SERVER = "server";

  private static final List<String> PROCESSES = List.of("load", "gateway", SERVER, "broker");

  private static final Map<String, Metric> FIXED =
      List.of(
              new Metric("send", "msg/s", true, run -> run.rates().send()),
              new Metric("sustained", "msg/s", true, run -> run.rates().sustained()),
              new Metric("transactional", "msg/s", true, run -> run.rates().transactional()),
              new Metric("megabytes", "MB/s", true, run -> run.rates().megabytesPerSecond()),
              new Metric("p50", "us", false, run -> percentile(run, "p50", run.latency().p50())),
              new Metric("p99", "us", false, run -> percentile(run, "p99", run.latency().p99())),
              new Metric("p999", "us", false, run -> percentile(run, "p999", run.latency().p999())),
              new Metric(
                  "requests",
                  "requests/1,000 msg",
                  false,
                  run -> efficiency(run, Efficiency::requestsPerThousand)),
              new Metric("bytes", "B/msg", false, run -> efficiency(run, Efficiency::sentBytes)),
              new Metric(
                  "allocated", "B/msg", false, run -> efficiency(run, Efficiency::allocatedBytes)),
              new Metric(
                  "wakeups",
                  "wake-ups/request",
                  false,
                  run -> efficiency(run, Efficiency::wakeUpsPerRequest)),
              new Metric(CPU, "us/msg", false, run -> cpu(run, List.of())))
          .stream()
          .collect(Collectors.toMap(Metric::name, metric -> metric));

  static final String ALLOWED =
      "send, sustained, transactional, megabytes, p50, p99, p999, requests, bytes, allocated,"
          + " wakeups, cpu (of all processes), or cpu: and processes of load, gateway, server (the"
          + " gateway where there is none), broker, such as cpu:server+broker";

  /** Empty if there is none of this name. */
  static Optional<Metric> named(String name) {
    if (name.startsWith(CPU_OF)) {
      List<String> processes = List.of(name.substring(CPU_OF.length()).split("\\+", -1));
      return PROCESSES.containsAll(processes) && Set.copyOf(processes).size() == processes.size()
          ? Optional.of(new Metric(name, "us/msg", false, run -> cpu(run, processes)))
          : Optional.empty();
    }
    return Optional.ofNullable(FIXED.get(name));
  }

  OptionalDouble value(RunResult run) {
    return value(run.figures());
  }

  OptionalDouble value(Round run) {
    Double value = of.apply(run);
    return value == null || !Double.isFinite(value)
        ? OptionalDouble.empty()
        : OptionalDouble.of(value);
  }

  /** Returns whether {@code a} is at least as good as {@code b}. */
  boolean atLeastAsGood(double a, double b) {
    return moreIsBetter ? a >= b : a <= b;
  }

  /** Returns whether this is a percentile that is unknown because the run had too few outcomes. */
  boolean hasTooFewOutcomes(RunResult run) {
    return run.latency().count() < OUTCOMES.getOrDefault(name, 0);
  }

  private static Double percentile(Round run, String name, double micros) {
    return run.latency().count() < OUTCOMES.get(name) ? null : micros;
  }

  private static Double cpu(Round run, List<String> names) {
    Set<String> wanted =
        names.stream().map(name -> processOf(name, run)).collect(Collectors.toSet());
    List<ProcessCost> counted =
        run.processes().stream()
            .filter(process -> names.isEmpty() || wanted.contains(process.process()))
            .toList();
    boolean known = names.isEmpty() ? !counted.isEmpty() : counted.size() == wanted.size();
    return known
        ? (Double) counted.stream().mapToDouble(ProcessCost::cpuMicrosPerMessage).sum()
        : null;
  }

  private static Double efficiency(Round run, Function<Efficiency, Double> figure) {
    return run.efficiency() == null ? null : figure.apply(run.efficiency());
  }

  private static String processOf(String name, Round run) {
    return name.equals(SERVER)
        ? run.serverUnderTest().map(ProcessCost::process).orElse(name)
        : name;
  }
}

package com.reactive.platform.kafka.benchmark.brochure;

import com.reactive.platform.kafka.benchmark.report.Format;
import com.reactive.platform.kafka.benchmark.result.Columns;
import com.reactive.platform.kafka.benchmark.result.RoundRatios;
import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.RunResult.LoadKind;
import com.reactive.platform.kafka.benchmark.result.RunResult.ProcessCost;
import com.reactive.platform.kafka.benchmark.result.RunResult.Round;
import com.reactive.platform.kafka.benchmark.result.Table;
import com.reactive.platform.kafka.benchmark.result.Verdict;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * The rate that is possible when the broker works on the same processors: the pairs of targets that
 * a threshold on the sustained rate compares, load by load.
 *
 * <p>Let a request of the target without Kafka take {@code w} microseconds of CPU time, load
 * generator and server together, and let the broker take {@code b} per event of the other one. If
 * the other's server and load generator needed no more than {@code w} either, an event would take
 * {@code w + b}, and where processors are what is short, rates are as CPU times: so {@code w / (w +
 * b)} is the highest ratio of the rates that a server can reach whose way to Kafka costs nothing.
 */
final class FloorTable {
  private static final String BROKER = "broker";
  private static final String NOTE =
      "Load generator, server and broker share the processors. If an event cost the server no more"
          + " than a request without Kafka, its rate would still be lower: at most w / (w + b) of"
          + " it, with w the CPU time of a request without Kafka (load generator and server) and b"
          + " the broker's per event, both of this run. b is lower with fewer and fuller produce"
          + " requests. The bound is meaningful when the cores are busy; with few connections latency"
          + " decides.";

  /** A run under one load, and the target without Kafka under the same. */
  private record Pair(RunResult run, RunResult without) {
    private boolean failed() {
      return run.verdict() == Verdict.FAIL || without.verdict() == Verdict.FAIL;
    }

    /** Not a number where it is unknown. */
    private double ratio() {
      return RoundRatios.median(
              run, without, (one, by) -> one.rates().sustained() / by.rates().sustained())
          .orElse(Double.NaN);
    }

    /** Not a number where it is unknown. */
    private double possible() {
      return RoundRatios.median(
              run, without, (one, by) -> FloorTable.possible(one, by).orElse(Double.NaN))
          .orElse(Double.NaN);
    }
  }

  private FloorTable() {}

  /** Returns whether this threshold compares a pair of targets. */
  static boolean concerns(Threshold threshold) {
    return threshold.metric().name().equals("sustained")
        && threshold.target() != null
        && threshold.versus() != null;
  }

  /** One for each pair of targets that ran. */
  static List<Table> of(List<Threshold> thresholds, List<RunResult> runs) {
    return thresholds.stream()
        .filter(FloorTable::concerns)
        .map(threshold -> List.of(threshold.target(), threshold.versus()))
        .distinct()
        .map(names -> table(names.get(0), names.get(1), runs))
        .filter(table -> !table.rows().isEmpty())
        .toList();
  }

  private static Table table(String target, String versus, List<RunResult> runs) {
    List<Pair> pairs =
        runs.stream()
            .filter(run -> run.target().equals(target) && run.loadKind() == LoadKind.CLOSED)
            .flatMap(
                run ->
                    runs.stream()
                        .filter(other -> other.target().equals(versus))
                        .filter(other -> other.load().equals(run.load()))
                        .limit(1)
                        .map(other -> new Pair(run, other)))
            .toList();
    return new Columns<Pair>()
        .add("Load", of -> of.run.load())
        .add("Rate/s", of -> of.failed() ? "failed" : Format.digits(of.run.rates().sustained()))
        .add("Without Kafka/s", known(of -> Format.digits(of.without.rates().sustained())))
        .add("Ratio", known(of -> Format.ratio(of.ratio())))
        .add("Possible at most", known(of -> ratio(of.possible())))
        .add("Ratio of that", known(of -> ratio(of.ratio() / of.possible())))
        .add("CPU w/o Kafka, µs", known(of -> number(withoutBroker(of.without.figures()))))
        .add("Broker CPU, µs", known(of -> number(broker(of.run.figures()))))
        .add("Cores busy", known(of -> Format.digits(cores(of.run))))
        .table("Rate of " + target + " compared with " + versus, pairs, NOTE);
  }

  /** A cell of a pair of which none failed. */
  private static Function<Pair, String> known(Function<Pair, String> cell) {
    return pair -> pair.failed() ? "-" : cell.apply(pair);
  }

  private static String ratio(double ratio) {
    return Double.isFinite(ratio) ? Format.ratio(ratio) : "unknown";
  }

  private static double cores(RunResult run) {
    return run.processes().stream().mapToDouble(ProcessCost::cores).sum();
  }

  /**
   * The highest ratio of the rates; empty where the CPU times are not known.
   *
   * @param run of the target that writes to Kafka
   * @param without of the one that does not
   */
  static OptionalDouble possible(Round run, Round without) {
    OptionalDouble request = withoutBroker(without);
    OptionalDouble broker = broker(run);
    return request.isPresent() && broker.isPresent()
        ? OptionalDouble.of(request.getAsDouble() / (request.getAsDouble() + broker.getAsDouble()))
        : OptionalDouble.empty();
  }

  /** Microseconds; what the broker did meanwhile, idle or for others, is no part of a request. */
  private static OptionalDouble withoutBroker(Round run) {
    double micros =
        run.processes().stream()
            .filter(process -> !process.process().equals(BROKER))
            .mapToDouble(ProcessCost::cpuMicrosPerMessage)
            .sum();
    return micros > 0 && Double.isFinite(micros)
        ? OptionalDouble.of(micros)
        : OptionalDouble.empty();
  }

  /** Microseconds; empty of a Kafka elsewhere, whose processors are its own. */
  private static OptionalDouble broker(Round run) {
    return run.processes().stream()
        .filter(process -> process.process().equals(BROKER))
        .mapToDouble(ProcessCost::cpuMicrosPerMessage)
        .filter(Double::isFinite)
        .findFirst();
  }

  private static String number(OptionalDouble micros) {
    return micros.isPresent() ? Format.digits(micros.getAsDouble()) : "unknown";
  }
}

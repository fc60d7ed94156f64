package com.reactive.platform.kafka.benchmark.brochure;

import com.reactive.platform.kafka.benchmark.report.Format;
import com.reactive.platform.kafka.benchmark.result.RoundRatios;
import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.RunResult.LoadKind;
import com.reactive.platform.kafka.benchmark.result.RunResult.ProcessCost;
import com.reactive.platform.kafka.benchmark.result.RunResult.Round;
import com.reactive.platform.kafka.benchmark.result.Table;
import com.reactive.platform.kafka.benchmark.result.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What is left of a rate when the broker works on the same processors: the pairs of targets that a
 * threshold on the sustained rate compares, load by load.
 *
 * <p>Let a request of the target without Kafka take {@code w} microseconds of CPU time, load
 * generator and server together, and let the broker take {@code b} per event of the other one. If
 * the other's server and load generator needed no more than {@code w} either, an event would take
 * {@code w + b}, and where processors are what is short, rates are as CPU times: so {@code w / (w +
 * b)} is the highest ratio of the rates that a server can reach whose way to Kafka costs nothing.
 */
final class FloorTable {
  private static final String BROKER = "broker";
  private static final List<String> COLUMNS =
      List.of(
          "Load",
          "Rate/s",
          "Without Kafka/s",
          "Ratio",
          "Possible at most",
          "Ratio of that",
          "CPU w/o Kafka, µs",
          "Broker CPU, µs",
          "Cores busy");
  private static final String NOTE =
      "Load generator, server and broker share the processors, so even events that cost the server"
          + " no more than requests without Kafka would come at a lower rate: possible at most is"
          + " w / (w + b), with w the CPU time of a request without Kafka (load generator and"
          + " server) and b the broker's per event, both of this run; b is less where produce"
          + " requests are fewer and fuller. It says something where the"
          + " cores are busy; with few connections latency decides.";

  /** Two targets that are compared. */
  private record Pair(String target, String versus) {}

  private FloorTable() {}

  /** Whether it has something to say of this threshold. */
  static boolean concerns(Threshold threshold) {
    return threshold.metric().name().equals("sustained")
        && threshold.target() != null
        && threshold.versus() != null;
  }

  /** One for each pair of targets that ran. */
  static List<Table> of(List<Threshold> thresholds, List<RunResult> runs) {
    List<Table> tables = new ArrayList<>();
    thresholds.stream()
        .filter(FloorTable::concerns)
        .map(threshold -> new Pair(threshold.target(), threshold.versus()))
        .distinct()
        .forEach(
            pair -> {
              List<List<String>> rows = rows(pair, runs);
              if (!rows.isEmpty()) {
                String title = "Rate of " + pair.target() + " beside " + pair.versus();
                tables.add(new Table(title, COLUMNS, rows, NOTE));
              }
            });
    return tables;
  }

  private static List<List<String>> rows(Pair pair, List<RunResult> runs) {
    List<List<String>> rows = new ArrayList<>();
    for (RunResult run : runs) {
      Optional<RunResult> without =
          runs.stream()
              .filter(other -> other.target().equals(pair.versus()))
              .filter(other -> other.load().equals(run.load()))
              .findFirst();
      if (run.target().equals(pair.target())
          && run.loadKind() == LoadKind.CLOSED
          && without.isPresent()) {
        rows.add(row(run, without.get()));
      }
    }
    return rows;
  }

  private static List<String> row(RunResult run, RunResult without) {
    if (run.verdict() == Verdict.FAIL || without.verdict() == Verdict.FAIL) {
      return List.of(run.load(), "failed", "-", "-", "-", "-", "-", "-", "-");
    }
    double ratio =
        RoundRatios.median(
                run, without, (one, by) -> one.rates().sustained() / by.rates().sustained())
            .orElse(Double.NaN);
    OptionalDouble possible =
        RoundRatios.median(run, without, (one, by) -> possible(one, by).orElse(Double.NaN));
    return List.of(
        run.load(),
        Format.digits(run.rates().sustained()),
        Format.digits(without.rates().sustained()),
        Format.ratio(ratio),
        possible.isPresent() ? Format.ratio(possible.getAsDouble()) : "unknown",
        possible.isPresent() ? Format.ratio(ratio / possible.getAsDouble()) : "unknown",
        number(withoutBroker(without.figures())),
        number(broker(run.figures())),
        Format.digits(run.processes().stream().mapToDouble(ProcessCost::cores).sum()));
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

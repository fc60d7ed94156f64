package com.reactive.platform.kafka.benchmark.report;

import com.reactive.platform.kafka.benchmark.result.BrochureResult;
import com.reactive.platform.kafka.benchmark.result.Check;
import com.reactive.platform.kafka.benchmark.result.Columns;
import com.reactive.platform.kafka.benchmark.result.Environment;
import com.reactive.platform.kafka.benchmark.result.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The tables beside the results. */
final class DetailTables {
  /** Columns of the table of checks that hold text. */
  static final int CHECK_TEXTS = 3;

  private DetailTables() {}

  static Table checks(List<Check> checks) {
    return new Columns<Check>()
        .add("what", Check::what)
        .add("", of -> of.met() ? "✓ met" : of.binding() ? "✗ NOT MET" : "✗ not met")
        .add("kind", of -> of.binding() ? "must" : "goal")
        .add("required", Check::required)
        .add("measured", Check::actual)
        .table("Checks", checks, "");
  }

  static Table environment(BrochureResult result) {
    Environment of = result.environment();
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("started", Format.when(result.startedAt())));
    rows.add(List.of("took", Format.seconds(result.seconds())));
    rows.add(List.of("commit", of.commit() + ", version " + of.version()));
    rows.add(List.of("JDK", of.jdk()));
    rows.add(List.of("processor", of.cpu() + ", " + of.cores() + " cores" + frequency(of)));
    if (of.cpuFlags() != null) {
      rows.add(List.of("processor flags", of.cpuFlags()));
    }
    rows.add(List.of("memory", Format.whole(of.memoryMegabytes()) + " MB"));
    rows.add(List.of("system", of.kernel()));
    rows.add(List.of("load average before", loadAverage(of.loadAverage())));
    if (of.loadAverageAfter() != null) {
      rows.add(List.of("load average after", loadAverage(of.loadAverageAfter())));
    }
    if (of.stolenShare() != null) {
      rows.add(
          List.of("processor time stolen by the hypervisor", Format.percent(of.stolenShare())));
    }
    rows.add(List.of("Kafka", kafka(of)));
    if (!of.brokerConfig().isEmpty()) {
      rows.add(List.of("broker", settings(of.brokerConfig())));
    }
    return new Table("Environment", List.of("", ""), rows, "");
  }

  /** When, of what and where it was measured, in a line: what matters first. */
  static String ground(BrochureResult result) {
    Environment of = result.environment();
    return Format.joined(
        Format.when(result.startedAt()),
        "took " + Format.seconds(result.seconds()),
        "commit " + of.commit(),
        of.cpu() + ", " + of.cores() + " cores",
        "JDK " + of.jdk(),
        "Kafka " + kafka(of),
        "load average before " + loadAverage(of.loadAverage()),
        of.loadAverageAfter() == null ? "" : "after " + loadAverage(of.loadAverageAfter()),
        of.stolenShare() == null ? "" : Format.percent(of.stolenShare()) + " stolen");
  }

  private static String kafka(Environment of) {
    return (of.kafka() + " " + of.brokerVersion()).strip();
  }

  private static String frequency(Environment of) {
    return of.megahertz() == null ? "" : ", " + Format.digits(of.megahertz()) + " MHz";
  }

  private static String loadAverage(double load) {
    return load < 0 ? "unknown" : Format.digits(load);
  }

  private static String settings(Map<String, String> settings) {
    return new TreeMap<>(settings)
        .entrySet().stream()
            .map(setting -> setting.getKey() + "=" + setting.getValue())
            .collect(Collectors.joining(", "));
  }
}

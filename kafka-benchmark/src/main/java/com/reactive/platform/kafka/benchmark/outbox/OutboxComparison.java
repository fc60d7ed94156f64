package com.reactive.platform.kafka.benchmark.outbox;

import com.reactive.platform.kafka.embedded.EmbeddedKafka;
import com.reactive.platform.outbox.LocalPostgres;
import com.reactive.platform.testbed.Experiment;
import com.reactive.platform.testbed.ExperimentReport;
import com.reactive.platform.testbed.Figure;
import com.reactive.platform.testbed.FolderTree;
import com.reactive.platform.testbed.Machine;
import com.reactive.platform.testbed.Median;
import com.reactive.platform.testbed.ProcStat;
import com.reactive.platform.testbed.TextTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The gateway's outbox beside Debezium: the same database, the same Kafka and the same rows, turn
 * by turn, each relay in a process of its own.
 */
public final class OutboxComparison implements Experiment {
  private static final int PARTITIONS = 6;
  private static final int BROKER_HEAP_MEGABYTES = 1_024;
  private static final int SMALL = 100;
  private static final double TINY = 0.1;
  private static final String OURS = "gateway";
  private static final String WITHOUT = "gateway-without";
  private static final String THEIRS = "debezium";
  private static final String TUNED = "debezium-tuned";
  private static final List<String> RELAYS = List.of(OURS, WITHOUT, THEIRS, TUNED);

  private final ComparisonPlan plan;
  private final List<String> names;
  private final Consumer<String> progress;

  /** By relay and measure, one value of each round. */
  private final Map<String, Map<Measure, List<Double>>> seen = new LinkedHashMap<>();

  /**
   * @param names of the relays to be measured
   * @param progress receives lines for people who wait
   * @throws IllegalArgumentException if there is no such relay
   */
  public OutboxComparison(ComparisonPlan plan, List<String> names, Consumer<String> progress) {
    if (!RELAYS.containsAll(names)) {
      throw new IllegalArgumentException("relays are " + String.join(", ", RELAYS));
    }
    this.plan = plan;
    this.names = List.copyOf(names);
    this.progress = progress;
  }

  @Override
  public ExperimentReport run() throws IOException, InterruptedException {
    if (!ProcStat.isThere()) {
      throw new IOException("CPU time and memory of processes need Linux");
    }
    Machine machine = Machine.current();
    List<Relay> relays = relays();
    Path folder = Files.createTempDirectory("reactive-outbox");
    // Postgres runs as nobody if this is root.
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    try (LocalPostgres database = LocalPostgres.start(folder.resolve("postgres"), 0);
        EmbeddedKafka kafka = kafka(relays.size())) {
      RelayRun.RunKafka log =
          new RelayRun.RunKafka(kafka.bootstrapServers(), kafka.nodes().get(0).pid());
      for (int round = 0; round < plan.rounds(); round++) {
        List<Relay> turn = new ArrayList<>(relays);
        Collections.rotate(turn, -round);
        for (Relay relay : turn) {
          progress.accept("round " + (round + 1) + " of " + plan.rounds() + ": " + relay.name());
          measure(relay, topic(round, relays.indexOf(relay)), folder, database, log);
        }
      }
    } catch (SQLException e) {
      throw new IOException("Postgres: " + e.getMessage(), e);
    } finally {
      FolderTree.delete(folder);
    }
    return report(machine);
  }

  private List<Relay> relays() throws IOException, InterruptedException {
    List<Relay> relays = new ArrayList<>();
    for (String name : names) {
      relays.add(
          switch (name) {
            case OURS -> new GatewayRelay(true);
            case WITHOUT -> new GatewayRelay(false);
            default -> new DebeziumRelay(DebeziumBuild.lib(progress), name.equals(TUNED));
          });
    }
    return relays;
  }

  private EmbeddedKafka kafka(int relays) {
    EmbeddedKafka.Builder builder =
        EmbeddedKafka.builder()
            .fullJit(true)
            .heapMegabytes(BROKER_HEAP_MEGABYTES)
            // The broker's time says when it has a record, whatever a relay writes into it.
            .property("log.message.timestamp.type", "LogAppendTime");
    for (int round = 0; round < plan.rounds(); round++) {
      for (int relay = 0; relay < relays; relay++) {
        builder.topic(topic(round, relay), PARTITIONS);
      }
    }
    return builder.start();
  }

  private static String topic(int round, int relay) {
    return "outbox_" + round + "_" + relay;
  }

  private void measure(
      Relay relay, String name, Path folder, LocalPostgres database, RelayRun.RunKafka kafka)
      throws IOException, InterruptedException, SQLException {
    Path fresh = Files.createDirectory(folder.resolve(name + "_fresh"));
    saw(relay, new RelayRun(plan, database, kafka).fresh(relay, name, fresh));
    if (!relay.name().equals(WITHOUT)) {
      Path loaded = Files.createDirectory(folder.resolve(name));
      saw(relay, new RelayRun(plan, database, kafka).loaded(relay, name, loaded));
    }
  }

  private void saw(Relay relay, Map<Measure, Double> figures) {
    Map<Measure, List<Double>> of =
        seen.computeIfAbsent(relay.name(), name -> new EnumMap<>(Measure.class));
    figures.forEach(
        (measure, value) -> of.computeIfAbsent(measure, any -> new ArrayList<>()).add(value));
  }

  private ExperimentReport report(Machine machine) {
    ExperimentReport report =
        new ExperimentReport("The outbox beside Debezium", machine)
            .setup(plan.text(), plan)
            .table("", table(), "Of several rounds the median, the lowest and the highest.")
            .detail("seen", seen);
    List<Figure> goals = goals();
    return goals.isEmpty() ? report : report.figures(goals);
  }

  private TextTable table() {
    List<String> columns = new ArrayList<>(List.of(""));
    columns.addAll(seen.keySet());
    List<List<String>> rows = new ArrayList<>();
    for (Measure measure : Measure.values()) {
      List<String> row = new ArrayList<>(List.of(measure.text()));
      seen.values().forEach(of -> row.add(cell(of.getOrDefault(measure, List.of()))));
      if (row.stream().skip(1).anyMatch(cell -> !cell.isEmpty())) {
        rows.add(row);
      }
    }
    return new TextTable(columns, 1, rows);
  }

  private static String cell(List<Double> values) {
    if (values.isEmpty()) {
      return "";
    }
    String range =
        values.size() == 1
            ? ""
            : " ("
                + number(Collections.min(values))
                + " to "
                + number(Collections.max(values))
                + ")";
    return number(median(values)) + range;
  }

  private static String number(double value) {
    if (value > 0 && value < TINY) {
      return String.format(Locale.ROOT, "%,.3f", value);
    }
    return String.format(Locale.ROOT, value < SMALL ? "%,.1f" : "%,.0f", value);
  }

  private static double median(List<Double> values) {
    return Median.of(values.stream().mapToDouble(Double::doubleValue).toArray());
  }

  private List<Figure> goals() {
    List<Figure> goals = new ArrayList<>();
    for (String theirs : List.of(THEIRS, TUNED)) {
      if (seen.keySet().containsAll(List.of(OURS, theirs))) {
        goals.add(ratio(Measure.BURST_RATE, theirs).atLeast(3));
        goals.add(ratio(Measure.BURST_CPU, theirs).atMost(0.5));
        goals.add(ratio(Measure.STEADY_CPU, theirs).atMost(0.5));
        goals.add(ratio(Measure.STEADY_P99, theirs).atMost(0.5));
      }
    }
    if (seen.keySet().containsAll(List.of(OURS, WITHOUT))) {
      goals.add(added("RSS of the outbox, no row yet, MiB", Measure.FRESH_RSS).atMost(60));
      goals.add(added("RSS of the outbox, after all rows, MiB", Measure.IDLE_RSS).atMost(60));
    }
    // Two idle JVMs differ by more than the outbox may cost, mostly by what they still compile.
    for (Measure threads : List.of(Measure.FRESH_THREADS_CPU, Measure.IDLE_THREADS_CPU)) {
      if (seen.getOrDefault(OURS, Map.of()).containsKey(threads)) {
        goals.add(Figure.of(OURS, threads.text(), of(OURS, threads)).atMost(0.2));
      }
    }
    return goals;
  }

  private Figure ratio(Measure measure, String theirs) {
    double ratio = of(OURS, measure) / of(theirs, measure);
    return Figure.of("gateway to " + theirs, measure.text(), ratio);
  }

  /** Beyond a gateway that has no outbox and nothing to do. */
  private Figure added(String name, Measure measure) {
    Measure fresh = measure == Measure.IDLE_RSS ? Measure.FRESH_RSS : measure;
    return Figure.of("", name, of(OURS, measure) - of(WITHOUT, fresh));
  }

  private double of(String relay, Measure measure) {
    return median(seen.get(relay).getOrDefault(measure, List.of()));
  }
}

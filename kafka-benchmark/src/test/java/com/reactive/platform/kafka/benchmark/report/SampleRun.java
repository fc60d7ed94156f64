package com.reactive.platform.kafka.benchmark.report;

import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.RunResult.Batches;
import com.reactive.platform.kafka.benchmark.result.RunResult.Due;
import com.reactive.platform.kafka.benchmark.result.RunResult.Efficiency;
import com.reactive.platform.kafka.benchmark.result.RunResult.Latency;
import com.reactive.platform.kafka.benchmark.result.RunResult.LoadKind;
import com.reactive.platform.kafka.benchmark.result.RunResult.Percentile;
import com.reactive.platform.kafka.benchmark.result.RunResult.Point;
import com.reactive.platform.kafka.benchmark.result.RunResult.ProcessCost;
import com.reactive.platform.kafka.benchmark.result.RunResult.Rates;
import com.reactive.platform.kafka.benchmark.result.RunResult.Role;
import com.reactive.platform.kafka.benchmark.result.Verdict;
import com.reactive.platform.kafka.benchmark.result.Verification;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Makes one run up. The same calls make the same run. */
final class SampleRun {
  private static final double SECONDS = 30;
  private static final int BYTES = 128;

  private final String target;
  private final Role role;
  private final String load;
  private double rate;
  private Double offered;
  private double slowness = 1;
  private int turns = 1;
  private int inFlight = 64;
  private long lost;
  private boolean kafka = true;
  private Map<String, String> replication = Map.of();
  private String process = "";
  private boolean batches;
  private String level;
  private String levelBefore;

  SampleRun(String target, Role role, String load) {
    this.target = target;
    this.role = role;
    this.load = load;
  }

  SampleRun rate(double perSecond) {
    rate = perSecond;
    return this;
  }

  SampleRun offered(Double perSecond) {
    offered = perSecond;
    return this;
  }

  SampleRun inFlight(int sends) {
    inFlight = sends;
    return this;
  }

  SampleRun slowness(double factor) {
    slowness = factor;
    return this;
  }

  SampleRun turns(int count) {
    turns = count;
    return this;
  }

  SampleRun lost(long messages) {
    lost = messages;
    return this;
  }

  SampleRun replicas(int count, int inSync) {
    replication =
        Map.of(
            RunResult.REPLICAS, Integer.toString(count),
            RunResult.MIN_IN_SYNC, Integer.toString(inSync));
    return this;
  }

  SampleRun gateway() {
    process = "gateway";
    return batches("");
  }

  SampleRun server() {
    process = "server";
    return this;
  }

  SampleRun withoutKafka() {
    kafka = false;
    return this;
  }

  SampleRun batches(String of) {
    batches = of != null;
    return this;
  }

  SampleRun level(String now, String before) {
    level = now;
    levelBefore = before;
    return batches("");
  }

  RunResult build() {
    double micros = slowness * (900 + 2e7 / (rate + 5_000));
    long sent = Math.round(rate * (SECONDS * turns + 5));
    List<String> reasons = lost == 0 ? List.of() : List.of("lost " + lost + " messages");
    return new RunResult(
        target,
        role,
        load,
        offered == null ? LoadKind.CLOSED : LoadKind.OPEN,
        2,
        inFlight,
        offered,
        offered == null ? null : 0.95,
        BYTES,
        "random",
        1,
        5,
        SECONDS * turns,
        turns,
        settings(),
        rates(rate),
        turnRates(),
        List.of(),
        latency(micros, Math.round(rate * SECONDS)),
        offered == null ? null : new Due(Math.round(offered * SECONDS), 0),
        processes(),
        efficiency(),
        verification(sent),
        batches ? new Batches(sent / 200 + 1, 200, 200 * BYTES, Map.of("idle", 9L, "N", 4L)) : null,
        series(micros),
        Verdict.of(reasons),
        reasons);
  }

  static RunResult slower(RunResult of, double factor) {
    Rates rates = of.rates();
    return new RunResult(
        of.target(),
        of.role(),
        of.load(),
        of.loadKind(),
        of.lanes(),
        of.concurrency(),
        of.offeredPerSecond(),
        of.minShare(),
        of.messageBytes(),
        of.payload(),
        of.messagesPerSend(),
        of.warmupSeconds(),
        of.seconds(),
        of.turns(),
        of.settings(),
        new Rates(
            rates.send() / factor,
            rates.sustained() / factor,
            rates.transactional() == null ? null : rates.transactional() / factor,
            rates.megabytesPerSecond() / factor),
        of.turnRates(),
        of.rounds(),
        of.latency(),
        of.due(),
        of.processes(),
        of.efficiency(),
        of.verification(),
        of.batches(),
        of.series(),
        of.verdict(),
        of.reasons());
  }

  private Rates rates(double perSecond) {
    return new Rates(
        perSecond * 1.04, perSecond, kafka ? perSecond : null, perSecond * BYTES / 1e6);
  }

  private Map<String, String> settings() {
    Map<String, String> settings = new HashMap<>(replication);
    if (kafka) {
      settings.put("acks", "all");
      settings.put("linger.ms", "5");
      settings.put("batch.size", "131072");
      settings.put("compression", "none");
    }
    return settings;
  }

  private List<Double> turnRates() {
    List<Double> rates = new ArrayList<>();
    for (int turn = 0; turn < turns; turn++) {
      rates.add(rate * (0.94 + 0.06 * turn));
    }
    return rates;
  }

  private static Latency latency(double median, long count) {
    List<Percentile> percentiles = new ArrayList<>();
    double beyond = 1;
    for (int step = 0; step <= 60; step++, beyond /= 1.22) {
      percentiles.add(new Percentile(100 * (1 - beyond), at(median, beyond)));
    }
    percentiles.add(new Percentile(100, at(median, 1e-6)));
    return new Latency(
        count,
        median * 1.2,
        at(median, 0.5),
        at(median, 0.1),
        at(median, 0.01),
        at(median, 0.001),
        at(median, 1e-6),
        percentiles);
  }

  private static double at(double median, double beyond) {
    double nines = -Math.log10(beyond);
    return median * (0.4 + 0.6 * nines + (nines > 2.5 ? 3 * (nines - 2.5) : 0));
  }

  private List<ProcessCost> processes() {
    double micros = slowness * (4 + 60_000 / (rate + 500));
    List<ProcessCost> costs = new ArrayList<>();
    costs.add(new ProcessCost("load", micros * 0.4, 0.7, 210));
    if (!process.isEmpty()) {
      costs.add(new ProcessCost(process, micros * 0.7, 0.9, 330));
    }
    if (kafka) {
      costs.add(new ProcessCost("broker", micros * 0.3, 0.4, 640));
    }
    return costs;
  }

  private Efficiency efficiency() {
    return process.equals("gateway")
        ? new Efficiency(kafka ? 12.5 : 0, 80.0, 234.5, 4_321.0, 0.4, 2.5)
        : null;
  }

  private Verification verification(long sent) {
    return kafka
        ? new Verification(
            true,
            lost == 0,
            sent,
            sent,
            0,
            0,
            sent - lost,
            sent - lost,
            sent - lost,
            lost,
            0,
            0,
            null,
            lost == 0 ? "" : "sequence 17 of lane 0 is not there")
        : new Verification(false, false, sent, sent, 0, 0, 0, 0, 0, 0, 0, 0, null, "");
  }

  private List<Point> series(double micros) {
    List<Point> points = new ArrayList<>();
    for (int half = 1; half <= SECONDS * 2; half++) {
      double wobble = 1 + 0.06 * Math.sin(half * 1.7 + rate) + (half == 31 ? -0.35 : 0);
      String now = half < 8 && levelBefore != null ? levelBefore : level;
      points.add(
          new Point(
              half / 2.0,
              rate * wobble,
              micros / wobble,
              micros / wobble * 2.6,
              batches ? Math.max(1, rate / 1_000 * wobble) : null,
              now,
              now == null ? null : 65_536 << numberOf(now),
              now == null ? null : 500.0 * (1 << numberOf(now)),
              now == null ? null : 0.0));
    }
    return points;
  }

  /** From 1 to 10. */
  private static int numberOf(String level) {
    return Integer.parseInt(level.substring(1, level.indexOf('_')));
  }
}

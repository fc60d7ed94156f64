package com.reactive.platform.kafka.benchmark.report;

import com.reactive.platform.kafka.benchmark.result.BrochureResult;
import com.reactive.platform.kafka.benchmark.result.Check;
import com.reactive.platform.kafka.benchmark.result.Environment;
import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.RunResult.Role;
import com.reactive.platform.kafka.benchmark.result.Table;
import com.reactive.platform.kafka.benchmark.result.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Made-up results of all shapes; nothing in them was measured. */
final class SampleResults {
  static final String STARTED = "2026-11-21T16:40:12Z";

  private static final List<String> LEVELS =
      List.of(
          "L1_REALTIME",
          "L2_FAST",
          "L3_LOW",
          "L4_MODERATE",
          "L5_BALANCED",
          "L6_THROUGHPUT",
          "L7_HIGH",
          "L8_AGGRESSIVE",
          "L9_EXTREME",
          "L10_MAX");

  private SampleResults() {}

  static List<BrochureResult> all() {
    return List.of(
        single(),
        comparison(),
        ramp(),
        sweep(16, 8),
        sweep(5, 3),
        stages(),
        ceiling(),
        failed(),
        fastestFails());
  }

  /** One target, one load. */
  static BrochureResult single() {
    RunResult run = new SampleRun("producer", Role.SUBJECT, "64 in flight").rate(81_204).build();
    return result("kafka-durable", "Plain producer, acks=all", List.of(run));
  }

  /** Seven targets, one load, three turns. */
  static BrochureResult comparison() {
    List<RunResult> runs = new ArrayList<>();
    String[] names = {
      "producer",
      "StripedBatcher",
      "AdaptiveBatcher",
      "LinkedQueueBatcher",
      "LockedBatcher",
      "RingBatcher",
      "BULK 1,000 per send"
    };
    double[] rates = {412_000, 655_300, 641_900, 288_400, 301_750, 522_000, 2_060_000};
    for (int index = 0; index < names.length; index++) {
      Role role = index == 0 ? Role.BASELINE : index < 3 ? Role.SUBJECT : Role.RIVAL;
      runs.add(
          new SampleRun(names[index], index == 6 ? Role.CEILING : role, "flat out")
              .rate(rates[index])
              .turns(3)
              .batches(index == 0 ? null : "StripedBatcher")
              .build());
    }
    return result("batcher-comparison", "Every batcher beside the plain producer", runs);
  }

  /** One target, ten loads, with levels. */
  static BrochureResult ramp() {
    List<RunResult> runs = new ArrayList<>();
    double[] rates = {10, 50, 300, 1_000, 5_000, 25_000, 100_000, 500_000, 900_000, 1_100_000};
    for (int index = 0; index < rates.length; index++) {
      runs.add(
          new SampleRun("AdaptiveBatcher", Role.SUBJECT, LEVELS.get(index))
              .rate(rates[index])
              .offered(rates[index] * (index < 8 ? 1 : 1.5))
              .level(LEVELS.get(index), index == 0 ? LEVELS.get(4) : LEVELS.get(index - 1))
              .build());
    }
    BrochureResult plain =
        result("adaptive-ramp", "From 10 messages a second to all it takes", runs);
    Table table =
        new Table(
            "Levels",
            List.of("Level", "Target", "Achieved", "Latency", "BatchSize", "Interval"),
            List.of(
                List.of("L1_REALTIME", "10/s", "10/s", "4.5 µs", "64 KiB", "0.5 ms"),
                List.of("L10_MAX", "MAX", "1,100,000/s", "0.8 µs", "64 MiB (+100 %)", "15 s")),
            "");
    return with(plain, List.of(), List.of(table));
  }

  /** Many targets, many loads: the subject and static pairs. */
  static BrochureResult sweep(int targets, int loads) {
    List<RunResult> runs = new ArrayList<>();
    double[] rates = {10, 100, 1_000, 5_000, 10_000, 20_000, 38_000, 41_000, 43_000, 45_000};
    String[] names = {
      "10/s",
      "100/s",
      "1,000/s",
      "5,000/s",
      "10,000/s",
      "20,000/s",
      "64 connections",
      "256 connections"
    };
    int[] lingers = {0, 1, 5, 20, 100};
    String[] sizes = {"16 KB", "128 KB", "1 MB"};
    for (int load = 0; load < loads; load++) {
      for (int target = 0; target < targets; target++) {
        int pair = target - 1;
        String name =
            target == 0 ? "adaptive" : "linger " + lingers[pair / 3] + " ms, " + sizes[pair % 3];
        double handicap = target == 0 ? 1 : 0.6 + 0.4 * ((target * 7 + load * 3) % 11) / 10.0;
        runs.add(
            new SampleRun(name, target == 0 ? Role.SUBJECT : Role.RIVAL, names[load])
                .rate(load < 6 ? rates[load] : rates[load] * handicap)
                .offered(load < 6 ? rates[load] : null)
                .slowness(1 / handicap * (1 + (target == 0 ? 0 : lingers[pair / 3] / 4.0)))
                .gateway()
                .turns(3)
                .build());
      }
    }
    return result(
        targets > 9 ? "learned-vs-fixed" : "learned-vs-few",
        "Adaptive against every static pair",
        runs);
  }

  /** Three targets at three loads; the fastest at the middle one lost messages. */
  static BrochureResult fastestFails() {
    List<RunResult> runs = new ArrayList<>();
    for (String load : List.of("low", "middle", "high")) {
      boolean fails = load.equals("middle");
      SampleRun liar = new SampleRun("liar", Role.RIVAL, load).rate(fails ? 5_000 : 900);
      runs.add(new SampleRun("subject", Role.SUBJECT, load).rate(1_000).build());
      runs.add((fails ? liar.lost(3) : liar).build());
      runs.add(new SampleRun("rival", Role.RIVAL, load).rate(800).build());
    }
    return result("fastest-fails", "The fastest lost messages", runs);
  }

  /** With a table of its own. */
  static BrochureResult stages() {
    RunResult run =
        new SampleRun("gateway over HTTP", Role.SUBJECT, "64 connections")
            .rate(31_400)
            .gateway()
            .build();
    Table stages =
        new Table(
            "Time per stage",
            List.of("Stage", "µs", "% of total"),
            List.of(
                List.of("Parse", "1.42", "0.1 %"),
                List.of("IDGen", "0.08", "0.0 %"),
                List.of("Event", "0.21", "0.0 %"),
                List.of("Avro", "0.66", "0.0 %"),
                List.of("Stripe", "310", "15.2 %"),
                List.of("Kafka", "1,690", "82.9 %"),
                List.of("Response", "36.2", "1.8 %")),
            "Mean of all requests.");
    return with(
        result("gateway-stages", "Where the time of a request goes", List.of(run)),
        List.of(),
        List.of(stages));
  }

  /** Without Kafka. */
  static BrochureResult ceiling() {
    List<RunResult> runs = new ArrayList<>();
    String[] names = {"NIO, one thread", "virtual threads", "Netty", "Spring WebFlux", "gateway"};
    for (int target = 0; target < names.length; target++) {
      for (String load : List.of("8 connections", "64 connections", "256 connections")) {
        Role role = target == 4 ? Role.SUBJECT : target == 0 ? Role.CEILING : Role.RIVAL;
        double rate = 100_000.0 / (1 + target) * (load.startsWith("8 ") ? 0.5 : 1);
        runs.add(
            new SampleRun(names[target], role, load).rate(rate).server().withoutKafka().build());
      }
    }
    return result("http-ceiling", "What HTTP alone can do", runs);
  }

  /** Lost a message, and missed a check. */
  static BrochureResult failed() {
    RunResult bad =
        new SampleRun("producer <script>alert(1)</script>", Role.SUBJECT, "64 in flight")
            .rate(900)
            .lost(3)
            .build();
    BrochureResult plain =
        result("kafka-tuned", "Plain producer, acks=1 <script>alert(2)</script>", List.of(bad));
    Check missed = new Check("sustained rate of producer, msg/s", ">= 1,000", "900", false, true);
    Check goal = new Check("p99 of producer", "<= 10 ms", "12.1 ms", false, false);
    return with(plain, List.of(missed, goal), List.of());
  }

  static BrochureResult with(BrochureResult of, List<Check> checks, List<Table> tables) {
    return new BrochureResult(
        of.schema(),
        of.brochure(),
        of.title(),
        of.description(),
        of.command(),
        of.startedAt(),
        of.seconds(),
        of.quick(),
        of.verdict(),
        of.reasons(),
        of.environment(),
        of.runs(),
        checks.isEmpty() ? of.checks() : checks,
        tables,
        of.notes());
  }

  /** The same runs at another time, and slower by a factor. */
  static BrochureResult again(BrochureResult of, String startedAt, double factor) {
    return new BrochureResult(
        of.schema(),
        of.brochure(),
        of.title(),
        of.description(),
        of.command(),
        startedAt,
        of.seconds(),
        of.quick(),
        of.verdict(),
        of.reasons(),
        of.environment(),
        of.runs().stream().map(run -> SampleRun.slower(run, factor)).toList(),
        of.checks(),
        of.tables(),
        of.notes());
  }

  /** The same runs in their short form, at another time. */
  static BrochureResult quick(BrochureResult of, String startedAt, List<String> reasons) {
    return new BrochureResult(
        of.schema(),
        of.brochure(),
        of.title(),
        of.description(),
        of.command() + " --quick",
        startedAt,
        of.seconds(),
        true,
        Verdict.of(reasons),
        reasons,
        of.environment(),
        of.runs(),
        of.checks(),
        of.tables(),
        of.notes());
  }

  static BrochureResult result(String brochure, String title, List<RunResult> runs) {
    List<String> reasons =
        runs.stream()
            .flatMap(run -> run.reasons().stream().map(why -> run.target() + ": " + why))
            .toList();
    return new BrochureResult(
        BrochureResult.SCHEMA,
        brochure,
        title,
        "What a well tuned KafkaProducer puts into Kafka when every in-sync replica has to have a"
            + " message before it counts. It is the baseline that everything else stands beside.",
        "./reactive bench brochure run " + brochure,
        STARTED,
        94.2,
        false,
        Verdict.of(reasons),
        reasons,
        environment(),
        runs,
        List.of(
            new Check("sustained rate, msg/s", ">= 1,000", "81,204", true, true),
            new Check("rate beside the baseline", ">= 0.95", "1.32", true, false)),
        List.of(),
        List.of(
            "One broker on the same machine: all in-sync replicas are one replica.",
            "Load, target and broker share two cores, so each takes from the others."));
  }

  static Environment environment() {
    return new Environment(
        "e993d36",
        "0.1.0",
        "17.0.15 Eclipse Adoptium",
        "Example CPU E5 2.60GHz",
        2,
        7_950,
        "Linux 6.1.0",
        0.42,
        "embedded",
        "4.3.1",
        Map.of(
            "num.io.threads",
            "8",
            "log.flush.interval.messages",
            "none",
            "min.insync.replicas",
            "1"),
        2_600.0,
        "sse4_2 avx2",
        1.9,
        0.0125);
  }
}

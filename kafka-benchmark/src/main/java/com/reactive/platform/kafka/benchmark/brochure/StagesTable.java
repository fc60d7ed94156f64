package com.reactive.platform.kafka.benchmark.brochure;

import com.reactive.platform.kafka.benchmark.report.Format;
import com.reactive.platform.kafka.benchmark.result.Columns;
import com.reactive.platform.kafka.benchmark.result.Table;
import com.reactive.platform.kafka.benchmark.subject.http.StageTime;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The latency breakdown of a gateway under one load. */
final class StagesTable {
  private static final String TOTAL = "total";
  private static final Map<String, String> NAMES =
      Map.of("ids", "IDGen", "answer", "Response", TOTAL, "Total");
  private static final String NOTE =
      "Of %s events of the last iteration under this load, its warm-up included. Each stage begins"
          + " where the previous one ends. Stripe: into the batcher's stripe. Kafka: batching,"
          + " client and broker, until the acknowledgement. Hop: back to the event loop. Flush:"
          + " until the response is in the socket.";

  private StagesTable() {}

  static Table table(String target, String load, List<StageTime> stages) {
    StageTime total =
        stages.stream().filter(stage -> stage.stage().equals(TOTAL)).findFirst().orElseThrow();
    return new Columns<StageTime>()
        .add("Stage", of -> NAMES.getOrDefault(of.stage(), capitalized(of.stage())))
        .add("Mean µs", of -> Format.digits(of.meanMicros()))
        .add("% of total", of -> share(of.meanMicros(), total.meanMicros()))
        .add("p50 µs", of -> Format.digits(of.p50Micros()))
        .add("p99 µs", of -> Format.digits(of.p99Micros()))
        .table(
            "Time per stage: " + target + ", " + load,
            stages,
            NOTE.formatted(Format.digits((double) total.count())));
  }

  private static String share(double part, double whole) {
    return whole > 0 ? String.format(Locale.ROOT, "%.1f %%", 100 * part / whole) : "-";
  }

  private static String capitalized(String text) {
    return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
  }
}

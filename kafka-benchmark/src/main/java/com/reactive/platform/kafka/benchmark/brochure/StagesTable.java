package com.reactive.platform.kafka.benchmark.brochure;

import com.reactive.platform.kafka.benchmark.report.Format;
import com.reactive.platform.kafka.benchmark.result.Table;
import com.reactive.platform.kafka.benchmark.subject.http.StageTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Where the gateway's time went, stage by stage; a table for each gateway and load. */
final class StagesTable {
  private static final String TOTAL = "total";
  private static final Map<String, String> NAMES =
      Map.of("ids", "IDGen", "answer", "Response", TOTAL, "Total");
  private static final List<String> COLUMNS =
      List.of("Stage", "Mean µs", "% of total", "p50 µs", "p99 µs");
  private static final String NOTE =
      " events of the last turn under this load, its warm-up included. Each stage begins where the"
          + " one before it ends. Stripe: into the batcher's stripe. Kafka: batching, client and"
          + " broker, until the acknowledgement. Hop: back to the event loop. Flush: until the"
          + " answer is in the socket.";

  private StagesTable() {}

  static Table table(String target, String load, List<StageTime> stages) {
    StageTime total =
        stages.stream().filter(stage -> stage.stage().equals(TOTAL)).findFirst().orElseThrow();
    List<List<String>> rows = new ArrayList<>();
    for (StageTime stage : stages) {
      rows.add(
          List.of(
              NAMES.getOrDefault(stage.stage(), capitalized(stage.stage())),
              Format.digits(stage.meanMicros()),
              share(stage.meanMicros(), total.meanMicros()),
              Format.digits(stage.p50Micros()),
              Format.digits(stage.p99Micros())));
    }
    return new Table(
        "Time per stage: " + target + ", " + load,
        COLUMNS,
        rows,
        "Of " + Format.digits((double) total.count()) + NOTE);
  }

  private static String share(double part, double whole) {
    return whole > 0 ? String.format(Locale.ROOT, "%.1f %%", 100 * part / whole) : "-";
  }

  private static String capitalized(String text) {
    return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
  }
}

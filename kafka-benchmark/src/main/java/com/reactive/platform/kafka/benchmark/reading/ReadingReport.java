package com.reactive.platform.kafka.benchmark.reading;

import com.reactive.platform.testbed.ExperimentReport;
import com.reactive.platform.testbed.Figure;
import com.reactive.platform.testbed.Machine;
import com.reactive.platform.testbed.TextTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The figures of readers, and how they compare. */
final class ReadingReport {
  private static final List<String> COLUMNS =
      List.of(
          "reader",
          "records/s",
          "records per CPU second",
          "CPU us per record",
          "x KafkaConsumer, per s",
          "per CPU s",
          "RSS, MiB",
          "bytes allocated per record");

  /** One reader is to be so many times as fast as another. */
  private record Goal(ReaderKind reader, ReaderKind beside, double atLeast) {}

  private static final List<Goal> GOALS =
      List.of(
          new Goal(ReaderKind.VISITOR, ReaderKind.CONSUMER, 4),
          new Goal(ReaderKind.ITERATOR, ReaderKind.CONSUMER, 1.8),
          new Goal(ReaderKind.EVENTS, ReaderKind.CONSUMER_AVRO, 1.5),
          new Goal(ReaderKind.VISITOR, ReaderKind.FRANZ_GO, 1.2),
          new Goal(ReaderKind.VISITOR, ReaderKind.LIBRDKAFKA, 1.2));

  private final ExperimentReport report;
  private final List<Figure> ratios = new ArrayList<>();
  private final Map<String, Map<ReaderKind, List<ReadingPass>>> all = new LinkedHashMap<>();

  ReadingReport(Machine machine, ReadingPlan plan) {
    report =
        new ExperimentReport("Reading", machine)
            .setup(
                ("Topics of %,d counter events of %d bytes as JSON, with the gateway's headers; an"
                        + " embedded Kafka of one node. Each reader has a process of its own and"
                        + " reads the topic %d times, in turns with the others, after %d unmeasured"
                        + " time; medians. CPU time is that of the reader's process.")
                    .formatted(
                        plan.records(), TopicFiller.EVENT_BYTES, plan.rounds(), plan.warmUps()),
                plan);
  }

  void add(TopicLayout topic, Map<ReaderKind, List<ReadingPass>> passes) {
    all.put(topic.label(), passes);
    List<List<String>> rows = new ArrayList<>();
    passes.forEach((kind, its) -> rows.add(row(kind, its, base(kind, passes))));
    report.table(topic.label(), new TextTable(COLUMNS, 1, rows), "");
    for (Goal goal : GOALS) {
      List<ReadingPass> its = passes.get(goal.reader());
      List<ReadingPass> others = passes.get(goal.beside());
      if (its != null && others != null) {
        String name = goal.reader().text() + " / " + goal.beside().text();
        ratios.add(ratio(topic, name + ", per s", its, others, ReadingPass::perSecond, goal));
        ratios.add(
            ratio(topic, name + ", per CPU s", its, others, ReadingPass::perCpuSecond, goal));
      }
    }
  }

  private static Figure ratio(
      TopicLayout topic,
      String name,
      List<ReadingPass> its,
      List<ReadingPass> others,
      ToDoubleFunction<ReadingPass> figure,
      Goal goal) {
    double value = ReadingPass.median(its, figure) / ReadingPass.median(others, figure);
    return Figure.of(topic.label(), name, value).atLeast(goal.atLeast());
  }

  /** What a reader is compared with in the table: that which does the same for its caller. */
  private static List<ReadingPass> base(
      ReaderKind kind, Map<ReaderKind, List<ReadingPass>> passes) {
    boolean decodes = kind == ReaderKind.EVENTS || kind == ReaderKind.CONSUMER_AVRO;
    return passes.getOrDefault(decodes ? ReaderKind.CONSUMER_AVRO : ReaderKind.CONSUMER, List.of());
  }

  private static List<String> row(ReaderKind kind, List<ReadingPass> its, List<ReadingPass> base) {
    double perSecond = ReadingPass.median(its, ReadingPass::perSecond);
    double perCpuSecond = ReadingPass.median(its, ReadingPass::perCpuSecond);
    double allocated = ReadingPass.median(its, ReadingPass::allocatedBytes);
    return List.of(
        kind.text(),
        shown("%,.0f", perSecond),
        shown("%,.0f", perCpuSecond),
        shown("%.3f", ReadingPass.median(its, ReadingPass::cpuMicrosOfRecord)),
        shown("%.2f", perSecond / ReadingPass.median(base, ReadingPass::perSecond)),
        shown("%.2f", perCpuSecond / ReadingPass.median(base, ReadingPass::perCpuSecond)),
        shown("%,.0f", ReadingPass.median(its, ReadingPass::residentMegabytes)),
        Double.isNaN(allocated) ? "" : shown("%,.0f", allocated));
  }

  private static String shown(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }

  /**
   * The report, whole.
   *
   * @param leftOut readers that are not here, with the reason
   * @param problems what went wrong
   */
  ExperimentReport finished(List<String> leftOut, List<String> problems) {
    if (!leftOut.isEmpty()) {
      report.text("Left out", String.join("\n", leftOut));
    }
    return report.detail("passes", all).figures(ratios).problems(problems);
  }
}

package com.reactive.platform.kafka.benchmark.reading;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.testbed.ExperimentReport;
import com.reactive.platform.testbed.Machine;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReadingReportTest {
  private static final TopicLayout TOPIC = TopicLayout.of(48, "zstd", 1_000);

  private final Map<ReaderKind, List<ReadingPass>> passes = new EnumMap<>(ReaderKind.class);

  private void passed(ReaderKind kind, double seconds, double cpuSeconds) {
    passes.put(
        kind,
        List.of(
            new ReadingPass(1_000, 2 * seconds, 3 * cpuSeconds, 100, 5),
            new ReadingPass(1_000, seconds, cpuSeconds, 100, Double.NaN),
            new ReadingPass(1_000, seconds / 2, cpuSeconds / 3, 100, 5)));
  }

  private ExperimentReport report(List<String> problems) {
    ReadingReport report =
        new ReadingReport(new Machine("cpu", 2, "linux", 0, "none"), ReadingPlan.quick());
    report.add(TOPIC, passes);
    return report.finished(List.of("franz-go: there is no Go"), problems);
  }

  @Test
  void comparesMedians() {
    passed(ReaderKind.VISITOR, 1, 0.5);
    passed(ReaderKind.CONSUMER, 4, 1.5);

    ExperimentReport report = report(List.of());

    String ratio = "48 partitions, zstd: wire reader, visitor / KafkaConsumer, byte arrays";
    assertThat(report.figure(ratio + ", per s").value()).isEqualTo(4);
    assertThat(report.figure(ratio + ", per s").reached()).isTrue();
    assertThat(report.figure(ratio + ", per CPU s").value()).isEqualTo(3);
    assertThat(report.figure(ratio + ", per CPU s").reached()).isFalse();
    assertThat(report.passed()).isTrue();
    assertThat(report.console()).contains("there is no Go").doesNotContain("librdkafka");
  }

  @Test
  void whatDecodesIsComparedWithWhatDecodes() {
    passed(ReaderKind.CONSUMER, 1, 1);
    passed(ReaderKind.CONSUMER_AVRO, 10, 10);
    passed(ReaderKind.EVENTS, 5, 5);

    ExperimentReport report = report(List.of());

    String ratio =
        "48 partitions, zstd: event reader, reused Avro object"
            + " / KafkaConsumer, BinaryMessageDecoder, per s";
    assertThat(report.figure(ratio).value()).isEqualTo(2);
  }

  @Test
  void whatWasNotReadFailsIt() {
    assertThat(report(List.of("one record is missing")).passed()).isFalse();
  }
}

package com.reactive.platform.kafka.benchmark.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.kafka.benchmark.report.Comparison.Row;
import com.reactive.platform.kafka.benchmark.result.BrochureResult;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class ComparisonTest {
  @Test
  void pairsTheSameTargetAndLoad() {
    BrochureResult before = SampleResults.comparison();
    BrochureResult after = SampleResults.again(before, "2026-11-22T08:00:00Z", 1.25);

    Comparison comparison = Comparison.of(before, after);

    assertThat(comparison.rows())
        .hasSize(7)
        .allMatch(
            row ->
                row.a().target().equals(row.b().target()) && row.a().load().equals(row.b().load()));
    Row row = comparison.rows().get(1);
    assertThat(row.ratio(KeyFigure.RATE)).isCloseTo(0.8, Offset.offset(1e-9));
    assertThat(row.worse()).containsExactly("rate");
    assertThat(row.better()).isEmpty();
    assertThat(comparison.warnings()).isEmpty();
    assertThat(comparison.text())
        .contains("A  2026-11-21 16:40 UTC", "B  2026-11-22 08:00 UTC")
        .contains("StripedBatcher, flat out")
        .contains("WORSE rate", "transactional");
  }

  @Test
  void pairsTheOnlyRunsWhateverTheirNames() {
    BrochureResult other = SampleResults.stages();

    Comparison comparison = Comparison.of(SampleResults.single(), other);

    assertThat(comparison.rows())
        .singleElement()
        .satisfies(
            row -> {
              assertThat(row.a().target()).isEqualTo("producer");
              assertThat(row.b().target()).isEqualTo("gateway over HTTP");
              assertThat(row.worse()).contains("rate", "CPU per message");
            });
  }

  @Test
  void whatHasNoPartnerStandsAlone() {
    Comparison comparison = Comparison.of(SampleResults.single(), SampleResults.ramp());

    assertThat(comparison.rows()).hasSize(11);
    assertThat(comparison.rows().get(0).b()).isNull();
    assertThat(comparison.rows().get(1).a()).isNull();
    assertThat(comparison.rows()).allMatch(row -> row.ratio(KeyFigure.RATE) == null);
    assertThat(comparison.text()).contains("–");
  }

  @Test
  void saysWhyTwoResultsMayNotBeCompared() {
    Comparison comparison = Comparison.of(SampleResults.failed(), SampleResults.ceiling());

    assertThat(comparison.warnings())
        .contains("kafka-tuned of 2026-11-21 16:40 UTC failed", "the acks differs: all (A), – (B)");
  }

  @Test
  void theTerminalShowsTheThreeRatesAndEndsWithTheVerdict() {
    List<String> lines = ConsoleTable.render(SampleResults.comparison()).lines().toList();

    assertThat(lines)
        .anyMatch(line -> line.matches(".*send/s +sustained/s +transact./s.*"))
        .anyMatch(line -> line.contains("128 B random · acks=all"));
    assertThat(lines.get(lines.size() - 2))
        .isEqualTo("VERIFIED: YES ✓ (lost 0, duplicated 0, phantom 0)");
    assertThat(lines.get(lines.size() - 1))
        .isEqualTo("PASS · thresholds: 1 of 1 met · goals: 1 of 1 met");
  }

  @Test
  void theTerminalSaysWhyARunFailed() {
    assertThat(ConsoleTable.render(SampleResults.failed()))
        .contains("VERIFIED: NO ✗ (lost 3, duplicated 0, phantom 0)\nFAIL: ")
        .endsWith("lost 3 messages\n");
  }

  @Test
  void withoutKafkaThereIsNothingToVerify() {
    assertThat(ConsoleTable.render(SampleResults.ceiling()))
        .contains("VERIFIED: nothing to verify (no run writes to Kafka)")
        .doesNotContain("YES");
  }
}

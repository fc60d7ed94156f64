package com.reactive.platform.reliability.overload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.reactive.platform.kafka.benchmark.rig.Machine;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is said of figures, and which of them fail a run. */
class OverloadReportTest {
  private static final OverloadPlan PLAN =
      new OverloadPlan(60, 3, 60, 1_000, 4_000, 1_000, 256, 10, 5);

  private static OverloadReport report(OverloadFigure... figures) {
    return new OverloadReport(
        new Machine("cpu", 2, "Linux", 0.5, "abc"), PLAN, List.of(figures), 0);
  }

  @Test
  void onlyWhatIsRequiredFailsTheRun() {
    OverloadFigure slow = OverloadFigure.atMost("overload", "refusals p99, ms", 35, 20);
    assertThat(report(slow).sound()).isTrue();
    assertThat(report(slow).table()).contains("35", "<= 20", "NO", "Missed: overload: refusals");
    OverloadFigure lost = OverloadFigure.atMost("overload", "lost", 1, 0).must();
    assertThat(report(slow, lost).sound()).isFalse();
    OverloadFigure unknown =
        OverloadFigure.atMost("pause", "RSS, most, MiB", Double.NaN, 640).must();
    assertThat(report(unknown).sound()).as("what is not known is not within its bound").isFalse();
  }

  @Test
  void whatIsNeverReachedIsNullForScripts() throws Exception {
    OverloadReport report =
        report(
            OverloadFigure.plain("pause", "back after, s", Double.NaN),
            OverloadFigure.atLeast("overload", "goodput, % of capacity", 93.5, 90));
    JsonNode figures = new ObjectMapper().readTree(report.json()).path("figures");
    assertThat(figures.get(0).path("value").isNull()).isTrue();
    assertThat(figures.get(1).path("reached").asBoolean()).isTrue();
    assertThat(report.markdown())
        .contains("| pause | back after, s | never |  |  |")
        .contains("| overload | goodput, % of capacity | 93.5 | >= 90 | yes |");
  }

  /** Else it would be the generator that is measured. */
  @Test
  void asManyConnectionsAsEventsWaitAreTooFew() {
    assertThatThrownBy(() -> new OverloadPlan(60, 3, 60, 4_000, 4_000, 1_000, 256, 10, 5))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("limit-rate x max-wait-ms is 4000 events");
    assertThatThrownBy(() -> new OverloadPlan(60, 1, 60, 100, 4_000, 1_000, 256, 10, 5))
        .hasMessage("the factor must be more than 1");
  }
}

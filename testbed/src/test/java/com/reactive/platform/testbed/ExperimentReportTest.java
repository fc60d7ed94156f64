package com.reactive.platform.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExperimentReportTest {
  private static final Figure SLOW = Figure.of("overload", "refusals p99, ms", 35).atMost(20);

  private static ExperimentReport report(Figure... figures) {
    return new ExperimentReport("Title", new Machine("a CPU", 2, "Linux", 0.5, "abc"))
        .figures(List.of(figures));
  }

  @Test
  void onlyWhatIsRequiredFailsTheExperiment() {
    assertThat(report(SLOW).passed()).isTrue();
    assertThat(report(SLOW).console()).contains("35", "<= 20", "NO", "Missed: overload: refusals");
    Figure lost = Figure.of("overload", "lost", 1).atMost(0).must();
    assertThat(report(SLOW, lost).passed()).isFalse();
    Figure unknown = Figure.of("pause", "RSS, most, MiB", Double.NaN).atMost(640).must();
    assertThat(report(unknown).passed()).as("what is not known meets no goal").isFalse();
  }

  @Test
  void aProblemFailsTheExperimentAndIsShownInEveryForm() throws Exception {
    ExperimentReport report = report().problems(List.of("it broke"));

    assertThat(report.verdict()).isEqualTo("FAIL");
    assertThat(report.console()).contains("✗ it broke");
    assertThat(report.markdown()).contains("- it broke");
    JsonNode json = new ObjectMapper().readTree(report.json());
    assertThat(json.path("passed").asBoolean(true)).isFalse();
    assertThat(json.path("problems").get(0).asText()).isEqualTo("it broke");
  }

  @Test
  void whatIsNeverReachedIsNullForScripts() throws Exception {
    ExperimentReport report =
        report(
            Figure.of("pause", "back after, s", Double.NaN),
            Figure.of("overload", "goodput, % of capacity", 93.5).atLeast(90));
    JsonNode figures = new ObjectMapper().readTree(report.json()).path("figures");
    assertThat(figures.get(0).path("value").isNull()).isTrue();
    assertThat(figures.get(1).path("reached").asBoolean()).isTrue();
    assertThat(report.markdown())
        .contains("| pause | back after, s | never |  |  |")
        .contains("| overload | goodput, % of capacity | 93.5 | >= 90 | yes |");
  }

  @Test
  void roundsHaveTheirMedianAndRange() throws Exception {
    ExperimentReport report =
        report(Figure.ofRounds("ready after, s", List.of(1.25, 3.0, 1.75, 2.0)).atMost(1.8));

    assertThat(report.figure("ready after, s").value()).isEqualTo(1.875);
    assertThat(report.markdown())
        .contains("| what | median | rounds | target | reached |")
        .contains("| ready after, s | 1.88 | 1.25 to 3 | <= 1.80 | NO |");
    JsonNode figure = new ObjectMapper().readTree(report.json()).path("figures").get(0);
    assertThat(figure.path("median").asDouble()).isEqualTo(1.875);
    assertThat(figure.path("rounds")).hasSize(4);
    assertThatThrownBy(() -> report.figure("none")).hasMessageContaining("none");
  }

  @Test
  void theTerminalEndsWithWhatThePageBeginsWith(@TempDir Path folder) throws Exception {
    TextTable table = new TextTable(List.of("n", "count"), 1, List.of(List.of("a", "1,000")));
    ExperimentReport report =
        new ExperimentReport("Title", new Machine("a CPU", 2, "Linux", 0.5, "abc"))
            .command("./reactive bench it")
            .setup("So it was done.", List.of(1))
            .table("Details", table, "a note")
            .text("", "summary")
            .detail("seed", 7)
            .closing("PASS in 3 s");

    assertThat(report.console())
        .contains(
            "a CPU, 2 cores, Linux, load average 0.5, commit abc.\nSo it was done.\n\nDetails")
        .contains("n  count\n────────\na  1,000\na note\n\nsummary\n")
        .endsWith("PASS in 3 s\n");
    report.write(folder.resolve("new"), "it.json");
    assertThat(folder.resolve("new/README.md"))
        .content()
        .startsWith("# Title\n\n**PASS in 3 s**\n\n```\n./reactive bench it\n```\n")
        .containsSubsequence("```\nsummary\n```", "## Details", "| --- | ---: |", "a note");
    JsonNode json = new ObjectMapper().readTree(Files.readString(folder.resolve("new/it.json")));
    assertThat(json.path("seed").asInt()).isEqualTo(7);
    assertThat(json.path("environment").path("commit").asText()).isEqualTo("abc");
  }
}

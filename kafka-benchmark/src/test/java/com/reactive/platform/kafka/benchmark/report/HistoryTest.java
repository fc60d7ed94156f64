package com.reactive.platform.kafka.benchmark.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.kafka.benchmark.result.BrochureResult;
import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.RunResult.Role;
import com.reactive.platform.kafka.benchmark.result.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryTest {
  private static final BrochureResult RESULT = SampleResults.single();

  @TempDir Path reports;

  @Test
  void keepsTheLastTwoHundredRuns() throws IOException {
    History history = History.read(historyFile());
    for (int run = 0; run < 230; run++) {
      history = history.with(at(minute(run), 1));
    }
    history.write(historyFile());

    List<String> lines = Files.readAllLines(historyFile());
    assertThat(lines).hasSize(200);
    assertThat(lines.get(0)).contains(minute(30));
    assertThat(lines.get(199)).contains(minute(229));
  }

  @Test
  void anEntryHasTheFiguresOfEachRun() throws IOException {
    ReportFiles.write(reports, RESULT);

    assertThat(Files.readAllLines(historyFile()))
        .singleElement()
        .asString()
        .contains("\"startedAt\":\"" + SampleResults.STARTED + "\"", "\"commit\":\"e993d36\"")
        .contains("\"quick\":false", "\"verdict\":\"PASS\"", "\"target\":\"producer\"")
        .contains("\"perSecond\":81204.0", "\"p99Micros\":18", "\"cpuMicrosPerMessage\":3.");
  }

  @Test
  void aLineThatCannotBeReadIsLeftOut() throws IOException {
    ReportFiles.write(reports, SampleResults.again(RESULT, minute(1), 1));
    for (String damage : List.of("{\"startedAt\":", "null", "{}", "[]", "")) {
      Files.writeString(historyFile(), damage + "\n", StandardOpenOption.APPEND);
    }

    ReportFiles.write(reports, RESULT);

    assertThat(Files.readAllLines(historyFile())).hasSize(2);
  }

  @Test
  void worseByMoreThanATenthIsARegression() throws IOException {
    assertThat(readmeAfter(1.05)).contains("0 of 3 figures are worse");
    assertThat(readmeAfter(1.2))
        .contains("1 of 3 figures are worse by more than 10 %")
        .contains("| producer | 64 in flight | rate | 81,204 msg/s | 67,670 msg/s | −16.7 % |");
  }

  @Test
  void onlyWhatMayBeComparedIsCompared() {
    HistoryEntry now = HistoryEntry.of(RESULT);
    History history =
        History.none()
            .with(at(minute(0), 1))
            .with(changed(minute(1), true, 2, Verdict.PASS))
            .with(changed(minute(2), false, 64, Verdict.PASS))
            .with(changed(minute(3), false, 2, Verdict.FAIL))
            .with(onOtherGround(minute(4), "25 Eclipse Adoptium", "embedded"))
            .with(onOtherGround(minute(5), "17.0.15 Eclipse Adoptium", "kafka.example:9092"))
            .with(ofOtherPlan(minute(6)));

    assertThat(history.before(now).orElseThrow().startedAt()).isEqualTo(minute(0));
    assertThat(history.comparable(now)).hasSize(3); // failed runs are part of the trend
  }

  @Test
  void theOverviewShowsTheTrendAndMarksWhatIsWorse() throws IOException {
    ReportFiles.write(reports, SampleResults.again(RESULT, minute(1), 1));
    ReportFiles.write(reports, SampleResults.again(RESULT, minute(2), 1.3));
    ReportFiles.write(reports, SampleResults.failed());
    ReportFiles.writeOverview(reports);

    assertThat(Files.readString(reports.resolve("brochures/overview.js")))
        .contains("−23.1 %", "\"failed\":[\"kafka-tuned\"]")
        .contains("\"trends\":[{\"brochure\":\"kafka-durable\"")
        .doesNotContain("{\"brochure\":\"kafka-tuned\""); // it ran once
    assertThat(Files.readString(reports.resolve("README.md")))
        .contains("2 brochures, 1 failed; thresholds: 1 of 2 met; goals: 1 of 2 met.")
        .contains("| verified | thresholds | goals |")
        .contains("| YES | 1 of 1 | 1 of 1 |")
        .contains("| NO | 0 of 1 | 0 of 1 |")
        .contains("| [kafka-durable](brochures/kafka-durable/README.md) | Plain producer")
        .contains("## Regressions");
  }

  @Test
  void anOverviewOfNothingSaysSo() throws IOException {
    ReportFiles.writeOverview(reports);

    assertThat(Files.readString(reports.resolve("README.md"))).contains("No brochure has been run");
    assertThat(reports.resolve("brochures/overview.js")).exists();
  }

  private String readmeAfter(double factor) throws IOException {
    ReportFiles.write(reports, SampleResults.again(RESULT, minute(1), 1));
    ReportFiles.write(reports, SampleResults.again(RESULT, minute(2), factor));
    return Files.readString(historyFile().resolveSibling("README.md"));
  }

  private static HistoryEntry at(String startedAt, double factor) {
    return HistoryEntry.of(SampleResults.again(RESULT, startedAt, factor));
  }

  private static HistoryEntry changed(String startedAt, boolean quick, int cores, Verdict verdict) {
    HistoryEntry of = HistoryEntry.of(RESULT);
    return new HistoryEntry(
        startedAt,
        of.commit(),
        of.version(),
        quick,
        verdict,
        of.cpu(),
        cores,
        of.jdk(),
        of.kafka(),
        of.plan(),
        of.runs());
  }

  private static HistoryEntry onOtherGround(String startedAt, String jdk, String kafka) {
    HistoryEntry of = HistoryEntry.of(RESULT);
    return new HistoryEntry(
        startedAt,
        of.commit(),
        of.version(),
        of.quick(),
        of.verdict(),
        of.cpu(),
        of.cores(),
        jdk,
        kafka,
        of.plan(),
        of.runs());
  }

  private static HistoryEntry ofOtherPlan(String startedAt) {
    SampleRun longer = new SampleRun("producer", Role.SUBJECT, "64 in flight").rate(81_204);
    List<RunResult> runs = List.of(longer.turns(2).build());
    BrochureResult other = SampleResults.result("kafka-durable", "Plain producer", runs);
    return HistoryEntry.of(SampleResults.again(other, startedAt, 1));
  }

  private Path historyFile() {
    return reports.resolve("brochures/kafka-durable/history.jsonl");
  }

  private static String minute(int run) {
    return String.format(Locale.ROOT, "2026-11-20T%02d:%02d:00Z", run / 60, run % 60);
  }
}

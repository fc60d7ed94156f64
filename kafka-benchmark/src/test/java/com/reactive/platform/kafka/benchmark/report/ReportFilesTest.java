package com.reactive.platform.kafka.benchmark.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.reactive.platform.kafka.benchmark.result.BrochureResult;
import com.reactive.platform.kafka.benchmark.result.Check;
import com.reactive.platform.kafka.benchmark.result.ResultsJson;
import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.RunResult.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ReportFilesTest {
  @TempDir Path reports;

  static List<BrochureResult> shapes() {
    return SampleResults.all();
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void everyShapeIsReadBackAsItWasWritten(BrochureResult result) throws IOException {
    ReportFiles.write(reports, result);

    assertThat(ReportFiles.latest(reports, result.brochure())).contains(result);
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void theSameResultMakesTheSameBytes(BrochureResult result) throws IOException {
    ReportFiles.write(reports, result);
    List<String> first = contents(result);

    ReportFiles.write(reports, result);

    assertThat(contents(result)).isEqualTo(first);
  }

  @Test
  void theReadmeSaysWhatAReaderMustKnow() throws IOException {
    ReportFiles.write(reports, SampleResults.single());

    assertThat(read(SampleResults.single(), "README.md"))
        .startsWith("# Plain producer, acks=all\n")
        .contains(
            "**VERIFIED: YES (lost 0, duplicated 0, phantom 0) · thresholds: 1 of 1 met"
                + " · goals: 1 of 1 met**")
        .contains("send msg/s | sustained msg/s | transactional msg/s")
        .contains("| producer | 64 in flight | PASS | 84,452 | 81,204 | 81,204 |")
        .contains("128 B random | all | 657 µs | 1.81 ms | 4.19 ms")
        .contains("CPU µs load | CPU µs broker")
        .contains("2 cores · JDK 17.0.15 Eclipse Adoptium · Kafka embedded 4.3.1 · load average")
        .contains("load average before 0.420 · after 1.90 · 1.3 % stolen")
        .contains("2 cores, 2,600 MHz", "| processor flags | sse4\\_2 avx2 |")
        .contains("./reactive bench brochure run kafka-durable")
        .contains("In a closed loop a send is due when its slot is free")
        .contains("min.insync.replicas=1");
  }

  /** Ten of ten goals missed must not read as a success. */
  @Test
  void goalsThatAreMissedAreCounted() throws IOException {
    Check kept = new Check("rate", ">= 1", "2", true, true);
    Check missed = new Check("p99", "<= 1", "2", false, false);
    BrochureResult result =
        SampleResults.with(SampleResults.single(), List.of(kept, missed, missed), List.of());
    ReportFiles.write(reports, result);
    ReportFiles.writeOverview(reports);

    assertThat(read(result, "README.md")).contains("thresholds: 1 of 1 met · goals: 0 of 2 met");
    assertThat(read(result, "README.md")).doesNotContain("**PASS");
    assertThat(Files.readString(reports.resolve("README.md")))
        .contains("| YES | 1 of 1 | 0 of 2 |");
  }

  @Test
  void theHeadlineIsADurableRateWhereThereIsOne() throws IOException {
    RunResult durable = new SampleRun("durable", Role.SUBJECT, "l").rate(9_000).build();
    RunResult early = new SampleRun("async", Role.SUBJECT, "l").rate(50_000).withoutKafka().build();

    assertThat(Shape.of(List.of(early, durable)).leading()).contains(durable);
    assertThat(Shape.of(List.of(early)).leading()).contains(early);
  }

  @Test
  void aRowTellsHowManyReplicasThereAre() {
    RunResult run = new SampleRun("d", Role.SUBJECT, "l").rate(9_000).replicas(3, 2).build();
    RunResult old = new SampleRun("old", Role.SUBJECT, "l").rate(9_000).build();

    assertThat(Format.replicas(run)).isEqualTo("3, at least 2");
    assertThat(Format.replicas(old)).isEqualTo("–");
    assertThat(ResultsTable.full(SampleResults.result("r", "t", List.of(run))).columns())
        .contains("replicas");
  }

  /** What was committed before a field was there. */
  @Test
  void oldResultsAreRead(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("results.json");
    ObjectNode tree =
        (ObjectNode) new ObjectMapper().readTree(ResultsJson.toJson(SampleResults.single()));
    tree.withObject("environment")
        .remove(List.of("megahertz", "cpuFlags", "loadAverageAfter", "stolenShare"));
    tree.withArray("runs")
        .forEach(run -> ((ObjectNode) run).remove(List.of("rounds", "efficiency")));
    Files.writeString(file, tree.toString());

    BrochureResult old = ResultsJson.read(file);

    assertThat(old.runs().get(0).rounds()).isEmpty();
    assertThat(old.runs().get(0).efficiency()).isNull();
    assertThat(BrochureReadme.render(old, Optional.empty(), ""))
        .contains("Plain producer")
        .doesNotContain("stolen");
  }

  @Test
  void aRowTellsRequestsRecordsAndAllocation() throws IOException {
    RunResult gateway = new SampleRun("g", Role.SUBJECT, "l").rate(9_000).gateway().build();
    RunResult old = new SampleRun("old", Role.RIVAL, "l").rate(9_000).build();
    BrochureResult result = SampleResults.result("spent", "t", List.of(gateway, old));
    ReportFiles.write(reports, result);

    assertThat(read(result, "README.md"))
        .contains(
            "| requests/1,000 msg | records/request | sent B/msg | allocated B/msg |"
                + " wake-ups/request | verified")
        .contains("| 12.5 | 80.0 | 235 | 4,321 | 2.50 | YES: 0, 0, 0 |")
        .contains("| – | – | – | YES: 0, 0, 0 |");
    assertThat(ConsoleTable.render(result)).contains("req/1,000  rec/req  sent B  alloc B");
    assertThat(ConsoleTable.render(SampleResults.single())).doesNotContain("req/1,000");
  }

  @Test
  void namesAreTextAndNeverMarkup() throws IOException {
    ReportFiles.write(reports, SampleResults.failed());
    ReportFiles.writeOverview(reports);

    assertThat(read(SampleResults.failed(), "README.md"))
        .contains("&lt;script")
        .doesNotContain("<script>alert");
    assertThat(Files.readString(reports.resolve("README.md"))).doesNotContain("<script>alert");
  }

  @Test
  void aFailedRunIsNamedSoAndTheLastThatPassedStays() throws IOException {
    BrochureResult failed = SampleResults.failed();
    BrochureResult passed =
        SampleResults.result(failed.brochure(), "Plain", SampleResults.single().runs());
    ReportFiles.write(reports, passed);

    ReportFiles.write(reports, failed);

    assertThat(ResultsJson.read(file(failed, "results.FAIL.json"))).isEqualTo(failed);
    assertThat(ResultsJson.read(file(failed, "results.json"))).isEqualTo(passed);
    assertThat(ReportFiles.latest(reports, failed.brochure())).contains(failed);
    assertThat(read(failed, "README.md"))
        .startsWith("# FAIL: ")
        .contains("VERIFIED: NO (lost 3, duplicated 0, phantom 0)");

    ReportFiles.write(reports, passed);

    assertThat(file(failed, "results.FAIL.json")).doesNotExist();
    assertThat(read(failed, "README.md")).startsWith("# Plain\n");
  }

  @Test
  void whatPeopleReadIsMadeAnewFromTheResults() throws IOException {
    BrochureResult result = SampleResults.comparison();
    ReportFiles.write(reports, result);
    List<String> before = contents(result);
    Files.delete(file(result, "README.md"));
    Files.writeString(file(result, "results.js"), "torn");

    ReportFiles.rebuild(reports);

    assertThat(contents(result)).isEqualTo(before);
    assertThat(reports.resolve("index.html")).exists();
  }

  @Test
  void aResultThatCannotBeReadIsNamedAndTheOthersGoOn() throws IOException {
    ReportFiles.write(reports, SampleResults.single());
    ReportFiles.write(reports, SampleResults.comparison());
    Files.writeString(file(SampleResults.single(), "results.json"), "{\"schema\": 99}");

    ReportFiles.rebuild(reports);

    String sentence = "kafka-durable is left out: results.json has schema 99, but this version";
    assertThat(Files.readString(reports.resolve("brochures/overview.js"))).contains(sentence);
    assertThat(Files.readString(reports.resolve("README.md")))
        .contains(sentence, "1 brochures, 0 failed", "[batcher-comparison]");
  }

  @Test
  void aResultOfBeforeLoadThreadsWereRecordedIsRead() throws IOException {
    ReportFiles.write(reports, SampleResults.sweep(5, 3));
    Path file = file(SampleResults.sweep(5, 3), "results.json");
    String json = Files.readString(file);
    Files.writeString(file, json.replaceAll("(?m)^ *\"(lanes|minShare)\" : .*\\n", ""));

    assertThat(ResultsJson.read(file).runs())
        .allMatch(run -> run.lanes() == null && run.minShare() == null);
    ReportFiles.rebuild(reports);
  }

  @Test
  void aQuickRunDoesNotReplaceAFullOne() throws IOException {
    BrochureResult full = SampleResults.single();
    BrochureResult quick = SampleResults.quick(full, "2026-11-22T08:00:00Z", List.of());
    BrochureResult bad = SampleResults.quick(full, "2026-11-22T09:00:00Z", List.of("lost 3"));
    ReportFiles.write(reports, full);

    WrittenReport written = ReportFiles.write(reports, quick);

    assertThat(written.results()).isEqualTo(file(full, "results.quick.json"));
    assertThat(written.text())
        .contains("a quick run does not replace the full one")
        .endsWith("index.html#kafka-durable");
    assertThat(ResultsJson.read(file(full, "results.json"))).isEqualTo(full);
    assertThat(ResultsJson.read(file(full, "results.quick.json"))).isEqualTo(quick);
    assertThat(Files.readAllLines(file(full, "history.jsonl"))).hasSize(2);
    String line = "Quick run of 2026-11-22 08:00 UTC: PASS";
    assertThat(read(full, "README.md")).contains(line).doesNotContain("Quick form");

    ReportFiles.write(reports, bad);
    ReportFiles.writeOverview(reports);

    assertThat(ResultsJson.read(file(full, "results.quick.FAIL.json"))).isEqualTo(bad);
    assertThat(file(full, "results.FAIL.json")).doesNotExist();
    assertThat(read(full, "README.md"))
        .contains("**VERIFIED: YES", "Quick run of 2026-11-22 09:00 UTC: FAIL: lost 3");
    assertThat(Files.readString(reports.resolve("README.md")))
        .contains("quick run of 2026-11-22 09:00 UTC FAILED");
  }

  @Test
  void aFullRunReplacesAllQuickOnes() throws IOException {
    BrochureResult full = SampleResults.again(SampleResults.single(), "2026-11-23T08:00:00Z", 1);
    BrochureResult quick = SampleResults.quick(full, "2026-11-22T08:00:00Z", List.of());

    WrittenReport first = ReportFiles.write(reports, quick);
    assertThat(first.results()).isEqualTo(file(full, "results.json")); // no full one is there yet
    ReportFiles.write(reports, full);
    ReportFiles.write(reports, quick);
    WrittenReport last = ReportFiles.write(reports, full);

    assertThat(last.beside()).isFalse();
    assertThat(file(full, "results.quick.json")).doesNotExist();
    assertThat(ReportFiles.latest(reports, full.brochure())).contains(full);
    assertThat(read(full, "README.md")).doesNotContain("Quick run");
  }

  @Test
  void aFullFailureOutlivesAQuickPass() throws IOException {
    BrochureResult failed = SampleResults.failed();
    BrochureResult quick = SampleResults.quick(failed, "2026-11-22T08:00:00Z", List.of());
    ReportFiles.write(reports, failed);

    ReportFiles.write(reports, quick);

    assertThat(ReportFiles.latest(reports, failed.brochure())).contains(failed);
    assertThat(read(failed, "README.md")).startsWith("# FAIL: ").contains("Quick run of");
  }

  @Test
  void aQuickRunLeavesAResultAloneThatCannotBeRead() throws IOException {
    BrochureResult full = SampleResults.single();
    ReportFiles.write(reports, full);
    Files.writeString(file(full, "results.json"), "{\"schema\": 99}");

    ReportFiles.write(reports, SampleResults.quick(full, "2026-11-22T08:00:00Z", List.of()));

    assertThat(Files.readString(file(full, "results.json"))).isEqualTo("{\"schema\": 99}");
    assertThat(file(full, "results.quick.json")).exists();
  }

  @Test
  void nothingIsLeftBehind() throws IOException {
    ReportFiles.write(reports, SampleResults.single());

    try (Stream<Path> files = Files.list(file(SampleResults.single(), "."))) {
      assertThat(files.map(path -> path.getFileName().toString()))
          .containsExactlyInAnyOrder("README.md", "history.jsonl", "results.js", "results.json");
    }
  }

  private Path file(BrochureResult result, String name) {
    return reports.resolve("brochures").resolve(result.brochure()).resolve(name);
  }

  private String read(BrochureResult result, String name) throws IOException {
    return Files.readString(file(result, name));
  }

  private List<String> contents(BrochureResult result) throws IOException {
    return List.of(
        read(result, "README.md"), read(result, "results.js"), read(result, "history.jsonl"));
  }
}

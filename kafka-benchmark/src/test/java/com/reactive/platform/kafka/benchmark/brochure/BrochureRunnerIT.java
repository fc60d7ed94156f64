package com.reactive.platform.kafka.benchmark.brochure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.reactive.platform.kafka.benchmark.result.BrochureResult;
import com.reactive.platform.kafka.benchmark.result.Check;
import com.reactive.platform.kafka.benchmark.result.ResultsJson;
import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.Verdict;
import com.reactive.platform.kafka.benchmark.subject.Targets;
import com.reactive.platform.kafka.benchmark.subject.http.RivalKinds;
import com.reactive.platform.kafka.embedded.BrokerNode;
import com.reactive.platform.kafka.embedded.EmbeddedKafka;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * Small brochures against a real broker, which the last test kills, from the file to the reports.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class BrochureRunnerIT {
  private static EmbeddedKafka kafka;

  @TempDir Path folder;

  @BeforeAll
  static void start() {
    kafka = EmbeddedKafka.builder().start();
  }

  @AfterAll
  static void stop() {
    kafka.close();
  }

  @Test
  void aBrochureEndsInVerifiedReports() throws Exception {
    Brochure brochure =
        read(
            """
            name: tiny
            title: A tiny one
            description: Two producers.
            baseline: one by one
            targets:
              - {name: one by one, kind: producer, config: {acks: all, linger.ms: 3}}
              - {name: many, kind: bulk, in-flight: 4}
              - {name: safe, kind: producer, brokers: 3}
            loads:
              - {name: flat out, closed: 100}
              - {name: steady, rate: 200, in-flight: 100, min-share: 0}
            heat-seconds: 0.1
            warmup-seconds: 0
            seconds: 0.3
            rounds: 2
            thresholds:
              - {metric: sustained, at-least: 1}
              - {metric: sustained, target: many, load: flat out, at-least: 1000000000, goal: true}
            notes: [Only a test.]
            """);
    StringWriter out = new StringWriter();

    BrochureResult result = job(out).run(brochure, brochure.full(), request());

    assertThat(result.reasons()).isEmpty();
    assertThat(result.verdict()).isEqualTo(Verdict.PASS);
    assertThat(result.runs())
        .extracting(run -> run.load() + ", " + run.target())
        .containsExactly(
            "flat out, one by one", "flat out, many", "steady, one by one", "steady, many");
    assertThat(result.runs()).allSatisfy(run -> assertThat(run.verification().verified()).isTrue());
    assertThat(result.runs()).allSatisfy(run -> assertThat(run.turns()).isEqualTo(2));
    RunResult first = result.runs().get(0);
    assertThat(first.settings()).containsEntry("linger.ms", "3");
    assertThat(first.rates().transactional()).isEqualTo(first.rates().sustained());
    assertThat(result.checks()).extracting(Check::met).containsExactly(true, false);
    assertThat(first.rounds()).hasSize(2);
    assertThat(result.notes())
        .anyMatch(note -> note.startsWith("Left out: safe, since the given Kafka"));
    assertThat(result.environment().loadAverageAfter()).isNotNull();
    assertThat(out.toString())
        .contains("VERIFIED: YES ✓", "PASS · thresholds: 1 of 1 met · goals: 0 of 1 met");
    Path reports = folder.resolve("reports/brochures/tiny");
    assertThat(ResultsJson.read(reports.resolve("results.json"))).isEqualTo(result);
    assertThat(reports.resolve("results.js")).isNotEmptyFile();
    assertThat(folder.resolve("reports/index.html")).isNotEmptyFile();
  }

  @Test
  void aThresholdThatIsMissedFails() throws Exception {
    Brochure brochure =
        read(
            """
            name: tiny
            title: A tiny one
            description: One producer.
            target: {name: one by one, kind: producer}
            load: {name: steady, rate: 50, in-flight: 100, min-share: 0}
            warmup-seconds: 0
            seconds: 0.5
            thresholds: [{metric: sustained, at-least: 1000000000}]
            """);
    StringWriter out = new StringWriter();

    BrochureResult result = job(out).run(brochure, brochure.full(), request());

    assertThat(result.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(result.reasons()).hasSize(1).first().asString().contains(">= 1,000,000,000");
    assertThat(out.toString()).contains("FAIL");
    assertThat(folder.resolve("reports/brochures/tiny/results.FAIL.json")).isNotEmptyFile();
  }

  @Test
  void calibrationObservesWhatTheMachineCanBear() throws Exception {
    Brochure brochure =
        read(
            """
            name: tiny
            title: A tiny one
            description: Calibration.
            procedure: calibration
            target: {name: StripedBatcher, kind: striped, config: {stripe-bytes: 33554432}}
            loads:
              - {name: L3_LOW, rate: 300, min-share: 0}
              - {name: L10_MAX, closed: 1, message-bytes: 1000}
            in-flight: 1000
            warmup-seconds: 0
            seconds: 1
            rounds: 2
            """);

    BrochureResult result = job(new StringWriter()).run(brochure, brochure.full(), request());

    assertThat(result.reasons()).isEmpty();
    assertThat(result.tables()).hasSize(1);
    List<List<String>> rows = result.tables().get(0).rows();
    assertThat(rows).extracting(row -> row.get(0)).containsExactly("L3_LOW", "L10_MAX");
    assertThat(rows.get(1).get(6)).startsWith("not reachable here: ");
    assertThat(rows.get(1).get(4)).isEqualTo("0");
    assertThat(result.runs().get(1).turns()).isEqualTo(1);
  }

  @Test
  @Order(Integer.MAX_VALUE)
  void aBrokerThatDiesFailsTheBrochureAndEndsIt() throws Exception {
    Brochure brochure =
        read(
            """
            name: tiny
            title: A tiny one
            description: Whose broker dies.
            target:
              name: one by one
              kind: producer
              config: {delivery.timeout.ms: 3000, request.timeout.ms: 2000}
            loads:
              - {name: first, closed: 10}
              - {name: second, closed: 10}
              - {name: third, closed: 10}
            warmup-seconds: 0
            seconds: 0.5
            """);
    Targets known = AllTargets.known();
    BrochureRunner runner =
        new BrochureRunner(
            known,
            line -> {
              if (line.contains("second")) {
                kafka.nodes().forEach(BrokerNode::kill);
              }
            });

    BrochureResult result = runner.run(brochure, brochure.full(), request());

    assertThat(result.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(result.runs()).extracting(RunResult::load).containsExactly("first", "second");
    assertThat(result.reasons())
        .anySatisfy(reason -> assertThat(reason).contains("Kafka no longer responds"));
  }

  @Test
  void whatThisMachineCannotOpenIsLeftOutAndNamed() throws Exception {
    Brochure brochure =
        read(
            """
            name: tiny
            title: A tiny one
            description: One producer, and a rival that there is no Go for.
            baseline: rival
            targets:
              - {name: one by one, kind: producer}
              - {name: rival, kind: rival-fasthttp}
            load: {name: flat out, closed: 10}
            warmup-seconds: 0
            seconds: 0.5
            thresholds:
              - {metric: sustained, at-least: 1}
              - {metric: sustained, target: one by one, versus: rival, at-least-ratio: 1}
              - {metric: sustained, target: rival, at-least: 1000000000}
            """);
    Targets withoutGo = Targets.inProcess().with(RivalKinds.kinds("/nowhere"));
    List<String> said = new ArrayList<>();

    BrochureRunner runner = new BrochureRunner(withoutGo, said::add);
    BrochureResult result = runner.run(brochure, brochure.full(), request());

    assertThat(result.reasons()).isEmpty();
    assertThat(result.runs()).extracting(RunResult::target).containsExactly("one by one");
    assertThat(result.checks()).hasSize(1);
    String leftOut =
        "Left out: rival, since there is no Go on the PATH, which the rivals need."
            + " Comparisons with it are not checked.";
    assertThat(result.notes()).containsExactly(leftOut);
    assertThat(said).contains(leftOut);

    Plan rivalAlone = brochure.full().withTargets(List.of("rival"));
    assertThatThrownBy(() -> runner.run(brochure, rivalAlone, request()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no target can be opened here, since there is no Go");
  }

  private Brochure read(String text) throws IOException {
    Path file = Files.createDirectories(folder.resolve("tiny")).resolve("brochure.yaml");
    Files.writeString(file, text);
    return BrochureFile.read(file, AllTargets.known());
  }

  private BrochureJob job(StringWriter out) {
    return new BrochureJob(
        AllTargets.known(),
        Optional.of(folder.resolve("reports")),
        false,
        new PrintWriter(out),
        new PrintWriter(new StringWriter()));
  }

  private static RunRequest request() {
    return new RunRequest("none", true, Optional.of(kafka.bootstrapServers()), Optional.empty());
  }
}

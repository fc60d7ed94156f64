package com.reactive.platform.kafka.benchmark.jmh;

import static com.reactive.platform.kafka.benchmark.jmh.JmhResults.add;
import static com.reactive.platform.kafka.benchmark.jmh.JmhResults.rounds;
import static com.reactive.platform.kafka.benchmark.jmh.JmhResults.score;
import static com.reactive.platform.kafka.benchmark.jmh.JmhResults.with;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.reactive.platform.testbed.ExperimentReport;
import com.reactive.platform.testbed.Machine;
import java.util.List;
import org.junit.jupiter.api.Test;

class JmhReportTest {
  private final JmhRounds rounds =
      rounds("floor", "bulk", "delivered.handle.2.share", "idle.striped");

  JmhReportTest() {
    round(100, 40);
  }

  private void round(double floor, double bulk) {
    add(rounds, "floor", score(floor));
    add(rounds, "bulk", with(score(bulk), "gc.alloc.rate.norm", 0.25));
    add(
        rounds,
        "delivered.handle.2.share",
        with(with(score(1), "quickestNanos", 2), "bothNanos", 5));
  }

  private static ExperimentReport report(JmhRounds... jdks) {
    return JmhReport.of(
        new Machine("a CPU", 2, "Linux 6", 0.5, "abc123"), JmhOptions.FULL, List.of(jdks));
  }

  @Test
  void theTableShowsRatiosGoalsAndVerdicts() {
    String table = report(rounds).console();

    assertThat(table)
        .contains("JDK 17 (a JVM", "a CPU, 2 cores, Linux 6, load average 0.5, commit abc123");
    assertThat(line(table, "submitBulk"))
        .containsExactly(
            "40.0", "-", "0.40", "0.25", ">= 0.24 x floor (0.48 in 0.1.0)", "yes 0.400");
    assertThat(line(table, "slowest writer's share"))
        .containsExactly("40.0 %", "-", ">= 33 % (half the other's rate)", "yes 40.000");
  }

  @Test
  void severalRoundsGiveMedianAndDeviation() {
    round(50, 40);
    round(90, 40);

    assertThat(line(report(rounds).console(), "bare 64-byte copy"))
        .startsWith("90.0", "40.0", "1.00");
  }

  @Test
  void everyJdkHasItsTable() {
    assertThat(report(rounds, rounds).console().split("JDK 17 \\(a JVM")).hasSize(3);
  }

  @Test
  void aMissedGoalIsNoFaultButAFailureIs() {
    round(400, 20);
    assertThat(line(report(rounds).console(), "submitBulk")).endsWith("NO 0.225");
    assertThat(report(rounds).passed()).isTrue();

    rounds.fail(JmhResults.run(rounds, "bulk"), "lost some");
    assertThat(report(rounds).passed()).isFalse();
    assertThat(report(rounds).console())
        .contains(
            "✗ DeliveredBenchmark.messages{subject=StripedBatcher-bulk, writers=1}: lost some");
    assertThat(report(rounds).json()).contains("StripedBatcher-bulk, writers=1}: lost some");
  }

  @Test
  void whatWasNotMeasuredReachesNoGoal() {
    JmhRounds empty = rounds(JmhSuite.ids().toArray(String[]::new));
    for (JmhGoal goal : JmhSuite.goals()) {
      assertThat(goal.isReached(goal.measured(empty))).as(goal.text()).isFalse();
    }
    assertThat(line(report(rounds).console(), "idle StripedBatcher"))
        .containsExactly("-", "-", "< 0.1 % of a core", "NO -");
  }

  @Test
  void limitsAreAtLeastOrBelow() {
    JmhGoal ratio = new JmhGoal("bulk", "", "floor", false, 0.4, null);
    assertThat(ratio.measured(rounds)).isEqualTo(0.4);
    assertThat(ratio.isReached(0.4)).isTrue();
    assertThat(ratio.isReached(0.39)).isFalse();
    JmhGoal bytes = new JmhGoal("bulk", "", null, true, null, 0.25);
    assertThat(bytes.measured(rounds)).isEqualTo(0.25);
    assertThat(bytes.isReached(0.25)).isFalse();
    assertThat(bytes.isReached(0.24)).isTrue();
  }

  @Test
  void theJsonHasFiguresGoalsAndEnvironment() throws Exception {
    JsonNode json = new ObjectMapper().readTree(report(rounds).json());

    assertThat(json.path("version").asInt()).isEqualTo(1);
    assertThat(json.at("/environment/commit").asText()).isEqualTo("abc123");
    assertThat(json.path("rounds").asInt()).isEqualTo(3);
    assertThat(json.at("/jdks/0/jdk").asText()).isEqualTo("17 (a JVM 17+1)");
    assertThat(json.at("/jdks/0/rows/0/id").asText()).isEqualTo("floor");
    assertThat(json.at("/jdks/0/rows/0/deviation").isNull()).isTrue();
    JsonNode bulk = json.at("/jdks/0/rows/2");
    assertThat(bulk.path("id").asText()).isEqualTo("bulk");
    assertThat(bulk.path("median").asDouble()).isEqualTo(40);
    assertThat(bulk.at("/rounds/0").asDouble()).isEqualTo(40);
    assertThat(bulk.path("timesFloor").asDouble()).isEqualTo(0.4);
    assertThat(bulk.path("bytesPerMessage").asDouble()).isEqualTo(0.25);
    assertThat(bulk.at("/targets/0/target").asText()).isEqualTo(">= 0.24 x floor (0.48 in 0.1.0)");
    assertThat(bulk.at("/targets/0/limit").asDouble()).isEqualTo(0.24);
    assertThat(bulk.at("/targets/0/measured").asDouble()).isEqualTo(0.4);
    assertThat(bulk.at("/targets/0/reached").asBoolean()).isTrue();
  }

  /** The cells of the line with this label, without the empty ones. */
  private static List<String> line(String table, String label) {
    String line = table.lines().filter(l -> l.contains(label)).findFirst().orElseThrow();
    List<String> cells = List.of(line.strip().split(" {2,}"));
    return cells.subList(1, cells.size());
  }
}

package com.reactive.platform.kafka.benchmark.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.reactive.platform.testbed.Machine;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JmhReportTest {
  private static final Machine MACHINE = new Machine("a CPU", 2, "Linux 6", 0.5, "abc123");

  private final JdkRun run =
      JdkRuns.of(
          Map.of(Row.FLOOR, 100.0, Row.ANCESTOR_BULK, 20.0, Row.BULK, 40.0, Row.SHARE_HANDLE, 0.4),
          0.25);

  @Test
  void theTableShowsRatiosTargetsAndVerdicts() {
    String table = table(run);

    assertThat(table)
        .contains("JDK a JDK", "a CPU, 2 cores, Linux 6, load average 0.5, commit abc123");
    assertThat(line(table, "submitBulk"))
        .containsExactly(
            "40.0", "-", "0.40", "2.00", "0.25", ">= 0.24 x floor (0.48 in 0.1.0)", "yes 0.400");
    assertThat(line(table, "slowest writer's share"))
        .containsExactly("40.0 %", "-", ">= 33 % (half the other's rate)", "yes 40.000");
  }

  @Test
  void severalRoundsGiveMedianAndDeviation() {
    run.add(Row.FLOOR.fork(), JdkRuns.result(Map.of(JmhMetric.RATE, 50.0), 0));
    run.add(Row.FLOOR.fork(), JdkRuns.result(Map.of(JmhMetric.RATE, 90.0), 0));

    assertThat(line(table(run), "bare 64-byte copy")).startsWith("90.0", "40.0", "1.00");
  }

  @Test
  void everyJdkHasItsTable() {
    assertThat(
            new JmhReport(MACHINE, JmhOptions.QUICK, List.of(run, run)).table().split("JDK a JDK"))
        .hasSize(3);
  }

  @Test
  void aMissedTargetIsNoFaultButAFailureIs() {
    run.add(Row.FLOOR.fork(), JdkRuns.result(Map.of(JmhMetric.RATE, 400.0), 0));
    run.add(Row.BULK.fork(), JdkRuns.result(Map.of(JmhMetric.RATE, 20.0), 0));
    JmhReport report = new JmhReport(MACHINE, JmhOptions.QUICK, List.of(run));
    assertThat(report.table()).containsPattern("floor \\(0.48 in 0.1.0\\) +NO  0.225");
    assertThat(report.isRight()).isTrue();

    run.add(Row.BULK.fork(), ForkResult.failed("lost some"));
    assertThat(report.isRight()).isFalse();
    assertThat(report.table()).contains("WRONG BulkBenchmark.messages: lost some");
    assertThat(report.json()).contains("BulkBenchmark.messages: lost some");
  }

  @Test
  void theJsonHasFiguresTargetsAndEnvironment() throws IOException {
    Map<String, String> json = parse(new JmhReport(MACHINE, JmhOptions.FULL, List.of(run)).json());

    assertThat(json)
        .containsEntry("/version", "1")
        .containsEntry("/environment/commit", "abc123")
        .containsEntry("/rounds", "3")
        .containsEntry("/jdks/0/jdk", "a JDK")
        .containsEntry("/jdks/0/rows/0/id", "floor")
        .containsEntry("/jdks/0/rows/0/deviation", "null");
    String bulk = "/jdks/0/rows/" + List.copyOf(run.rows()).indexOf(Row.BULK);
    assertThat(json)
        .containsEntry(bulk + "/id", "bulk")
        .containsEntry(bulk + "/median", "40.0")
        .containsEntry(bulk + "/rounds/0", "40.0")
        .containsEntry(bulk + "/timesFloor", "0.4")
        .containsEntry(bulk + "/timesAncestor", "2.0")
        .containsEntry(bulk + "/bytesPerMessage", "0.25")
        .containsEntry(bulk + "/targets/0/target", ">= 0.24 x floor (0.48 in 0.1.0)")
        .containsEntry(bulk + "/targets/0/limit", "0.24")
        .containsEntry(bulk + "/targets/0/measured", "0.4")
        .containsEntry(bulk + "/targets/0/reached", "true");
  }

  private static String table(JdkRun run) {
    return new JmhReport(MACHINE, JmhOptions.QUICK, List.of(run)).table();
  }

  /** The cells of the line with this label, without the empty ones. */
  private static List<String> line(String table, String label) {
    String line = table.lines().filter(l -> l.contains(label)).findFirst().orElseThrow();
    return List.of(line.substring(40).strip().split(" {2,}"));
  }

  private static Map<String, String> parse(String json) throws IOException {
    Map<String, String> values = new HashMap<>();
    try (JsonParser parser = new JsonFactory().createParser(json)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if (token.isScalarValue()) {
          values.put(parser.getParsingContext().pathAsPointer().toString(), parser.getText());
        }
      }
    }
    return values;
  }
}

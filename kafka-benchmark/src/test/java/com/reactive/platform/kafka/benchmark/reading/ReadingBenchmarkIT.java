package com.reactive.platform.kafka.benchmark.reading;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.reactive.platform.testbed.ExperimentReport;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Each reader that is Java sees each id once. The figures themselves are not checked. */
@EnabledOnOs(OS.LINUX)
class ReadingBenchmarkIT {
  @Test
  void everyReaderSeesEveryRecord() throws Exception {
    ReadingPlan plan = new ReadingPlan(2_000, 1, 0, List.of(3), List.of("lz4"));

    ExperimentReport report = new ReadingBenchmark(plan, "", System.out::println).run();

    assertThat(report.passed()).as(report.console()).isTrue();
    JsonNode passes = new ObjectMapper().readTree(report.json()).path("passes");
    assertThat(passes.path("3 partitions, lz4"))
        .hasSize(5)
        .allSatisfy(reader -> assertThat(reader).hasSize(1));
    assertThat(report.console()).contains("franz-go: there is no Go");
  }
}

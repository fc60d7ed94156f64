package com.reactive.platform.kafka.benchmark;

import com.reactive.platform.kafka.benchmark.brochure.Brochure;
import com.reactive.platform.kafka.benchmark.brochure.Plan;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;

/** Submitting one message at a time compared with submitting many. */
@Command(
    name = "bulk-submit",
    mixinStandardHelpOptions = true,
    description = {
      "Compare submitting one by one with submitting in bulk.",
      "Part of brochure batcher-comparison, whose reports stay unchanged. Exit code 1 if a message was lost, duplicated or phantom."
    },
    footer = {"", "Example: ./reactive bench bulk-submit 5"})
public final class BulkSubmitBenchmark extends TimedBenchmark {
  public static void main(String[] args) {
    BenchmarkMain.run(new BulkSubmitBenchmark(), args);
  }

  @Override
  Brochure brochure() throws IOException {
    return ofProject("batcher-comparison")
        .named("bulk-submit", "Submitting one by one and in bulk");
  }

  @Override
  Plan part(Plan plan) {
    return plan.withTargets(List.of("BULK", "StripedBatcher", "StripedBatcher bulk"));
  }
}

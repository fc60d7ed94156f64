package com.reactive.platform.kafka.benchmark;

import com.reactive.platform.kafka.benchmark.brochure.Brochure;
import com.reactive.platform.kafka.benchmark.brochure.Plan;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;

/** Submitting one message at a time beside submitting many. */
@Command(
    name = "bulk-submit",
    mixinStandardHelpOptions = true,
    description = {
      "Measure submitting one by one beside submitting in bulk.",
      "Part of brochure batcher-comparison, whose reports it leaves alone; exit 1 if a message was lost, duplicated or invented."
    },
    footer = {"", "Example: ./reactive bench bulk-submit 5"})
public final class BulkSubmitBenchmark extends TimedBenchmark {
  public static void main(String[] args) {
    BenchmarkMain.run(new BulkSubmitBenchmark(), args);
  }

  @Override
  Brochure brochure() throws IOException {
    return ofProject("batcher-comparison")
        .named("bulk-submit", "Submitting one by one beside submitting in bulk");
  }

  @Override
  Plan part(Plan plan) {
    return plan.withTargets(List.of("BULK", "StripedBatcher", "StripedBatcher bulk"));
  }
}

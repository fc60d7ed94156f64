package com.reactive.platform.kafka.benchmark;

import com.reactive.platform.kafka.benchmark.brochure.Brochure;
import com.reactive.platform.kafka.benchmark.brochure.Plan;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;

/** StripedBatcher compared with the plain producer. */
@Command(
    name = "striped",
    mixinStandardHelpOptions = true,
    description = {
      "Compare StripedBatcher with the plain producer.",
      "Part of brochure batcher-comparison, whose reports stay unchanged. Exit code 1 if a message was lost, duplicated or phantom."
    },
    footer = {"", "Example: ./reactive bench striped 5"})
public final class StripedBatcherBenchmark extends TimedBenchmark {
  public static void main(String[] args) {
    BenchmarkMain.run(new StripedBatcherBenchmark(), args);
  }

  @Override
  Brochure brochure() throws IOException {
    return ofProject("batcher-comparison")
        .named("striped-batcher", "StripedBatcher and the plain producer");
  }

  @Override
  Plan part(Plan plan) {
    return plan.withTargets(List.of("producer", "StripedBatcher", "StripedBatcher by handle"));
  }
}

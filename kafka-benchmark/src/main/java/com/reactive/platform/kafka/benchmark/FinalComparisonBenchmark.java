package com.reactive.platform.kafka.benchmark;

import com.reactive.platform.kafka.benchmark.brochure.Brochure;
import java.io.IOException;
import picocli.CommandLine.Command;

/** Every batcher compared with the plain producer. */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    description = {
      "Compare every batcher with the plain producer.",
      "Brochure batcher-comparison. Exit code 1 if a message was lost, duplicated or phantom."
    },
    footer = {"", "Example: ./reactive bench compare 5"})
public final class FinalComparisonBenchmark extends TimedBenchmark {
  public static void main(String[] args) {
    BenchmarkMain.run(new FinalComparisonBenchmark(), args);
  }

  @Override
  Brochure brochure() throws IOException {
    return ofProject("batcher-comparison");
  }
}

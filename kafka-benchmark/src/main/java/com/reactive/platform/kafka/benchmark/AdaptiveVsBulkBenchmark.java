package com.reactive.platform.kafka.benchmark;

import com.reactive.platform.kafka.benchmark.brochure.Brochure;
import java.io.IOException;
import picocli.CommandLine.Command;

/** AdaptiveBatcher compared with a producer that sends 1,000 messages at a time. */
@Command(
    name = "vs-bulk",
    mixinStandardHelpOptions = true,
    description = {
      "Compare AdaptiveBatcher with BULK at the same acks.",
      "Brochure adaptive-vs-bulk. Exit code 1 if a message was lost, duplicated or phantom."
    },
    footer = {"", "Example: ./reactive bench vs-bulk 5"})
public final class AdaptiveVsBulkBenchmark extends TimedBenchmark {
  public static void main(String[] args) {
    BenchmarkMain.run(new AdaptiveVsBulkBenchmark(), args);
  }

  @Override
  Brochure brochure() throws IOException {
    return ofProject("adaptive-vs-bulk");
  }
}

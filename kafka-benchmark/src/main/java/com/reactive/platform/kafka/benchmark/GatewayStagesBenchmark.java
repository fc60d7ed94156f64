package com.reactive.platform.kafka.benchmark;

import com.reactive.platform.kafka.benchmark.brochure.Brochure;
import java.io.IOException;
import picocli.CommandLine.Command;

/** The gateway's time, stage by stage. */
@Command(
    name = "stages",
    mixinStandardHelpOptions = true,
    description = {
      "Measure the time per event in each stage of the gateway.",
      "Brochure gateway-stages. Exit code 1 if a message was lost, duplicated or phantom."
    },
    footer = {"", "Example: ./reactive bench stages 5"})
public final class GatewayStagesBenchmark extends TimedBenchmark {
  public static void main(String[] args) {
    BenchmarkMain.run(new GatewayStagesBenchmark(), args);
  }

  @Override
  Brochure brochure() throws IOException {
    return ofProject("gateway-stages");
  }
}

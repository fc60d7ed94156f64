package com.reactive.platform.kafka.benchmark;

import com.reactive.platform.kafka.benchmark.brochure.Brochure;
import com.reactive.platform.kafka.benchmark.brochure.Plan;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** AdaptiveBatcher under a rising load. */
@Command(
    name = "ramp",
    mixinStandardHelpOptions = true,
    description = {
      "Measure AdaptiveBatcher under ten rising loads, from 10 messages per second to saturation.",
      "Brochure adaptive-ramp. Exit code 1 if a message was lost, duplicated or phantom."
    },
    footer = {"", "Example: ./reactive bench ramp --ramp-quick"})
public final class AdaptiveRampBenchmark extends BenchmarkCommand {
  private static final class Form {
    @Option(
        names = "--ramp-quick",
        description = "30 s, 3 s per load; adaptation lags, because its window is 10 s.")
    private boolean quick;

    @Option(names = "--ramp-full", description = "5 minutes, 30 s per load.")
    private boolean full;
  }

  @ArgGroup private Form form;

  @Mixin private PayloadFlag payload;

  @Parameters(
      arity = "0..1",
      paramLabel = "HOST:PORT",
      description = "A running Kafka (default: an embedded one).")
  private String bootstrap;

  public static void main(String[] args) {
    BenchmarkMain.run(new AdaptiveRampBenchmark(), args);
  }

  @Override
  public Integer call() throws Exception {
    boolean full = isFull();
    Optional<String> servers = flags.bootstrapServers(bootstrap);
    Brochure brochure = ofProject("adaptive-ramp");
    String command =
        "./reactive bench ramp "
            + (full ? "--ramp-full" : "--ramp-quick")
            + servers.map(text -> " " + text).orElse("")
            + payload.words();
    Plan plan = payload.over(brochure.plan(!full), flags);
    return run(brochure, plan, command, !full, servers);
  }

  /** The short form unless the other was asked for. */
  boolean isFull() {
    return form != null && form.full && !form.quick;
  }
}

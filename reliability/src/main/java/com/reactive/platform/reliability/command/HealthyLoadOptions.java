package com.reactive.platform.reliability.command;

import com.reactive.platform.kafka.benchmark.rig.ProgressLine;
import com.reactive.platform.reliability.abuse.SlowClients;
import com.reactive.platform.reliability.abuse.SlowClientsPlan;
import com.reactive.platform.testbed.Experiment;
import picocli.CommandLine.Option;

/** Options of the load that runs with and without slow clients. */
final class HealthyLoadOptions {
  @Option(
      names = "--connections",
      paramLabel = "N",
      defaultValue = "64",
      description =
          "Connections of the load, with one request in flight each (default: ${DEFAULT-VALUE}).")
  private int connections;

  @Option(
      names = "--turns",
      paramLabel = "N",
      defaultValue = "3",
      description = "Number of measurements without and with them (default: ${DEFAULT-VALUE}).")
  private int turns;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "30",
      description = "Duration of each measurement (default: ${DEFAULT-VALUE}).")
  private int seconds;

  @Option(
      names = "--settle-seconds",
      paramLabel = "S",
      defaultValue = "10",
      description = "Warm-up before each measurement (default: ${DEFAULT-VALUE}).")
  private int settleSeconds;

  /** Slow clients beside this load. */
  Experiment experiment(int slow, int idle, int bodies, int heapMegabytes) {
    SlowClientsPlan plan =
        new SlowClientsPlan(
            slow, idle, bodies, connections, turns, settleSeconds, seconds, heapMegabytes);
    return new SlowClients(plan, ProgressLine.onStderr());
  }
}

package com.reactive.platform.kafka.benchmark;

import com.reactive.platform.kafka.benchmark.brochure.AllTargets;
import com.reactive.platform.kafka.benchmark.brochure.Brochure;
import com.reactive.platform.kafka.benchmark.brochure.Brochures;
import com.reactive.platform.kafka.benchmark.brochure.Plan;
import com.reactive.platform.kafka.benchmark.brochure.RunRequest;
import com.reactive.platform.kafka.benchmark.result.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A main that runs all or part of a brochure for as long as the user says. */
abstract class TimedBenchmark implements Callable<Integer> {
  @Mixin private RunFlags flags;

  @Option(
      names = "--reports",
      paramLabel = "DIR",
      description = "Also write reports there (default: none).")
  private Path reports;

  @Parameters(
      paramLabel = "ARG",
      description =
          "[SECONDS] [HOST:PORT]: measured time of each run (default: the brochure's short form),"
              + " and a Kafka that runs already (default: one of its own).")
  private List<String> args = new ArrayList<>();

  /** What runs before the user's wishes are put over it. */
  abstract Brochure brochure() throws IOException;

  /** What of it runs. */
  Plan part(Plan plan) {
    return plan;
  }

  static Brochure ofProject(String name) throws IOException {
    return Brochures.ofProject(AllTargets.known()).read(name);
  }

  /** What a command line asks for. */
  record Request(Optional<Double> seconds, Optional<String> bootstrapServers) {}

  @Override
  public Integer call() throws Exception {
    Request request = request();
    Brochure brochure = brochure();
    Plan plan = part(brochure.quick());
    if (request.seconds.isPresent()) {
      plan = part(brochure.full()).withRounds(1).withSeconds(request.seconds.get());
    }
    String command =
        "mvn exec:java -Dexec.mainClass=%s -Dexec.args=\"%s\""
            .formatted(getClass().getName(), String.join(" ", args));
    RunRequest run =
        new RunRequest(
            command, request.seconds.isEmpty(), request.bootstrapServers, Optional.empty());
    return flags.job(Optional.ofNullable(reports)).run(brochure, plan, run).verdict()
            == Verdict.PASS
        ? 0
        : 1;
  }

  /** Reads the arguments; what cannot be run is wrong usage. */
  Request request() {
    List<String> left = new ArrayList<>(args);
    Optional<Double> seconds = Optional.empty();
    if (!left.isEmpty() && !RunFlags.isBootstrap(left.get(0))) {
      seconds = Optional.of(flags.seconds(left.remove(0)));
    }
    String bootstrap = left.isEmpty() ? null : left.remove(0);
    if (!left.isEmpty()) {
      throw flags.usage("there are at most SECONDS and HOST:PORT, not also '" + left.get(0) + "'");
    }
    return new Request(seconds, flags.bootstrapServers(bootstrap));
  }
}

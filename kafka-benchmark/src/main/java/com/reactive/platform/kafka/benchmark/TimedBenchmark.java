package com.reactive.platform.kafka.benchmark;

import com.reactive.platform.kafka.benchmark.brochure.Brochure;
import com.reactive.platform.kafka.benchmark.brochure.Plan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** A main that runs all or part of a brochure for a given time. */
abstract class TimedBenchmark extends BenchmarkCommand {
  @Mixin private PayloadFlag payload;

  @Parameters(
      paramLabel = "ARG",
      description =
          "[SECONDS] [HOST:PORT]: measured seconds per run (default: the brochure's short form),"
              + " and a running Kafka (default: an embedded one).")
  private List<String> args = new ArrayList<>();

  /** The brochure before the user's options are applied; a part of one has a name of its own. */
  abstract Brochure brochure() throws IOException;

  /** The part of it that runs. */
  Plan part(Plan plan) {
    return plan;
  }

  /** The arguments of a command line. */
  record Request(Optional<String> seconds, Optional<String> bootstrapServers) {}

  @Override
  public Integer call() throws Exception {
    Request request = request();
    Brochure brochure = brochure();
    Plan plan = plan(brochure, request);
    boolean isQuick = request.seconds.isEmpty() || plan.seconds() < part(brochure.full()).seconds();
    return run(brochure, plan, command(request), isQuick, request.bootstrapServers);
  }

  private Plan plan(Brochure brochure, Request request) {
    Plan plan =
        request
            .seconds
            .map(text -> brochure.full().withRounds(1).withSeconds(flags.seconds(text)))
            .orElseGet(brochure::quick);
    return payload.over(part(plan), flags);
  }

  /** The command that repeats this run. */
  String command(Request request) {
    String name = getClass().getAnnotation(Command.class).name();
    return "./reactive bench "
        + name
        + request.seconds.map(text -> " " + text).orElse("")
        + request.bootstrapServers.map(text -> " " + text).orElse("")
        + payload.words();
  }

  /** Reads the arguments; what cannot be run is wrong usage. */
  Request request() {
    List<String> left = new ArrayList<>(args);
    Optional<String> seconds = Optional.empty();
    if (!left.isEmpty() && !RunFlags.isBootstrap(left.get(0))) {
      seconds = Optional.of(left.remove(0));
      flags.seconds(seconds.get());
    }
    String bootstrap = left.isEmpty() ? null : left.remove(0);
    if (!left.isEmpty()) {
      throw flags.usage(
          "at most SECONDS and HOST:PORT are allowed, not also '" + left.get(0) + "'");
    }
    payload.orRandom(flags);
    return new Request(seconds, flags.bootstrapServers(bootstrap));
  }
}

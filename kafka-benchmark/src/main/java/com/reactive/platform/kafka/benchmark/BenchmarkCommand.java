package com.reactive.platform.kafka.benchmark;

import com.reactive.platform.kafka.benchmark.brochure.AllTargets;
import com.reactive.platform.kafka.benchmark.brochure.Brochure;
import com.reactive.platform.kafka.benchmark.brochure.Brochures;
import com.reactive.platform.kafka.benchmark.brochure.Plan;
import com.reactive.platform.kafka.benchmark.brochure.RunRequest;
import com.reactive.platform.kafka.benchmark.result.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A main that runs one brochure, and is a command of {@code ./reactive bench} too. */
abstract class BenchmarkCommand implements Callable<Integer> {
  @Mixin RunFlags flags;

  @Option(
      names = "--reports",
      paramLabel = "DIR",
      description = "Also write reports to this directory (default: none).")
  Path reports;

  static Brochure ofProject(String name) throws IOException {
    return Brochures.ofProject(AllTargets.known()).read(name);
  }

  /**
   * Runs it; returns the exit code.
   *
   * @param command that repeats the run
   */
  int run(Brochure brochure, Plan plan, String command, boolean isQuick, Optional<String> servers)
      throws Exception {
    return run(
        brochure,
        plan,
        new RunRequest(command, isQuick, servers, Optional.empty(), flags.kafkaTimeout()));
  }

  /** Runs it; returns the exit code. */
  int run(Brochure brochure, Plan plan, RunRequest request) throws Exception {
    return exitCode(flags.job(Optional.ofNullable(reports)).run(brochure, plan, request).verdict());
  }

  static int exitCode(Verdict verdict) {
    return verdict == Verdict.PASS ? 0 : 1;
  }
}

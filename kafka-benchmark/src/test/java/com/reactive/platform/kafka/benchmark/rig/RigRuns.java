package com.reactive.platform.kafka.benchmark.rig;

import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.RunResult.Role;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs of the rig over a log in memory. */
final class RigRuns {
  static final Duration PATIENCE = Duration.ofSeconds(60);

  private RigRuns() {}

  static RunResult run(Target target, Load load) throws InterruptedException {
    return turn(target, load).result();
  }

  static RunResult run(Target target, Load load, Duration drain) throws InterruptedException {
    try (target) {
      return rig(target, drain).run(target, Role.SUBJECT, load).result();
    }
  }

  static Iteration turn(Target target, Load load) throws InterruptedException {
    try (target) {
      return rig(target, PATIENCE).run(target, Role.SUBJECT, load);
    }
  }

  static Rig rig(Target target, Duration drain) {
    return rig(target, drain, Duration.ofSeconds(2));
  }

  static Rig rig(Target target, Duration drain, Duration late) {
    return new Rig(
        destination -> ((MemoryTarget) target).log,
        Map.of(),
        Progress.SILENT,
        new Timeouts(drain, Duration.ofMillis(300), late));
  }

  static long millis(long millis) {
    return TimeUnit.MILLISECONDS.toNanos(millis);
  }

  static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

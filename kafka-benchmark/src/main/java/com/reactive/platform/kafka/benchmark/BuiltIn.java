package com.reactive.platform.kafka.benchmark;

import com.reactive.platform.kafka.benchmark.brochure.Brochure;
import com.reactive.platform.kafka.benchmark.brochure.Plan;
import com.reactive.platform.kafka.benchmark.brochure.PlannedTarget;
import com.reactive.platform.kafka.benchmark.brochure.Procedure;
import com.reactive.platform.kafka.benchmark.result.RunResult.LoadKind;
import com.reactive.platform.kafka.benchmark.rig.Load;
import com.reactive.platform.kafka.benchmark.rig.Payload;
import java.util.List;

/** Brochures of mains that have flags instead of a file. */
final class BuiltIn {
  private static final int IN_FLIGHT = 16_384;

  private BuiltIn() {}

  /** A closed loop of one thread. */
  static Plan flatOut(
      List<PlannedTarget> targets,
      int messageBytes,
      Payload payload,
      double warmupSeconds,
      double seconds) {
    Load load =
        new Load(
            "flat out",
            LoadKind.CLOSED,
            1,
            IN_FLIGHT,
            0,
            warmupSeconds,
            seconds,
            messageBytes,
            payload);
    return new Plan(targets, List.of(load), 1, 0);
  }

  static Brochure brochure(String name, String title, String description, Plan plan) {
    return new Brochure(
        name, title, description, Procedure.TURNS, plan, plan, List.of(), List.of());
  }
}

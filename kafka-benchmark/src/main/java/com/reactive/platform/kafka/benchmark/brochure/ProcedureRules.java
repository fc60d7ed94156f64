package com.reactive.platform.kafka.benchmark.brochure;

import com.reactive.platform.gateway.microbatch.adaptive.PressureLevel;
import com.reactive.platform.kafka.benchmark.result.RunResult.LoadKind;
import com.reactive.platform.kafka.benchmark.result.RunResult.Role;
import com.reactive.platform.kafka.benchmark.rig.Load;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** The requirements of a procedure on targets and loads. */
final class ProcedureRules {
  private static final List<String> LEVELS =
      Arrays.stream(PressureLevel.values()).map(Enum::name).toList();
  private static final int SECONDS_PER_WINDOW = 10;

  private ProcedureRules() {}

  static void check(Brochure brochure, Fields fields) {
    Plan plan = brochure.full();
    switch (brochure.procedure()) {
      case RAMP -> requireOne(plan, fields, "ramp");
      case CALIBRATION -> {
        requireOne(plan, fields, "calibration");
        if (!plan.targets().get(0).spec().kind().equals("striped")) {
          fields.error("targets", "procedure calibration sets the limits of one of kind striped");
        }
        plan.loads().forEach(load -> requireLevel(load, fields));
      }
      case STAGES -> {
        if (plan.targets().stream().noneMatch(ProcedureRules::measuresStages)) {
          fields.error(
              "targets",
              "procedure stages needs one of kind gateway with diagnostics.stages: true");
        }
      }
      case SWEEP -> requireOneYardstick(brochure.thresholds(), fields);
      case FLOOR -> {
        if (brochure.thresholds().stream().noneMatch(FloorTable::concerns)) {
          fields.error(
              "thresholds", "procedure floor needs one on sustained, with target and versus");
        }
      }
      case TURNS -> {}
    }
  }

  private static boolean measuresStages(PlannedTarget target) {
    return target.spec().kind().equals("gateway")
        && "true".equals(target.spec().options().get("diagnostics.stages"));
  }

  private static void requireOneYardstick(List<Threshold> thresholds, Fields fields) {
    List<String> roles =
        thresholds.stream()
            .map(Threshold::bestOf)
            .filter(Objects::nonNull)
            .distinct()
            .map(Role::text)
            .toList();
    if (roles.isEmpty()) {
      fields.error("thresholds", "procedure sweep needs one with best-of");
    } else if (roles.size() > 1) {
      fields.error("thresholds", "procedure sweep takes one role in best-of, not " + roles);
    }
  }

  private static void requireOne(Plan plan, Fields fields, String procedure) {
    if (plan.targets().size() != 1) {
      fields.error(
          "targets", "procedure " + procedure + " takes one, not " + plan.targets().size());
    }
  }

  private static void requireLevel(Load load, Fields fields) {
    if (!LEVELS.contains(load.name())) {
      fields.error("loads", "procedure calibration takes loads named by their level: " + LEVELS);
    } else if (load.kind() == LoadKind.OPEN
        && !level(load.messagesPerSecond()).name().equals(load.name())) {
      fields.error(
          "loads", load.name() + " has a rate of level " + level(load.messagesPerSecond()));
    }
  }

  /** The level of this rate, messages per second. */
  static PressureLevel level(double perSecond) {
    return PressureLevel.fromRequestRate((long) (perSecond * SECONDS_PER_WINDOW));
  }
}

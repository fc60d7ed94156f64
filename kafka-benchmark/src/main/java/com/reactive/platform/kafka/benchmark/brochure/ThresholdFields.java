package com.reactive.platform.kafka.benchmark.brochure;

import com.reactive.platform.kafka.benchmark.result.RunResult.Role;
import com.reactive.platform.kafka.benchmark.rig.Load;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads {@code thresholds}. */
final class ThresholdFields {
  private static final List<String> ROLES = List.of("subject", "baseline", "rival", "ceiling");

  private static final double MAX_MICROS = 1e9;

  private ThresholdFields() {}

  static List<Threshold> read(Fields brochure, Plan plan) {
    List<String> targets = plan.targets().stream().map(PlannedTarget::name).toList();
    List<String> loads = plan.loads().stream().map(Load::name).toList();
    List<Threshold> thresholds = new ArrayList<>();
    for (Fields fields : brochure.several("threshold", "thresholds", false)) {
      Optional<Metric> metric = Metric.named(fields.text("metric"));
      if (metric.isEmpty()) {
        fields.error("metric", "must be one of " + Metric.ALLOWED);
      }
      String target = name(fields, "target", targets);
      String load = name(fields, "load", loads);
      String exceptLoad = name(fields, "except-load", loads);
      String versus = name(fields, "versus", targets);
      String bestOf = fields.has("best-of") ? fields.choice("best-of", "rival", ROLES) : null;
      String versusLoad = name(fields, "versus-load", loads);
      boolean goal = fields.flag("goal");
      double referenceP99 = fields.number("reference-p99", Threshold.ANY_P99, 0, MAX_MICROS);
      if (load != null && exceptLoad != null) {
        fields.error("except-load", "must not be given beside load");
      }
      if (versus != null && bestOf != null) {
        fields.error("best-of", "must not be given beside versus");
      }
      boolean comparesTargets = versus != null || bestOf != null;
      boolean ratio = comparesTargets || versusLoad != null;
      if (ratio && target == null) {
        fields.error("target", "must name the target that is compared");
      }
      if (versusLoad != null) {
        checkLoads(fields, load, versusLoad, comparesTargets);
      }
      boolean more = metric.map(Metric::moreIsBetter).orElse(true);
      double limit = limit(fields, more, ratio, metric.isPresent());
      fields.refuseOthers();
      metric.ifPresent(
          figure ->
              thresholds.add(
                  new Threshold(
                      figure,
                      target,
                      load,
                      exceptLoad,
                      limit,
                      versus,
                      bestOf == null ? null : Role.of(bestOf),
                      goal,
                      versusLoad,
                      referenceP99)));
    }
    return thresholds;
  }

  private static void checkLoads(
      Fields fields, String load, String versusLoad, boolean comparesTargets) {
    if (comparesTargets) {
      fields.error("versus-load", "must not be given beside versus or best-of");
    }
    if (load == null || load.equals(versusLoad)) {
      fields.error("load", "must name another load, which is compared with versus-load");
    }
  }

  /** Which of the four keys must be there follows from the rest. */
  private static double limit(Fields fields, boolean more, boolean ratio, boolean metricKnown) {
    String expected = (more ? "at-least" : "at-most") + (ratio ? "-ratio" : "");
    double limit = 0;
    boolean found = false;
    for (String key : List.of("at-least", "at-most", "at-least-ratio", "at-most-ratio")) {
      if (!fields.has(key)) {
        continue;
      }
      if (key.equals(expected) || !metricKnown) {
        limit = fields.number(key, 0, 0, 1e12);
        found = true;
      } else {
        fields.error(key, "does not fit this metric and what it is compared with; " + expected);
      }
    }
    if (!found && metricKnown) {
      fields.error(expected, "must be given");
    }
    return limit;
  }

  /** Null if it is not given. */
  private static String name(Fields fields, String key, List<String> allowed) {
    if (!fields.has(key)) {
      return null;
    }
    String name = fields.text(key);
    if (!allowed.contains(name)) {
      fields.error(key, "must be one of " + Fields.listed(allowed) + ", not '" + name + "'");
    }
    return name;
  }
}

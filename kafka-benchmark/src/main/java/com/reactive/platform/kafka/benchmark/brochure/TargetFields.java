package com.reactive.platform.kafka.benchmark.brochure;

import com.reactive.platform.kafka.benchmark.result.RunResult.Role;
import com.reactive.platform.kafka.benchmark.subject.TargetSpec;
import com.reactive.platform.kafka.benchmark.subject.Targets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Reads an entry of {@code targets}, which with {@code vary} stands for several. */
final class TargetFields {
  private static final List<String> ROLES = List.of("subject", "rival", "ceiling");
  private static final int MAX_IN_FLIGHT = 1 << 20;
  private static final int CLUSTER_BROKERS = 3;
  private static final int MAX_RTT_MILLIS = 1_000;

  private TargetFields() {}

  static List<PlannedTarget> read(Fields fields, String baseline, Targets known) {
    String name = fields.text("name");
    String kind = fields.text("kind");
    Role role = Role.of(fields.choice("role", "subject", ROLES));
    int inFlight = fields.whole("in-flight", 0, 1, MAX_IN_FLIGHT);
    Training training = training(fields);
    int brokers = fields.whole("brokers", 1, 1, CLUSTER_BROKERS);
    if (brokers == 2) {
      fields.error("brokers", "must be 1 or " + CLUSTER_BROKERS);
    }
    int rttMillis = fields.whole("rtt-ms", 0, 0, MAX_RTT_MILLIS);
    String group = fields.text("group", "");
    Map<String, String> config = fields.options("config");
    Map<String, Map<String, String>> vary = fields.variants("vary");
    fields.refuseOthers();
    List<PlannedTarget> targets = new ArrayList<>();
    for (Variant variant : variants(vary)) {
      Map<String, String> options = new LinkedHashMap<>();
      config.forEach((key, value) -> options.put(key, variant.value.apply(value)));
      TargetSpec spec = new TargetSpec(variant.label.apply(name), kind, options);
      Role inUse = spec.name().equals(baseline) ? Role.BASELINE : role;
      PlannedTarget target =
          new PlannedTarget(spec, inUse, inFlight, training, brokers, rttMillis, group);
      targets.add(target);
      check(fields, spec, known);
      if (!training.file().isEmpty()) {
        check(fields, target.withOptions(Map.of(training.file(), "learned")).spec(), known);
      }
    }
    return targets;
  }

  private static Training training(Fields target) {
    if (!target.has("training")) {
      return Training.NONE;
    }
    Fields fields = target.nested("training");
    List<String> loads = fields.texts("loads");
    double seconds = fields.number("seconds", 0, LoadFields.MIN_SECONDS, LoadFields.MAX_SECONDS);
    String file = fields.text("file");
    if (loads.isEmpty()) {
      fields.error("loads", "must name at least one");
    }
    if (seconds == 0) {
      fields.error("seconds", "must be given");
    }
    fields.refuseOthers();
    return new Training(loads, seconds, file);
  }

  private static void check(Fields fields, TargetSpec spec, Targets known) {
    if (spec.kind().isEmpty()) {
      return; // said already
    }
    try {
      known.check(spec);
    } catch (IllegalArgumentException e) {
      fields.error("config", e.getMessage());
    }
  }

  /** The replacement of {@code {name}}: in the target's name its label, in its config its value. */
  private record Variant(UnaryOperator<String> label, UnaryOperator<String> value) {
    Variant and(String name, String itsLabel, String itsValue) {
      String placeholder = "{" + name + "}";
      return new Variant(
          text -> label.apply(text).replace(placeholder, itsLabel),
          text -> value.apply(text).replace(placeholder, itsValue));
    }
  }

  private static List<Variant> variants(Map<String, Map<String, String>> vary) {
    List<Variant> variants =
        List.of(new Variant(UnaryOperator.identity(), UnaryOperator.identity()));
    for (Map.Entry<String, Map<String, String>> dimension : vary.entrySet()) {
      List<Variant> wider = new ArrayList<>();
      for (Variant variant : variants) {
        dimension
            .getValue()
            .forEach((label, value) -> wider.add(variant.and(dimension.getKey(), label, value)));
      }
      variants = wider;
    }
    return variants;
  }
}

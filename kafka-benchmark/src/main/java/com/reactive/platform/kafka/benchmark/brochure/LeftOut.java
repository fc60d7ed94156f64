package com.reactive.platform.kafka.benchmark.brochure;

import com.reactive.platform.kafka.benchmark.subject.Targets;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The targets of a plan that cannot be opened on this machine, by the reason.
 *
 * @param names of targets, by why they are left out
 */
record LeftOut(Map<String, List<String>> names) {
  /**
   * Asks of each target whether it can be opened here; makes what is missing, as far as possible.
   *
   * @throws IOException if nothing would be left
   */
  static LeftOut of(
      Plan plan, Targets known, Optional<String> bootstrapServers, Consumer<String> say)
      throws IOException, InterruptedException {
    Map<String, List<String>> names = new LinkedHashMap<>();
    for (PlannedTarget target : plan.targets()) {
      Optional<String> why =
          (target.brokers() > 1 || target.rttMillis() > 0) && bootstrapServers.isPresent()
              ? Optional.of("the given Kafka has a fixed number of brokers and its own distance")
              : known.whyNot(target.spec(), say);
      why.ifPresent(
          reason -> names.computeIfAbsent(reason, key -> new ArrayList<>()).add(target.name()));
    }
    LeftOut leftOut = new LeftOut(names);
    if (leftOut.from(plan).targets().isEmpty()) {
      throw new IOException(
          "no target can be opened here, since " + String.join("; ", names.keySet()));
    }
    leftOut.sentences().forEach(say);
    return leftOut;
  }

  /** The plan without them. */
  Plan from(Plan plan) {
    List<String> without = names.values().stream().flatMap(List::stream).toList();
    return plan.withTargets(
        plan.targets().stream()
            .map(PlannedTarget::name)
            .filter(name -> !without.contains(name))
            .toList());
  }

  /** One for each reason. */
  List<String> sentences() {
    List<String> sentences = new ArrayList<>();
    names.forEach(
        (why, targets) ->
            sentences.add(
                "Left out: %s, since %s. Comparisons with it are not checked."
                    .formatted(String.join(", ", targets), why)));
    return sentences;
  }
}

package com.reactive.platform.kafka.benchmark.command;

import com.reactive.platform.kafka.benchmark.brochure.Plan;
import com.reactive.platform.kafka.benchmark.brochure.PlannedTarget;
import com.reactive.platform.kafka.benchmark.rig.Load;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Flags that pick a part of a brochure, for a closer look at a few of its figures. */
final class PartOptions {
  private static final int MAX_ROUNDS = 1_000;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(names = "--load", paramLabel = "LOAD", description = "Only this load; can be repeated.")
  private List<String> loads = List.of();

  @Option(
      names = "--target",
      paramLabel = "TARGET",
      description = "Only this target; can be repeated.")
  private List<String> targets = List.of();

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "Turns of each target under each load (default: the brochure's).")
  private Integer rounds;

  /** Refuses what no brochure could be run with. */
  void check() {
    if (rounds != null && (rounds < 1 || rounds > MAX_ROUNDS)) {
      throw usage("--rounds must be 1 to %d, not %d".formatted(MAX_ROUNDS, rounds));
    }
  }

  /** Whether the results are not those of the brochure as it is. */
  boolean isGiven() {
    return !loads.isEmpty() || !targets.isEmpty() || rounds != null;
  }

  /**
   * The part of this plan.
   *
   * @throws ParameterException if the plan has no such load or target, or nothing is left
   */
  Plan of(Plan plan) {
    require("--load", loads, plan.loads().stream().map(Load::name).toList());
    require("--target", targets, plan.targets().stream().map(PlannedTarget::name).toList());
    Plan part = loads.isEmpty() ? plan : plan.withLoads(loads);
    part = targets.isEmpty() ? part : part.withTargets(targets);
    if (isGiven() && part.isEmpty()) {
      throw usage("none of these loads is put on any of these targets");
    }
    return rounds == null ? part : part.withRounds(rounds);
  }

  /** As they are given on the command line, each with a space before it. */
  String text() {
    List<String> words = new ArrayList<>();
    loads.forEach(load -> words.add(" --load '" + load + "'"));
    targets.forEach(target -> words.add(" --target '" + target + "'"));
    if (rounds != null) {
      words.add(" --rounds " + rounds);
    }
    return String.join("", words);
  }

  private void require(String option, List<String> names, List<String> known) {
    for (String name : names) {
      if (!known.contains(name)) {
        String quoted = "'" + String.join("', '", known) + "'";
        throw usage("%s must be of %s, not '%s'".formatted(option, quoted, name));
      }
    }
  }

  private ParameterException usage(String sentence) {
    return new ParameterException(spec.commandLine(), sentence);
  }
}

package com.reactive.platform.kafka.benchmark.brochure;

import com.reactive.platform.kafka.benchmark.result.RunResult.LoadKind;
import com.reactive.platform.kafka.benchmark.rig.Load;
import com.reactive.platform.kafka.benchmark.rig.Payload;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * The runs of a brochure: every target under every load of its group, in every round.
 *
 * @param targets at least one, with distinct names
 * @param loads at least one, with distinct names
 * @param groups of loads that are put on targets of a group only, by the name of the load
 * @param rounds at least 1
 * @param initialWarmupSeconds time for which each target is kept busy before the first iteration of
 *     any, so that no JVM is measured cold; 0 for not at all
 */
public record Plan(
    List<PlannedTarget> targets,
    List<Load> loads,
    Map<String, String> groups,
    int rounds,
    double initialWarmupSeconds) {
  /** To open and close a target; more or less, as the following. */
  private static final double SECONDS_TO_OPEN = 1.5;

  /** To drain and to begin anew, each iteration. */
  private static final double SECONDS_BESIDES = 0.5;

  /** To read back a message. */
  private static final double SECONDS_PER_MESSAGE = 5e-6;

  /** What a closed loop comes to, and an open one at most: nobody knows beforehand. */
  private static final double MESSAGES_PER_SECOND = 50_000;

  /** Name of the load of the initial warm-up; no load of a brochure has it. */
  static final String INITIAL_WARMUP = "initial warm-up";

  /** Name of the loads that targets learn from; no load of a brochure has it. */
  static final String TRAINING = "training";

  private static final int WARMUP_IN_FLIGHT = 64;

  /** Copies the lists. */
  public Plan {
    targets = List.copyOf(targets);
    loads = List.copyOf(loads);
    groups = Map.copyOf(groups);
  }

  /** One without groups. */
  public Plan(
      List<PlannedTarget> targets, List<Load> loads, int rounds, double initialWarmupSeconds) {
    this(targets, loads, Map.of(), rounds, initialWarmupSeconds);
  }

  /** True if this load is put on this target. */
  boolean puts(Load load, PlannedTarget target) {
    return groups.getOrDefault(load.name(), "").equals(target.group());
  }

  /** True if no load is put on any target. */
  public boolean isEmpty() {
    return loads.stream().noneMatch(load -> targets.stream().anyMatch(t -> puts(load, t)));
  }

  /** About how long it takes, seconds, without what starting Kafka takes. */
  public double seconds() {
    return targets.stream()
        .mapToDouble(target -> secondsBefore(target) + rounds * secondsOfRound(target))
        .sum();
  }

  private double secondsBefore(PlannedTarget target) {
    List<Load> training = trainingLoads(target);
    double trained =
        training.isEmpty()
            ? 0
            : SECONDS_TO_OPEN + training.stream().mapToDouble(Plan::secondsOf).sum();
    double warmup = initialWarmupSeconds == 0 ? 0 : secondsOf(initialWarmupLoad());
    return trained + SECONDS_TO_OPEN + warmup;
  }

  private double secondsOfRound(PlannedTarget target) {
    return loads.stream().filter(load -> puts(load, target)).mapToDouble(Plan::secondsOf).sum();
  }

  private static double secondsOf(Load load) {
    double seconds = load.warmupSeconds() + load.seconds();
    double offered = load.kind() == LoadKind.OPEN ? load.messagesPerSecond() : MESSAGES_PER_SECOND;
    double rate = Math.min(offered, MESSAGES_PER_SECOND);
    return SECONDS_BESIDES + seconds * (1 + rate * SECONDS_PER_MESSAGE);
  }

  /** The same with these targets only, and in their order here. */
  public Plan withTargets(Collection<String> names) {
    return new Plan(
        targets.stream().filter(target -> names.contains(target.name())).toList(),
        loads,
        groups,
        rounds,
        initialWarmupSeconds);
  }

  /** The same with these loads only. */
  public Plan withLoads(Collection<String> names) {
    return new Plan(
        targets,
        loads.stream().filter(load -> names.contains(load.name())).toList(),
        groups,
        rounds,
        initialWarmupSeconds);
  }

  /** The same with so many rounds. */
  public Plan withRounds(int number) {
    return new Plan(targets, loads, groups, number, initialWarmupSeconds);
  }

  /** The same with an initial warm-up of this length. */
  Plan withInitialWarmupSeconds(double seconds) {
    return new Plan(targets, loads, groups, rounds, seconds);
  }

  /** The same with these options put over those of every target. */
  public Plan withOptions(Map<String, String> options) {
    return new Plan(
        targets.stream().map(target -> target.withOptions(options)).toList(),
        loads,
        groups,
        rounds,
        initialWarmupSeconds);
  }

  /** The same with messages filled like this. */
  public Plan withPayload(Payload payload) {
    return withEachLoad(load -> load.withPayload(payload));
  }

  /** The same with every load measured for so long. */
  public Plan withSeconds(double seconds) {
    return withEachLoad(load -> load.withSeconds(load.warmupSeconds(), seconds));
  }

  /** The same with every load measured for so long after so long a warm-up. */
  public Plan withSeconds(double warmupSeconds, double seconds) {
    return withEachLoad(load -> load.withSeconds(warmupSeconds, seconds));
  }

  /** A closed loop with messages as in the first load, for {@link #initialWarmupSeconds}. */
  Load initialWarmupLoad() {
    Load first = loads.get(0);
    return new Load(
        INITIAL_WARMUP,
        LoadKind.CLOSED,
        first.lanes(),
        Math.max(WARMUP_IN_FLIGHT, first.lanes()),
        0,
        0,
        initialWarmupSeconds,
        first.messageBytes(),
        first.payload());
  }

  /**
   * The loads of this target's {@link Training}, as it gets them: measured in whole, judged not.
   */
  List<Load> trainingLoads(PlannedTarget target) {
    return target.training().loads().stream()
        .flatMap(name -> loads.stream().filter(load -> load.name().equals(name)))
        .map(load -> training(target.fitted(load), target.training().seconds()))
        .toList();
  }

  private static Load training(Load load, double seconds) {
    return new Load(
        TRAINING,
        load.kind(),
        load.lanes(),
        load.concurrency(),
        load.messagesPerSecond(),
        0,
        seconds,
        load.messageBytes(),
        load.payload(),
        0);
  }

  private Plan withEachLoad(UnaryOperator<Load> change) {
    return new Plan(
        targets, loads.stream().map(change).toList(), groups, rounds, initialWarmupSeconds);
  }
}

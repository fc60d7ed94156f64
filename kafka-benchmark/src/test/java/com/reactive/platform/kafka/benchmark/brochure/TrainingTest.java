package com.reactive.platform.kafka.benchmark.brochure;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.kafka.benchmark.result.BrochureResult;
import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.RunResult.LoadKind;
import com.reactive.platform.kafka.benchmark.result.RunResult.Role;
import com.reactive.platform.kafka.benchmark.result.Verdict;
import com.reactive.platform.kafka.benchmark.rig.Load;
import com.reactive.platform.kafka.benchmark.rig.Payload;
import com.reactive.platform.kafka.benchmark.rig.Target;
import com.reactive.platform.kafka.benchmark.subject.Options;
import com.reactive.platform.kafka.benchmark.subject.TargetSpec;
import com.reactive.platform.kafka.benchmark.subject.Targets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TrainingTest {
  private static final Load FIRST =
      new Load("first", LoadKind.CLOSED, 1, 1, 0, 0.1, 0.2, 128, Payload.RANDOM);
  private static final Load SECOND =
      new Load("second", LoadKind.CLOSED, 1, 2, 0, 0, 0.2, 128, Payload.RANDOM);
  private static final Load NOT_HERE =
      new Load("not here", LoadKind.CLOSED, 1, 2, 0, 0, 0.2, 128, Payload.RANDOM);

  private final List<String> seen = new ArrayList<>();
  private final List<Path> files = new ArrayList<>();
  private boolean trainingWorks = true;

  @Test
  void whatLearnsIsTrainedAloneAndBeginsAnewWithAllTheOthers() throws Exception {
    BrochureResult result = run();

    assertThat(seen)
        .containsExactly(
            "open learner",
            "load learner",
            "load learner",
            "close learner",
            "open learner",
            "open other",
            "load learner",
            "load other",
            "load other",
            "load learner",
            "close other",
            "close learner");
    assertThat(result.runs())
        .filteredOn(run -> !run.load().equals("training")) // there only if it failed
        .extracting(run -> run.target() + " " + run.load() + " " + run.warmupSeconds())
        .as("every target gets the same of a load")
        .containsExactly(
            "learner first 0.1", "other first 0.1", "learner second 0.0", "other second 0.0");
  }

  @Test
  void whatItLearnedIsAllThatItKeepsAndAsLongAsTheRunLasts() throws Exception {
    run();

    assertThat(files).hasSize(2).allMatch(files.get(0)::equals);
    assertThat(Files.exists(files.get(0).getParent())).isFalse();
  }

  @Test
  void aTrainingThatFailsStaysAmongTheResults() throws Exception {
    trainingWorks = false;

    BrochureResult result = run();

    assertThat(result.runs())
        .extracting(RunResult::load)
        .containsExactly("training", "training", "first", "first", "second", "second");
    assertThat(result.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(result.reasons())
        .anySatisfy(text -> assertThat(text).startsWith("learner at training: "));
    assertThat(result.checks())
        .singleElement()
        .satisfies(check -> assertThat(check.actual()).as("the worst").doesNotContain("training"));
  }

  @Test
  void anEstimateCountsTraining() {
    Plan plan = plan();

    assertThat(plan.seconds() - plan.withTargets(List.of("other")).seconds())
        .as("two loads of 0.2 s more than the other has, and another start")
        .isGreaterThan(plan.withTargets(List.of("other")).seconds() + 2 * 0.2);
    assertThat(plan.withLoads(List.of("second")).seconds()).isLessThan(plan.seconds());
    assertThat(plan.withRounds(2).seconds()).isLessThan(2 * plan.seconds());
  }

  private BrochureResult run() throws Exception {
    Plan plan = plan();
    Threshold threshold =
        new Threshold(Metric.named("sustained").orElseThrow(), null, null, 0.1, null, null, false);
    Brochure brochure =
        new Brochure("b", "t", "d", Procedure.TURNS, plan, plan, List.of(threshold), List.of());
    Targets known =
        Targets.inProcess()
            .with(List.of(new Targets.Kind("fake", false, options -> kafka -> open(options))));
    return new BrochureRunner(known, line -> {})
        .run(brochure, plan, new RunRequest("c", true, Optional.empty(), Optional.empty()));
  }

  private static Plan plan() {
    TargetSpec learner = new TargetSpec("learner", "fake", Map.of());
    Training training = new Training(List.of("second", "not here", "first"), 0.2, "file");
    return new Plan(
            List.of(
                new PlannedTarget(learner, Role.SUBJECT, 0, training, 1, 0, ""),
                new PlannedTarget(new TargetSpec("other", "fake", Map.of()), Role.RIVAL)),
            List.of(FIRST, SECOND, NOT_HERE),
            1,
            0)
        .withLoads(List.of("first", "second"));
  }

  private Target open(Options options) {
    String name = options.targetName();
    seen.add("open " + name);
    options.text("file").map(Path::of).ifPresent(files::add);
    return new Fake(name);
  }

  private final class Fake extends FakeTarget {
    Fake(String name) {
      super(name);
    }

    @Override
    boolean works() {
      seen.add("load " + name());
      boolean training = seen.stream().noneMatch("open other"::equals);
      return trainingWorks || !training;
    }

    @Override
    public void close() {
      seen.add("close " + name());
    }
  }
}

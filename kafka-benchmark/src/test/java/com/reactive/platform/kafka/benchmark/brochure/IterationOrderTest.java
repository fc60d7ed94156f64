package com.reactive.platform.kafka.benchmark.brochure;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.kafka.benchmark.result.RunResult.LoadKind;
import com.reactive.platform.kafka.benchmark.result.RunResult.Role;
import com.reactive.platform.kafka.benchmark.rig.Load;
import com.reactive.platform.kafka.benchmark.rig.Payload;
import com.reactive.platform.kafka.benchmark.subject.TargetSpec;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class IterationOrderTest {
  @Test
  void everyRoundPutsEveryLoadOnEveryTargetInARotatedOrder() {
    Plan plan = new Plan(targets("a", "b", "c"), loads("low", "high"), 2, 0);

    assertThat(IterationOrder.of(plan))
        .extracting(next -> next.round() + " " + next.load().name() + " " + next.target().name())
        .containsExactly(
            "0 low a",
            "0 low b",
            "0 low c",
            "0 high b",
            "0 high c",
            "0 high a",
            "1 low b",
            "1 low c",
            "1 low a",
            "1 high c",
            "1 high a",
            "1 high b");
  }

  @Test
  void oneTargetGoesThroughTheLoadsInTheirOrder() {
    Plan plan = new Plan(targets("a"), loads("1", "2", "3"), 1, 0);

    assertThat(IterationOrder.of(plan))
        .extracting(next -> next.load().name())
        .containsExactly("1", "2", "3");
  }

  @Test
  void aLoadOfAGroupIsPutOnTargetsOfThatGroupOnly() {
    PlannedTarget far =
        new PlannedTarget(
            new TargetSpec("c", "k", Map.of()), Role.RIVAL, 0, Training.NONE, 1, 2, "far");
    List<PlannedTarget> all = Stream.concat(targets("a", "b").stream(), Stream.of(far)).toList();
    Plan plan = new Plan(all, loads("low", "low, far"), Map.of("low, far", "far"), 1, 0);

    assertThat(IterationOrder.of(plan))
        .extracting(next -> next.load().name() + " " + next.target().name())
        .containsExactly("low a", "low b", "low, far c");
  }

  private static List<PlannedTarget> targets(String... names) {
    return Stream.of(names)
        .map(name -> new PlannedTarget(new TargetSpec(name, "k", Map.of()), Role.SUBJECT))
        .toList();
  }

  private static List<Load> loads(String... names) {
    return Stream.of(names)
        .map(name -> new Load(name, LoadKind.CLOSED, 1, 1, 0, 0, 1, 24, Payload.RANDOM))
        .toList();
  }
}

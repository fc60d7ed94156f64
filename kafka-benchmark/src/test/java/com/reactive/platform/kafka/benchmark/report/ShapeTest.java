package com.reactive.platform.kafka.benchmark.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.kafka.benchmark.result.BrochureResult;
import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.RunResult.Percentile;
import com.reactive.platform.kafka.benchmark.result.RunResult.Point;
import com.reactive.platform.kafka.benchmark.result.RunResult.Role;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShapeTest {
  @Test
  void loadsAreInTheirOrderAndSubjectsFirstHoweverTurnsWereTaken() {
    List<RunResult> turns =
        List.of(
            new SampleRun("b", Role.RIVAL, "low").rate(1).build(),
            new SampleRun("c", Role.SUBJECT, "low").rate(1).build(),
            new SampleRun("c", Role.SUBJECT, "high").rate(1).build(),
            new SampleRun("b", Role.RIVAL, "high").rate(1).build());

    Shape shape = Shape.of(turns);

    assertThat(shape.runs().stream().map(run -> run.load() + " " + run.target()))
        .containsExactly("low c", "low b", "high c", "high b");
  }

  @Test
  void aSubjectThatFailedStandsForNothingAndSoDoOthers() {
    RunResult passed = new SampleRun("rival", Role.RIVAL, "load").rate(900).build();
    RunResult slow = new SampleRun("subject", Role.SUBJECT, "load").rate(9).build();
    RunResult failed = new SampleRun("subject", Role.SUBJECT, "more").rate(900).lost(1).build();

    assertThat(Shape.of(List.of(passed, slow, failed)).leading()).contains(slow);
    assertThat(Shape.of(List.of(passed, failed)).leading()).isEmpty();
    assertThat(Shape.of(List.of(passed, failed)).watched()).contains(failed);
    assertThat(Shape.of(List.of(passed)).leading()).contains(passed);
  }

  @Test
  void aBaselineThatFailedIsNone() {
    RunResult failed = new SampleRun("plain", Role.BASELINE, "load").rate(9).lost(1).build();

    BrochureResult result = SampleResults.result("b", "t", List.of(failed));

    assertThat(ResultsTable.full(result).columns()).doesNotContain("to baseline");
  }

  @Test
  void pointsHaveFourDigitsAndPercentilesAllTheirNines() {
    assertThat(new Percentile(99.999_904_632, 1_234.567))
        .isEqualTo(new Percentile(99.999_905, 1_235));
    assertThat(new Point(1_234.512, 81_204.4, 0.123456, 9, null, null, null, 500.04, 2.00001))
        .isEqualTo(new Point(1_234.512, 81_200, 0.1235, 9, null, null, null, 500.0, 2.0));
  }
}

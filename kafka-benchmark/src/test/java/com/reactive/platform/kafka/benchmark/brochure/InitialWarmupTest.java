package com.reactive.platform.kafka.benchmark.brochure;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.kafka.benchmark.result.BrochureResult;
import com.reactive.platform.kafka.benchmark.result.Check;
import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.RunResult.LoadKind;
import com.reactive.platform.kafka.benchmark.result.RunResult.Role;
import com.reactive.platform.kafka.benchmark.result.Verdict;
import com.reactive.platform.kafka.benchmark.rig.Load;
import com.reactive.platform.kafka.benchmark.rig.Payload;
import com.reactive.platform.kafka.benchmark.subject.TargetSpec;
import com.reactive.platform.kafka.benchmark.subject.Targets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class InitialWarmupTest {
  private static final Targets KNOWN =
      Targets.inProcess()
          .with(List.of(new Targets.Kind("warming", false, options -> kafka -> new Warming())));

  @Test
  void anInitialWarmupThatFailsStaysAmongTheResultsAndUnderNoThreshold() throws Exception {
    Load load = new Load("busy", LoadKind.CLOSED, 1, 1, 0, 0, 0.2, 128, Payload.RANDOM);
    Plan plan =
        new Plan(
            List.of(new PlannedTarget(new TargetSpec("w", "warming", Map.of()), Role.SUBJECT)),
            List.of(load),
            1,
            0.2);
    Threshold threshold =
        new Threshold(Metric.named("sustained").orElseThrow(), null, null, 0.1, null, null, false);
    Brochure brochure =
        new Brochure("b", "t", "d", Procedure.TURNS, plan, plan, List.of(threshold), List.of());

    BrochureResult result =
        new BrochureRunner(KNOWN, line -> {})
            .run(brochure, plan, new RunRequest("c", true, Optional.empty(), Optional.empty()));

    assertThat(result.runs())
        .extracting(RunResult::load)
        .containsExactly("initial warm-up", "busy");
    assertThat(result.runs())
        .extracting(RunResult::verdict)
        .containsExactly(Verdict.FAIL, Verdict.PASS);
    assertThat(result.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(result.reasons())
        .allSatisfy(text -> assertThat(text).startsWith("w at initial warm-up: "));
    assertThat(result.checks()).extracting(Check::met).containsExactly(true);
  }

  /** Writes nothing in its first run. */
  private static final class Warming extends FakeTarget {
    private boolean warm;

    Warming() {
      super("w");
    }

    @Override
    boolean works() {
      boolean works = warm;
      warm = true;
      return works;
    }
  }
}

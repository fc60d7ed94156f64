package com.reactive.platform.kafka.benchmark.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.kafka.benchmark.brochure.AllTargets;
import com.reactive.platform.kafka.benchmark.brochure.Brochures;
import com.reactive.platform.kafka.benchmark.brochure.Plan;
import com.reactive.platform.kafka.benchmark.brochure.PlannedTarget;
import com.reactive.platform.kafka.benchmark.rig.Load;
import java.io.IOException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class PartOptionsTest {
  @Command
  private static final class Run {
    @Mixin private PartOptions part;
  }

  private Plan whole;

  @BeforeEach
  void readABrochure() throws IOException {
    whole = Brochures.ofProject(AllTargets.known()).read("protocols").full();
  }

  @Test
  void aPartHasWhatIsNamedAndAsManyRounds() {
    PartOptions part =
        parsed("--load", "1 in flight", "--load=10 in flight", "--target=gRPC-Web", "--rounds=7");

    Plan plan = part.of(whole);

    assertThat(plan.loads()).extracting(Load::name).containsExactly("1 in flight", "10 in flight");
    assertThat(plan.targets()).extracting(PlannedTarget::name).containsExactly("gRPC-Web");
    assertThat(plan.rounds()).isEqualTo(7);
    assertThat(part.isGiven()).isTrue();
    assertThat(part.text())
        .isEqualTo(" --load '1 in flight' --load '10 in flight' --target 'gRPC-Web' --rounds 7");
  }

  @Test
  void withoutOptionsItIsTheWhole() {
    PartOptions part = parsed();

    assertThat(part.of(whole)).isEqualTo(whole);
    assertThat(part.isGiven()).isFalse();
    assertThat(part.text()).isEmpty();
  }

  @Test
  void otherRoundsAreNotThoseOfThePublishedResults() {
    assertThat(parsed("--rounds", "1").isGiven()).isTrue();
  }

  private static PartOptions parsed(String... args) {
    Run run = new Run();
    new CommandLine(run).parseArgs(args);
    return run.part;
  }
}

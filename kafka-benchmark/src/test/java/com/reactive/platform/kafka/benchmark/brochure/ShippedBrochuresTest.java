package com.reactive.platform.kafka.benchmark.brochure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.reactive.platform.gateway.config.ConfigException;
import com.reactive.platform.gateway.microbatch.adaptive.PressureLevel;
import com.reactive.platform.kafka.benchmark.rig.Load;
import com.reactive.platform.kafka.benchmark.rig.Payload;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ShippedBrochuresTest {
  private final Brochures brochures = Brochures.ofProject(AllTargets.known());

  @Test
  void allOfThemAreValid() throws IOException {
    assertThat(brochures.readAll())
        .extracting(Brochure::name)
        .containsExactly(
            "adaptive-ramp",
            "adaptive-vs-bulk",
            "batcher-comparison",
            "calibration-buckets",
            "event-loops",
            "feature-cost",
            "gateway-full",
            "gateway-stages",
            "gateway-vs-rivals",
            "growth-body",
            "growth-connections",
            "growth-streams",
            "http-ceiling",
            "kafka-bulk",
            "kafka-durable",
            "kafka-fast",
            "kafka-mega",
            "kafka-tuned",
            "learned-vs-fixed",
            "protocols",
            "tracing-cost");
  }

  @Test
  void eachHasSomethingThatIsBinding() throws IOException {
    for (Brochure brochure : brochures.readAll()) {
      assertThat(brochure.thresholds())
          .as(brochure.name())
          .anySatisfy(threshold -> assertThat(threshold.goal()).isFalse());
    }
  }

  @Test
  void theShortFormsTakeLessThanTwentyMinutesTogether() throws IOException {
    double seconds =
        brochures.readAll().stream().mapToDouble(brochure -> brochure.quick().seconds()).sum();

    assertThat(seconds).as("seconds").isLessThan(20 * 60);
  }

  @Test
  void learningIsPutAgainstTheIdleRuleAndEveryFixedSettingAtAllLoads() throws IOException {
    Plan plan = brochures.read("learned-vs-fixed").full();

    assertThat(plan.targets()).filteredOn(t -> t.group().isEmpty()).hasSize(2 + 5 + 1 + 3 * 2);
    assertThat(plan.targets()).filteredOn(t -> t.rttMillis() == 2).hasSize(2 + 3);
    assertThat(plan.loads()).filteredOn(l -> l.payload() == Payload.TEXT).hasSize(3);
    assertThat(plan.targets())
        .extracting(target -> target.spec().options().get("batch.idle-pause-us"))
        .contains("500", "1000", "2000", "4000", "8000");
    assertThat(plan.loads()).extracting(Load::concurrency).contains(8, 64, 256, 1024);
    assertThat(plan.loads())
        .extracting(Load::messagesPerSecond)
        .contains(10.0, 100.0, 1_000.0, 5_000.0, 10_000.0, 20_000.0);
  }

  @Test
  void whatTheGoalsAreAboutTakesLittleMoreThanHalfAnHour() throws IOException {
    Brochure brochure = brochures.read("learned-vs-fixed");

    assertThat(brochure.goals().seconds()).isLessThan(36 * 60);
    assertThat(brochure.goals().loads())
        .extracting(Load::name)
        .containsAll(
            brochure.thresholds().stream().map(Threshold::load).filter(Objects::nonNull).toList());
    assertThat(brochure.goals().targets())
        .extracting(PlannedTarget::name)
        .containsAll(
            brochure.thresholds().stream()
                .flatMap(threshold -> Stream.of(threshold.target(), threshold.versus()))
                .filter(Objects::nonNull)
                .toList());
  }

  @Test
  void whatLearnsHasTrainedAllLevelsOfItsLoads() throws IOException {
    Plan plan = brochures.read("learned-vs-fixed").goals();

    for (PlannedTarget learner : learners(plan)) {
      Set<PressureLevel> trained =
          plan.trainingLoads(learner).stream()
              .map(load -> ProcedureRules.level(load.messagesPerSecond()))
              .collect(Collectors.toSet());
      assertThat(plan.loads())
          .filteredOn(load -> plan.puts(load, learner) && load.messagesPerSecond() >= 1_000)
          .allSatisfy(
              load ->
                  assertThat(trained)
                      .as(load.name())
                      .contains(ProcedureRules.level(load.messagesPerSecond())));
    }
    assertThat(learners(plan)).hasSize(3);
  }

  private static List<PlannedTarget> learners(Plan plan) {
    return plan.targets().stream()
        .filter(target -> "true".equals(target.spec().options().get("batch.learn-idle-pause")))
        .toList();
  }

  @Test
  void theRampTakesHalfAMinuteOrFive() throws IOException {
    Brochure ramp = brochures.read("adaptive-ramp");

    assertThat(loadSeconds(ramp.quick())).isEqualTo(30);
    assertThat(loadSeconds(ramp.full())).isEqualTo(300);
    assertThat(ramp.full().loads()).hasSize(10);
  }

  @Test
  void oneThatIsNotThereIsRefusedWithTheNamesOfThoseThatAre() {
    for (String name : List.of("kafka-slow", "../brochures/kafka-fast", "")) {
      assertThatThrownBy(() -> brochures.read(name))
          .isInstanceOf(ConfigException.class)
          .hasMessageContaining("there are adaptive-ramp, ");
    }
  }

  private static double loadSeconds(Plan plan) {
    return plan.loads().stream()
        .flatMap(load -> Stream.of(load.warmupSeconds(), load.seconds()))
        .mapToDouble(Double::doubleValue)
        .sum();
  }
}

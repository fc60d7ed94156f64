package com.reactive.platform.gateway.microbatch.adaptive;

import static com.reactive.platform.gateway.microbatch.adaptive.PressureLevel.L1_REALTIME;
import static com.reactive.platform.gateway.microbatch.adaptive.PressureLevel.L2_FAST;
import static com.reactive.platform.gateway.microbatch.adaptive.PressureLevel.L3_LOW;
import static com.reactive.platform.gateway.microbatch.adaptive.PressureLevel.L4_MODERATE;
import static com.reactive.platform.gateway.microbatch.adaptive.PressureLevel.L6_THROUGHPUT;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CalibrationStatusTest {
  private static final CalibrationConfig CONFIG =
      CalibrationConfig.of(new CalibrationKey("", 2, "", "k", ""), 20_000)
          .withMaxFlushBytes(1 << 20)
          .withExploring(false);

  @Test
  void levelsThatCannotDifferUnderTheBudgetStandTogether() {
    assertThat(firsts(new CalibrationController(CONFIG)))
        .containsExactly(L1_REALTIME, L2_FAST, L3_LOW, L4_MODERATE);
  }

  @Test
  void aLevelThatLearnedSomethingStandsAlone() {
    CalibrationController controller = new CalibrationController(CONFIG);
    controller.restore(
        PressureLevel.L5_BALANCED,
        new Learned(controller.best(PressureLevel.L5_BALANCED), null, 3, 0));

    assertThat(firsts(controller))
        .containsExactly(
            L1_REALTIME, L2_FAST, L3_LOW, L4_MODERATE, PressureLevel.L5_BALANCED, L6_THROUGHPUT);
  }

  private static List<PressureLevel> firsts(CalibrationController controller) {
    return new CalibrationStatus(
            CONFIG.key(), controller.status(), new StoreStatus(false, ""), null)
        .groups().stream().map(group -> group.get(0).level()).toList();
  }
}

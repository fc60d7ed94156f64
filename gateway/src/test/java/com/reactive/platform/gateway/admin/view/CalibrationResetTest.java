package com.reactive.platform.gateway.admin.view;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.admin.AdminResponse;
import com.reactive.platform.gateway.microbatch.BatchCalibration;
import com.reactive.platform.gateway.microbatch.adaptive.CalibrationConfig;
import com.reactive.platform.gateway.microbatch.adaptive.CalibrationKey;
import com.reactive.platform.gateway.microbatch.adaptive.Observation;
import com.reactive.platform.gateway.microbatch.adaptive.PressureLevel;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CalibrationResetTest {
  private final BatchCalibration calibration =
      BatchCalibration.inMemory(CalibrationConfig.of(CalibrationKey.ofThisMachine("", ""), 20_000));

  @BeforeEach
  void learn() {
    for (PressureLevel level : PressureLevel.values()) {
      calibration.observe(
          new Observation(
              level,
              calibration.getBestConfigForPressure(level),
              5_000,
              500_000,
              10_000_000_000L,
              1_000_000_000,
              500_000,
              false,
              true));
      assertThat(observations(level)).isEqualTo(1);
    }
  }

  @Test
  void oneLevelOrAll() {
    assertThat(reset("{\"level\": \"L3_LOW\"}").status()).isEqualTo(200);
    assertThat(observations(PressureLevel.L3_LOW)).isZero();
    assertThat(observations(PressureLevel.L4_MODERATE)).isEqualTo(1);

    assertThat(reset("{}").body()).contains("all");
    assertThat(observations(PressureLevel.L4_MODERATE)).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "[]",
        "{",
        "{}{}",
        "{\"levl\":\"L3_LOW\"}",
        "{\"level\":3}",
        "{\"level\":null}",
        "{\"level\":\"L3_LOW\",\"level\":\"L4_MODERATE\"}"
      })
  void whatIsNotUnderstoodResetsNothing(String body) {
    assertThat(reset(body).status()).isEqualTo(400);
    assertThat(observations(PressureLevel.L3_LOW)).isEqualTo(1);
  }

  @Test
  void anUnknownLevelIsToldTheKnownOnes() {
    AdminResponse answer = reset("{\"level\":\"L11\"}");
    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.body()).contains("L1_REALTIME", "L10_MAX").doesNotContain("L11");
  }

  @Test
  void fixedLimitsHaveNothingToForget() {
    assertThat(CalibrationReset.response("{}", List.of()).status()).isEqualTo(409);
  }

  private AdminResponse reset(String body) {
    return CalibrationReset.response(body, List.of(calibration));
  }

  private long observations(PressureLevel level) {
    return calibration.status().level(level).observations();
  }
}

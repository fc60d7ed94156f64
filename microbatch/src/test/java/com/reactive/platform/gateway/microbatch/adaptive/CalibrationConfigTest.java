package com.reactive.platform.gateway.microbatch.adaptive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.reactive.platform.gateway.microbatch.adaptive.store.StoreHarness;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CalibrationConfigTest {
  private static final String LONG = "x".repeat(257);

  @Test
  void aKeyNamesItsEnvironment() {
    assertThat(new CalibrationKey("h", 2, "b:9092", "n", "acks=all").environment())
        .isEqualTo("host=h cores=2 broker=b:9092 note=n");
    assertThat(CalibrationKey.ofThisMachine("b", "m").host()).isNotEmpty();
  }

  @Test
  void aKeyRefusesWhatItCannotHold() {
    assertRefused("host", () -> new CalibrationKey(LONG, 1, "", "", ""));
    assertRefused("host", () -> new CalibrationKey(null, 1, "", "", ""));
    assertRefused("broker", () -> new CalibrationKey("", 1, LONG, "", ""));
    assertRefused("note", () -> new CalibrationKey("", 1, "", LONG, ""));
    assertRefused("deliveryMode", () -> new CalibrationKey("", 1, "", "", LONG));
    assertRefused("cores", () -> new CalibrationKey("", 0, "", "", ""));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.NEGATIVE_INFINITY})
  void aTargetLatencyIsMoreThanNothing(double micros) {
    assertRefused("targetLatencyMicros", () -> CalibrationConfig.of(StoreHarness.KEY, micros));
  }

  @Test
  void aBatchHoldsAtLeastAByte() {
    CalibrationConfig config = CalibrationConfig.of(StoreHarness.KEY, 5_000);

    assertRefused("maxFlushBytes", () -> config.withMaxFlushBytes(0));
  }

  private static void assertRefused(String name, Runnable creation) {
    assertThatIllegalArgumentException()
        .isThrownBy(creation::run)
        .withMessageStartingWith(name + " must ")
        .withMessageContaining(", but is ");
  }
}

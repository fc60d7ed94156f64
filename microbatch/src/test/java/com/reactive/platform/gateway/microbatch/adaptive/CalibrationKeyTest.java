package com.reactive.platform.gateway.microbatch.adaptive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class CalibrationKeyTest {
  @Test
  void aClusterHasOneNameHoweverItsServersAreWritten() {
    assertThat(CalibrationKey.nameOf("b:9092,a:9092")).isEqualTo("a:9092,b:9092");
    assertThat(CalibrationKey.nameOf(" PLAINTEXT://A:9092 ,b:9092,, b:9092 "))
        .isEqualTo("a:9092,b:9092");
    assertThat(CalibrationKey.nameOf("x".repeat(300))).hasSize(CalibrationKey.MAX_LENGTH);
  }

  @Test
  void aNamedKeyIsTheSameOnEveryMachine() {
    assertThat(CalibrationKey.named("orders", "a:9092", "acks=all").environment())
        .isEqualTo("orders");
    assertThat(new CalibrationKey("pod", 4, "a:9092", "", "").environment())
        .isEqualTo("host=pod cores=4 broker=a:9092 note=");
  }

  @Test
  void aNamedKeyTakesOverMachinesOfItsBrokerOnly() {
    CalibrationKey named = CalibrationKey.named("orders", "a:9092,b:9092", "acks=all");

    assertThat(named.takesOver("host=pod-1 cores=4 broker=b:9092,a:9092 note=")).isTrue();
    assertThat(named.takesOver("host=pod-1 cores=4 broker=a:9092 note=")).isFalse();
    assertThat(named.takesOver("a:9092,b:9092")).isFalse();
    assertThat(CalibrationKey.named("", "", "").takesOver("host=h cores=4 broker= note="))
        .isFalse();
    assertThat(
            new CalibrationKey("h", 1, "a:9092", "", "")
                .takesOver("host=i cores=1 broker=a:9092 note="))
        .isFalse();
  }

  @Test
  void longTextsAreRefused() {
    assertThatThrownBy(() -> CalibrationKey.named("x".repeat(257), "", ""))
        .isInstanceOf(IllegalArgumentException.class);
  }
}

package com.reactive.platform.kafka.benchmark.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ForkRunnerTest {
  @Test
  void theReasonIsWhatWasThrownFirstOfAll() {
    String log =
        """
        # Run progress: 0.00% complete
        <failure>

        java.lang.IllegalStateException: a writer failed
        \tat a.B.c(B.java:1)
        Caused by: a.b.WrongDeliveryException: sent 2 messages; the sink read 1
        \tat a.B.d(B.java:2)
        """;
    assertThat(ForkRunner.reason(log))
        .isEqualTo("WrongDeliveryException: sent 2 messages; the sink read 1");
  }

  @Test
  void withoutAnExceptionItIsTheEndOfTheLog() {
    assertThat(ForkRunner.reason("x".repeat(1000) + "\nno room for the heap\n"))
        .hasSizeLessThan(510)
        .endsWith("no room for the heap");
  }
}

package com.reactive.platform.gateway.microbatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BatcherConfigTest {
  @Test
  void keepsWhatIsValid() {
    BatcherConfig config = new BatcherConfig(3, 4096, 64, 1000, 5_000_000);

    assertThat(config.stripes()).isEqualTo(3);
    assertThat(config.stripeBytes()).isEqualTo(4096);
    assertThat(config.stripeMessages()).isEqualTo(64);
    assertThat(config.flushBytes()).isEqualTo(1000);
    assertThat(config.flushIntervalNanos()).isEqualTo(5_000_000);
    assertThat(config.maxMessageBytes()).isEqualTo(2048);
  }

  @ParameterizedTest
  @CsvSource({"2, 2, 1, 1", "3, 4, 3, 4", "1000, 1024, 5, 8", "1073741824, 1073741824, 8, 8"})
  void roundsTheRingUp(int bytes, int roundedBytes, int messages, int roundedMessages) {
    BatcherConfig config = new BatcherConfig(1, bytes, messages, 1, 1);

    assertThat(config.stripeBytes()).isEqualTo(roundedBytes);
    assertThat(config.stripeMessages()).isEqualTo(roundedMessages);
  }

  @ParameterizedTest
  @CsvSource({
    "stripes, 0, 64, 8, 1, 1",
    "stripes, 1025, 64, 8, 1, 1",
    "stripeBytes, 1, 1, 8, 1, 1",
    "stripeBytes, 1, 1073741825, 8, 1, 1",
    "stripeMessages, 1, 64, 0, 1, 1",
    "stripeMessages, 1, 64, 16777217, 1, 1",
    "flushBytes, 1, 64, 8, 0, 1",
    "flushIntervalNanos, 1, 64, 8, 1, 0",
    "flushIntervalNanos, 1, 64, 8, 1, -7",
  })
  void namesTheComponentThatIsWrong(
      String name, int stripes, int bytes, int messages, int flushBytes, long flushNanos) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new BatcherConfig(stripes, bytes, messages, flushBytes, flushNanos))
        .withMessageStartingWith(name + " must be ")
        .withMessageContaining(", but is ");
  }
}

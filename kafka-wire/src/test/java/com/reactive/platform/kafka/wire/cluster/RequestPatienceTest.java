package com.reactive.platform.kafka.wire.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.common.protocol.ApiKeys;
import org.junit.jupiter.api.Test;

class RequestPatienceTest {
  private final RequestPatience patience = new RequestPatience();

  private long millis() {
    return patience.millis(ApiKeys.INIT_PRODUCER_ID);
  }

  @Test
  void itGrowsUntilThereIsAnAnswerAndLeavesRoomForASlowerOne() {
    assertThat(millis()).isEqualTo(1_000);
    patience.exhausted(ApiKeys.INIT_PRODUCER_ID);
    patience.exhausted(ApiKeys.INIT_PRODUCER_ID);
    assertThat(millis()).isEqualTo(4_000);
    patience.answered(ApiKeys.INIT_PRODUCER_ID, 2_500);
    assertThat(millis()).isEqualTo(10_000);
    patience.answered(ApiKeys.INIT_PRODUCER_ID, 3);
    assertThat(millis()).isEqualTo(1_000);
  }

  @Test
  void aQuickAnswerOfAnotherKindDoesNotShortenIt() {
    patience.exhausted(ApiKeys.INIT_PRODUCER_ID);
    patience.answered(ApiKeys.METADATA, 3);
    assertThat(millis()).isEqualTo(2_000);
    assertThat(patience.millis(ApiKeys.METADATA)).isEqualTo(1_000);
  }

  @Test
  void itHasABound() {
    for (int i = 0; i < 100; i++) {
      patience.exhausted(ApiKeys.INIT_PRODUCER_ID);
    }
    assertThat(millis()).isEqualTo(RequestPatience.MOST_MILLIS);
  }
}

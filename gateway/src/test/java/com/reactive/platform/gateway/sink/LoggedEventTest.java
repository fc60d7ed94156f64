package com.reactive.platform.gateway.sink;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LoggedEventTest {
  private final LoggedEvent event = new LoggedEvent();

  LoggedEventTest() {
    event.id = "order-1 and more".getBytes(US_ASCII);
    event.idLength = 7;
  }

  private boolean is(String id, long caller) {
    return event.is(id.getBytes(US_ASCII), caller);
  }

  @Test
  void whatOthersChoseIsTheirOwn() {
    event.isKeyed = true;
    event.caller = 3;
    assertThat(is("order-1", 3)).isTrue();
    assertThat(is("order-1", 4)).isFalse();
    assertThat(is("order-2", 3)).isFalse();
  }

  @Test
  void whatNobodyChoseIsOneEvent() {
    assertThat(is("order-1", 3)).isTrue();
    assertThat(is("order", 3)).isFalse();
  }
}

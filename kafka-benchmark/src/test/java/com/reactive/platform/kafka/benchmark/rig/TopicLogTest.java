package com.reactive.platform.kafka.benchmark.rig;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TopicLogTest {
  @Test
  void aConsumerThatCannotBeMadeIsALogThatCannotBeRead() {
    TopicLog log = new TopicLog(null, "no address", List.of("t"));
    assertThatThrownBy(() -> log.read(Map.of(0, 0L), Map.of(0, 1L), record -> {}))
        .isInstanceOf(LogUnreadableException.class)
        .hasMessageStartingWith("could not be read: ");
  }
}

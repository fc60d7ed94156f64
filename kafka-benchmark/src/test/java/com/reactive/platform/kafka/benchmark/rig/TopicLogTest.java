package com.reactive.platform.kafka.benchmark.rig;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class TopicLogTest {
  private static final TopicPartition PARTITION = new TopicPartition("t", 0);

  @Test
  void aConsumerThatCannotBeMadeIsALogThatCannotBeRead() {
    TopicLog log = new TopicLog(null, "no address", List.of("t"));
    assertThatThrownBy(() -> log.read(Map.of(PARTITION, 0L), Map.of(PARTITION, 1L), record -> {}))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("could not be read: ");
  }
}

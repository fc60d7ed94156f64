package com.reactive.platform.kafka.benchmark.rig;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BenchKafkaTest {
  @Test
  void noKafkaAtTheAddressIsSaidInASentence() throws IOException {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    assertThatThrownBy(() -> BenchKafka.open(Optional.of("127.0.0.1:" + port)))
        .isInstanceOf(KafkaUnreachableException.class)
        .hasMessage("no Kafka answers at 127.0.0.1:" + port);
  }

  @Test
  void whatIsNoAddressIsNamed() {
    assertThatThrownBy(() -> BenchKafka.at("here"))
        .isInstanceOf(KafkaUnreachableException.class)
        .hasMessageStartingWith("no Kafka answers at here: ");
  }
}

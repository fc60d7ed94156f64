package com.reactive.platform.kafka.benchmark.rig;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.reactive.platform.cli.KafkaUnreachableException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
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
    String address = "127.0.0.1:" + port;
    assertThatThrownBy(() -> BenchKafka.open(Optional.of(address), Duration.ofSeconds(1)))
        .isInstanceOf(KafkaUnreachableException.class)
        .hasMessage(
            "no answer from Kafka at %s within 1 s, asked for its nodes: nothing listens at %s"
                .formatted(address, address));
  }

  /** A broker that is slow is not said to be none. */
  @Test
  void whoAcceptsConnectionsAndSaysNothingIsNotSaidToBeNone() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      String address = "127.0.0.1:" + silent.getLocalPort();
      assertThatThrownBy(() -> BenchKafka.at(address, Duration.ofSeconds(1)))
          .isInstanceOf(KafkaUnreachableException.class)
          .hasMessageContaining(address + " accepts connections, so it is slow, no Kafka, or");
    }
  }

  @Test
  void whatIsNoAddressIsNamed() {
    assertThatThrownBy(() -> BenchKafka.at("here"))
        .isInstanceOf(KafkaUnreachableException.class)
        .hasMessageStartingWith("here is no address of Kafka: ");
  }
}

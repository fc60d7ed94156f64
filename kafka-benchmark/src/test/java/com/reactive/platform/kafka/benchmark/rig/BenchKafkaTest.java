package com.reactive.platform.kafka.benchmark.rig;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.reactive.platform.cli.KafkaUnreachableException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
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
    assertThatThrownBy(() -> BenchKafka.at(address, Duration.ofSeconds(1)))
        .isInstanceOf(KafkaUnreachableException.class)
        .hasMessage(
            "no response from Kafka at %s within 1 s when asked for its nodes: nothing is listening on %s"
                .formatted(address, address));
  }

  /** A broker that is slow is not said to be none. */
  @Test
  void whoAcceptsConnectionsAndSaysNothingIsNotSaidToBeNone() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      String address = "127.0.0.1:" + silent.getLocalPort();
      assertThatThrownBy(() -> BenchKafka.at(address, Duration.ofSeconds(1)))
          .isInstanceOf(KafkaUnreachableException.class)
          .hasMessageContaining(
              address + " accepts connections; it may be slow (raise --timeout), not Kafka, or");
    }
  }

  @Test
  void whatIsNoAddressIsNamed() {
    assertThatThrownBy(() -> BenchKafka.at("here"))
        .isInstanceOf(KafkaUnreachableException.class)
        .hasMessageStartingWith("here is not a Kafka address: ");
  }
}

package com.reactive.platform.kafka.benchmark.rig;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.reactive.platform.cli.KafkaUnreachableException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class BenchKafkaTest {
  @Test
  void noKafkaAtTheAddressIsSaidInASentence() {
    assertThatThrownBy(() -> BenchKafka.at("127.0.0.1:1", Duration.ofSeconds(1)))
        .isInstanceOf(KafkaUnreachableException.class)
        .hasMessage(
            "no response from Kafka at 127.0.0.1:1 within 1 s when asked for its nodes: nothing is"
                + " listening on 127.0.0.1:1");
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

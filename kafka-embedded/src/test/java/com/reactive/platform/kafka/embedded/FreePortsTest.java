package com.reactive.platform.kafka.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FreePortsTest {
  @Test
  void portsOfNodesAreDistinctAndFree() {
    List<NodePorts> nodes = NodePorts.choose(3, 0, Set.of("SECURE"));

    List<Integer> all =
        nodes.stream()
            .flatMap(p -> Stream.of(p.client(), p.controller(), p.more().get("SECURE")))
            .toList();
    assertThat(all).hasSize(9).doesNotHaveDuplicates();
    nodes.forEach(NodePorts::requireFree);
  }

  @Test
  void aPortIsTakenUntilItIsClosed() {
    int port;
    try (FreePorts ports = new FreePorts()) {
      port = ports.takeAny();
      assertThatThrownBy(() -> ports.take(port)).isInstanceOf(PortTakenException.class);
    }
    try (FreePorts others = new FreePorts()) {
      others.take(port);
    }
  }

  @Test
  void aPortThatSomebodyListensOnIsNotFree() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        FreePorts ports = new FreePorts()) {
      assertThatThrownBy(() -> ports.take(taken.getLocalPort()))
          .hasMessage("port " + taken.getLocalPort() + " is already in use");
    }
  }

  @Test
  void onePortIsFound() {
    assertThat(FreePorts.any()).isBetween(10_240, 65_535);
  }

  /** A broker that was killed is started again on its ports: nobody may have found them free. */
  @Test
  void aPortIsFoundOnce() {
    Set<Integer> found = new HashSet<>();
    for (int i = 0; i < 1_000; i++) {
      assertThat(found.add(FreePorts.any())).isTrue();
    }
  }

  @Test
  void portsLieBesideThoseOfOutgoingConnections() {
    assertThat(FreePorts.outgoing()).matches("\\d+\\s+\\d+");
    assertThat(FreePorts.Range.beside("32768\t60999\n"))
        .isEqualTo(new FreePorts.Range(10_240, 32_768));
    assertThat(FreePorts.Range.beside("1024 60999")).isEqualTo(new FreePorts.Range(61_000, 65_536));
    assertThat(FreePorts.Range.beside("1024 9000")).isEqualTo(new FreePorts.Range(10_240, 65_536));
    assertThat(FreePorts.Range.beside("1024 65535")).isEqualTo(new FreePorts.Range(10_240, 32_768));
  }

  @Test
  void aPortThatComesFreeIsWaitedFor() throws Exception {
    NodePorts ports = NodePorts.choose(1, 0, Set.of()).get(0);
    ServerSocket other = new ServerSocket(ports.controller(), 1, InetAddress.getLoopbackAddress());
    assertThatThrownBy(() -> ports.awaitFree(Duration.ZERO)).isInstanceOf(PortTakenException.class);
    CompletableFuture<Void> waiting =
        CompletableFuture.runAsync(() -> ports.awaitFree(Duration.ofMinutes(1)));
    assertThatThrownBy(() -> waiting.get(300, TimeUnit.MILLISECONDS))
        .isInstanceOf(TimeoutException.class);
    other.close();
    waiting.get(1, TimeUnit.MINUTES);
  }
}

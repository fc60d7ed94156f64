package com.reactive.platform.kafka.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FreePortsTest {
  private static final Path OUTGOING_RANGE = Path.of("/proc/sys/net/ipv4/ip_local_port_range");

  @Test
  void portsOfNodesAreDistinctFreeAndBelowTheRangeOfOutgoingConnections() throws Exception {
    List<NodePorts> nodes = NodePorts.choose(3, 0, Set.of("SECURE"));

    List<Integer> all =
        nodes.stream()
            .flatMap(p -> Stream.of(p.client(), p.controller(), p.more().get("SECURE")))
            .toList();
    int end = firstOutgoing();
    assertThat(all)
        .hasSize(9)
        .doesNotHaveDuplicates()
        .allMatch(port -> port >= 10_240 && port < end);
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

  /** Where that range leaves room below it, as it usually does. */
  private static int firstOutgoing() throws Exception {
    int first =
        Files.exists(OUTGOING_RANGE)
            ? Integer.parseInt(Files.readString(OUTGOING_RANGE).strip().split("\\s+", -1)[0])
            : 65_536;
    return first < 20_000 ? 65_536 : first;
  }
}

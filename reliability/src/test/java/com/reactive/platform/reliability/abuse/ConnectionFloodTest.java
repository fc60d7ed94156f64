package com.reactive.platform.reliability.abuse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the crowd sends, and that whoever is cut off comes again. */
class ConnectionFloodTest {
  private static final String START = "POST /api/counter HTTP/1.1\r\nHost: localhost\r\n";

  @Test
  void slowOnesDripIdleOnesAreSilentAndAllComeAgain() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        ConnectionFlood crowd =
            ConnectionFlood.gather((InetSocketAddress) server.getLocalSocketAddress(), 2, 1, 0)) {
      List<Socket> clients = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        clients.add(server.accept());
      }
      String head = START + "X:   ";
      String body = START + "Content-Length: 4096\r\n\r\n ";
      assertThat(read(clients.get(0), head.length())).isEqualTo(head);
      assertThat(read(clients.get(1), body.length())).isEqualTo(body);
      assertThat(clients.get(2).getInputStream().available()).isZero();

      clients.get(0).close();
      clients.get(2).close();
      for (int i = 0; i < 2; i++) {
        clients.add(server.accept());
      }
      assertThat(crowd.cutOff()).isEqualTo(2);
      assertThat(crowd.turnedAway()).isZero();
      for (Socket client : clients) {
        client.close();
      }
    }
  }

  private static String read(Socket socket, int bytes) throws IOException {
    return new String(socket.getInputStream().readNBytes(bytes), StandardCharsets.US_ASCII);
  }

  /** It stays when there was no room for it, and comes again when it is cut off. */
  @Test
  void unfinishedBodiesAreHalfOfWhatWasAnnounced() throws Exception {
    String half = START + "Content-Length: 262144\r\n\r\n" + " ".repeat(131_100);
    try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        ConnectionFlood crowd =
            ConnectionFlood.gather((InetSocketAddress) server.getLocalSocketAddress(), 0, 0, 1)) {
      try (Socket client = server.accept()) {
        assertThat(read(client, half.length())).isEqualTo(half);
        client
            .getOutputStream()
            .write("HTTP/1.1 503 Service\r\n".getBytes(StandardCharsets.US_ASCII));
        assertThat(read(client, 1)).isEqualTo(" ");
      }
      try (Socket again = server.accept()) {
        assertThat(read(again, half.length())).isEqualTo(half);
      }
      assertThat(crowd.overloaded()).isEqualTo(1);
      assertThat(crowd.cutOff()).isEqualTo(1);
    }
  }

  @Test
  void thatNobodyListensIsSaid() {
    InetSocketAddress nobody = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
    assertThatThrownBy(() -> ConnectionFlood.gather(nobody, 1, 1, 0))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("1 slow and 1 idle");
  }

  @Test
  void plansThatCannotBeRunAreRefused() {
    assertThatThrownBy(() -> new SlowClientsPlan(-1, 0, 0, 64, 1, 1, 1, 64))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new SlowClientsPlan(1, 1, 0, 1, 1, 1, 1, 64))
        .hasMessageContaining("connections must be at least 2");
  }
}

package com.reactive.platform.testbed.proxy;

import static com.reactive.platform.testbed.proxy.KafkaBytes.METADATA;
import static com.reactive.platform.testbed.proxy.KafkaBytes.PRODUCE;
import static com.reactive.platform.testbed.proxy.KafkaBytes.joined;
import static com.reactive.platform.testbed.proxy.KafkaBytes.request;
import static com.reactive.platform.testbed.proxy.KafkaBytes.response;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** With real sockets on both sides. */
@Timeout(300)
class TcpProxyTest {
  private static final int LONG_MILLIS = 60_000;
  private static final int SHORT_MILLIS = 300;

  private ServerSocket broker;
  private TcpProxy proxy;

  @BeforeEach
  void open() throws IOException {
    broker = new ServerSocket(0, 16, InetAddress.getLoopbackAddress());
    proxy = TcpProxy.open("test-proxy");
    proxy.forwardTo(broker.getLocalPort());
  }

  @AfterEach
  void close() throws IOException {
    proxy.close();
    broker.close();
  }

  /** Both ends of a connection through the proxy. */
  private record Pair(Socket client, Socket server) implements AutoCloseable {
    void toServer(byte[] bytes) throws IOException {
      client.getOutputStream().write(bytes);
    }

    void toClient(byte[] bytes) throws IOException {
      server.getOutputStream().write(bytes);
    }

    byte[] atServer(int length) throws IOException {
      return server.getInputStream().readNBytes(length);
    }

    byte[] atClient(int length) throws IOException {
      return client.getInputStream().readNBytes(length);
    }

    @Override
    public void close() throws IOException {
      client.close();
      server.close();
    }
  }

  private Socket connect() throws IOException {
    Socket client = new Socket(InetAddress.getLoopbackAddress(), proxy.port());
    client.setSoTimeout(LONG_MILLIS);
    return client;
  }

  private Pair pair() throws IOException {
    Socket client = connect();
    Socket server = broker.accept();
    server.setSoTimeout(LONG_MILLIS);
    return new Pair(client, server);
  }

  @Test
  void megabytesPassBothWaysUnchanged() throws Exception {
    byte[] there = new byte[3 << 20];
    byte[] back = new byte[2 << 20];
    new Random(7).nextBytes(there);
    new Random(8).nextBytes(back);
    try (Pair pair = pair()) {
      CompletableFuture<Void> sending =
          CompletableFuture.runAsync(
              () -> {
                try {
                  pair.toServer(there);
                  pair.client().shutdownOutput();
                } catch (IOException e) {
                  throw new IllegalStateException(e);
                }
              });
      assertThat(pair.server().getInputStream().readAllBytes()).isEqualTo(there);
      sending.get(LONG_MILLIS, TimeUnit.MILLISECONDS);

      // Half closed: the other way still works.
      CompletableFuture<byte[]> received =
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  return pair.client().getInputStream().readAllBytes();
                } catch (IOException e) {
                  throw new IllegalStateException(e);
                }
              });
      pair.toClient(back);
      pair.server().shutdownOutput();
      assertThat(received.get(LONG_MILLIS, TimeUnit.MILLISECONDS)).isEqualTo(back);
    }
    awaitConnections(0);
  }

  @Test
  void aDelayIsKept() throws Exception {
    proxy.delay(Duration.ofMillis(SHORT_MILLIS));
    try (Pair pair = pair()) {
      long startNanos = System.nanoTime();
      pair.toServer(request(METADATA, 1, "?"));
      pair.atServer(13);
      pair.toClient(response(1, "!"));
      pair.atClient(9);
      assertThat(System.nanoTime() - startNanos)
          .isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(2 * SHORT_MILLIS));
    }
  }

  @Test
  void connectionsAreReset() throws Exception {
    try (Pair pair = pair()) {
      pair.toServer(request(METADATA, 1, "?"));
      pair.atServer(13);

      proxy.resetAll();

      assertThatThrownBy(() -> pair.atClient(1)).hasMessageContaining("reset");
      assertThatThrownBy(() -> pair.atServer(1)).hasMessageContaining("reset");
    }
    assertThat(proxy.connections()).isZero();
    try (Pair again = pair()) {
      again.toServer(new byte[] {1});
      assertThat(again.atServer(1)).containsExactly(1);
    }
  }

  @Test
  void newConnectionsAreRefusedWhileOldOnesGoOn() throws Exception {
    try (Pair old = pair()) {
      proxy.refuse();
      try (Socket refused = connect()) {
        assertThatThrownBy(() -> refused.getInputStream().read()).hasMessageContaining("reset");
      }
      old.toServer(new byte[] {1});
      assertThat(old.atServer(1)).containsExactly(1);
    }
    proxy.pass();
    pair().close();
  }

  @Test
  void aBlackHoleLetsNothingThroughUntilItEnds() throws Exception {
    try (Pair pair = pair()) {
      proxy.blackHole();
      pair.toServer(new byte[] {1, 2, 3});
      pair.server().setSoTimeout(SHORT_MILLIS);
      assertThatThrownBy(() -> pair.atServer(1)).isInstanceOf(SocketTimeoutException.class);

      proxy.pass();
      pair.server().setSoTimeout(LONG_MILLIS);
      assertThat(pair.atServer(3)).containsExactly(1, 2, 3);
    }
  }

  @Test
  void onlyResponsesToProduceRequestsAreDropped() throws Exception {
    byte[] requests =
        joined(request(METADATA, 1, "?"), request(PRODUCE, 2, "record"), request(METADATA, 3, "?"));
    try (Pair pair = pair()) {
      pair.toServer(requests);
      assertThat(pair.atServer(requests.length)).isEqualTo(requests);

      proxy.dropProduceResponses();
      pair.toClient(joined(response(1, "!"), response(2, "ok"), response(3, "!")));

      byte[] others = joined(response(1, "!"), response(3, "!"));
      assertThat(pair.atClient(others.length)).isEqualTo(others);
      assertThat(proxy.swallowed()).isEqualTo(1);
    }
  }

  @Test
  void aBrokerThatIsGoneResetsTheClient() throws Exception {
    proxy.forwardTo(1); // nobody listens there
    try (Socket client = connect()) {
      assertThatThrownBy(() -> client.getInputStream().read()).hasMessageContaining("reset");
    }
    awaitConnections(0);
  }

  @Test
  void whoDoesNotReadHoldsUpTheSender() throws Exception {
    try (Pair pair = pair()) {
      pair.client().getOutputStream().flush();
      byte[] chunk = new byte[1 << 20];
      Arrays.fill(chunk, (byte) 1);
      CompletableFuture<Integer> sending =
          CompletableFuture.supplyAsync(
              () -> {
                int sent = 0;
                try {
                  while (sent < 512) {
                    pair.toServer(chunk);
                    sent++;
                  }
                } catch (IOException e) {
                  // Reset in the end.
                }
                return sent;
              });
      // 512 MiB do not fit into buffers; were ours without a bound, all would be taken.
      assertThatThrownBy(() -> sending.get(2, TimeUnit.SECONDS))
          .isInstanceOf(TimeoutException.class);
      proxy.resetAll();
      assertThat(sending.get(LONG_MILLIS, TimeUnit.MILLISECONDS)).isLessThan(100);
    }
  }

  private void awaitConnections(int expected) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LONG_MILLIS);
    while (proxy.connections() != expected && System.nanoTime() < deadline) {
      Thread.sleep(10);
    }
    assertThat(proxy.connections()).isEqualTo(expected);
  }
}

package com.reactive.platform.kafka.benchmark.subject.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.Selector;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class HttpConnectionTest {
  @Test
  void whatTheSocketDoesNotTakeAtOnceFollows() throws Exception {
    byte[] request = new byte[16 << 20];
    new Random(1).nextBytes(request);
    CountDownLatch written = new CountDownLatch(1);
    try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Selector selector = Selector.open()) {
      CompletableFuture<byte[]> received =
          CompletableFuture.supplyAsync(() -> readAll(listener, written, request.length));
      HttpConnection connection =
          new HttpConnection(
              HttpEndpoint.counter(
                  new InetSocketAddress(InetAddress.getLoopbackAddress(), listener.getLocalPort()),
                  201),
              selector);
      connection.connect();
      ByteBuffer buffer = ByteBuffer.wrap(request);
      connection.write(buffer);
      written.countDown();
      while (!received.isDone()) {
        selector.select(
            key -> {
              try {
                connection.writeRest();
              } catch (Exception e) {
                received.completeExceptionally(e);
              }
            },
            10);
      }
      assertThat(received.get()).isEqualTo(request);
      connection.disconnect();
    }
  }

  /** Begins after the first write, so that the sockets' buffers are full by then. */
  private static byte[] readAll(ServerSocket listener, CountDownLatch written, int length) {
    try (Socket socket = listener.accept()) {
      assertThat(written.await(1, TimeUnit.MINUTES)).isTrue();
      socket.setSoTimeout(60_000);
      return socket.getInputStream().readNBytes(length);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}

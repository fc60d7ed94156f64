package com.reactive.platform.gateway.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.testing.WireClient;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpContent;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LiveFeedTest {
  private static final String LISTEN = "GET /dashboard/events HTTP/1.1\r\nHost: localhost\r\n\r\n";

  private AdminServer server;

  @BeforeEach
  void start() throws Exception {
    server = AdminServer.builder(new AdminConfig("127.0.0.1", 0)).dashboard("/dashboard").start();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void whoComesNewHearsOfThePastFirst() throws Exception {
    for (int i = 0; i < 3_610; i++) {
      String snapshot = "{\"time\":" + i + "}";
      String merged = i % 10 == 9 ? "{\"m\":" + i + "}" : null;
      server.publish("{\"t\":" + i + "}", merged, () -> snapshot);
    }
    try (WireClient client = new WireClient(server.port())) {
      client.send(LISTEN);
      WireClient.Response head = client.read();
      assertThat(head.headers())
          .containsEntry("content-type", "text/event-stream")
          .containsEntry("cache-control", "no-store");
      assertThat(client.readChunk())
          .startsWith("retry: 1000\n\nevent: history\ndata: [{\"t\":3310},{\"t\":3311},")
          .contains(",{\"t\":3609}]\n\nevent: hour\ndata: [{\"m\":19},{\"m\":29},")
          .endsWith(",{\"m\":3609}]\n\nevent: snapshot\ndata: {\"time\":3609}\n\n");

      server.publish("{\"t\":3610}", null, () -> "{\"time\":3610}");
      assertThat(client.readChunk())
          .isEqualTo(
              "event: point\ndata: {\"t\":3610}\n\n"
                  + "event: snapshot\ndata: {\"time\":3610}\n\n");
      server.publish("{\"t\":3611}", "{\"m\":3611}", () -> "{\"time\":3611}");
      assertThat(client.readChunk())
          .isEqualTo(
              "event: point\ndata: {\"t\":3611}\n\n"
                  + "event: merged\ndata: {\"m\":3611}\n\n"
                  + "event: snapshot\ndata: {\"time\":3611}\n\n");

      server.close();
      assertThat(client.readChunk()).as("the end, in order").isEmpty();
      assertThat(client.readToEnd()).isEmpty();
    }
  }

  @Test
  void whoDoesNotReadIsDroppedAndTheOthersGoOn() throws Exception {
    String large = "{\"x\":\"" + "x".repeat(200_000) + "\"}";
    try (Socket lazy = new Socket();
        WireClient keen = new WireClient(server.port())) {
      lazy.setReceiveBufferSize(4_096);
      lazy.setSoTimeout(60_000); // whoever is not dropped gets all, and the count tells
      lazy.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
      lazy.getOutputStream().write(LISTEN.getBytes(StandardCharsets.US_ASCII));
      keen.send(LISTEN);
      keen.read();
      keen.readChunk();
      int published = 200;
      for (int i = 0; i < published; i++) {
        server.publish("{}", null, () -> large);
        assertThat(keen.readChunk()).contains(large);
      }
      assertThat(readAll(lazy)).as("bytes").isLessThan(published * 200_000L / 2);
    }
  }

  /** A slow link does not make the page begin anew. */
  @Test
  void whoCouldNotBeToldIsToldLater() {
    LiveFeed feed = new LiveFeed(1);
    EmbeddedChannel channel = new EmbeddedChannel();
    feed.add(channel);
    channel.releaseOutbound();
    feed.publish("{\"t\":1}", null, () -> "{}");
    assertThat(written(channel)).contains("data: {\"t\":1}");
    ChannelOutboundBuffer waiting = channel.unsafe().outboundBuffer();
    waiting.setUserDefinedWritability(1, false);
    feed.publish("{\"t\":2}", "{\"m\":2}", () -> "{}");
    feed.publish("{\"t\":3}", null, () -> "{}");
    assertThat(written(channel)).isEmpty();
    waiting.setUserDefinedWritability(1, true);
    feed.publish("{\"t\":4}", null, () -> "{}");
    assertThat(written(channel))
        .doesNotContain("{\"t\":1}")
        .containsSubsequence("{\"t\":2}", "{\"t\":3}", "{\"m\":2}", "{\"t\":4}");

    waiting.setUserDefinedWritability(1, false);
    for (int i = 0; i < 15; i++) {
      feed.publish("{}", null, () -> "{}");
    }
    assertThat(channel.isOpen()).isTrue();
    feed.publish("{}", null, () -> "{}");
    assertThat(channel.isOpen()).isFalse();
    assertThat(feed.isFull()).isFalse();
  }

  private static String written(EmbeddedChannel channel) {
    StringBuilder text = new StringBuilder();
    for (HttpContent part = channel.readOutbound(); part != null; part = channel.readOutbound()) {
      text.append(part.content().toString(StandardCharsets.UTF_8));
    }
    return text.toString();
  }

  @Test
  void whileNobodyLooksNothingIsPutInWords() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    for (int i = 0; i < 10; i++) {
      server.publish("{}", null, () -> "{\"asked\":" + asked.incrementAndGet() + "}");
    }
    try (WireClient client = new WireClient(server.port())) {
      client.send(LISTEN);
      client.read();
      assertThat(client.readChunk()).endsWith("data: {\"asked\":1}\n\n");
    }
  }

  private static long readAll(Socket socket) throws IOException {
    long total = 0;
    byte[] buffer = new byte[65_536];
    try {
      for (int read = 0; read >= 0; read = socket.getInputStream().read(buffer)) {
        total += read;
      }
    } catch (IOException e) {
      // A reset is an end as well.
    }
    return total;
  }

  @Test
  void streamsAreBounded() throws Exception {
    List<WireClient> listeners = new ArrayList<>();
    for (int i = 0; i < 32; i++) {
      WireClient client = new WireClient(server.port());
      client.send(LISTEN);
      assertThat(client.read().status()).isEqualTo(200);
      listeners.add(client);
    }
    try (WireClient tooMany = new WireClient(server.port())) {
      tooMany.send(LISTEN);
      assertThat(tooMany.read().status()).isEqualTo(503);
    }
    for (WireClient client : listeners) {
      client.close();
    }
  }

  @Test
  void pagesOfOtherSitesMayNotListen() throws Exception {
    try (WireClient client = new WireClient(server.port())) {
      client.send(LISTEN.replace("\r\n\r\n", "\r\nSec-Fetch-Site: cross-site\r\n\r\n"));
      assertThat(client.read().status()).isEqualTo(403);
    }
    try (WireClient client = new WireClient(server.port())) {
      client.send("GET /dashboard/events HTTP/1.0\r\nHost: localhost\r\n\r\n");
      assertThat(client.read().status()).isEqualTo(505);
    }
  }
}

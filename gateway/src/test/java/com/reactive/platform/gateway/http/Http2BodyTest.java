package com.reactive.platform.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.ledger.Outcome;
import com.reactive.platform.gateway.security.Authenticator;
import com.reactive.platform.gateway.testing.FrameClient;
import com.reactive.platform.gateway.testing.FrameClient.Frame;
import com.reactive.platform.gateway.testing.FrameClient.Response;
import com.reactive.platform.gateway.testing.TestGateway;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Headers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Bodies over HTTP/2: in pieces, cut short, too large, refused. */
class Http2BodyTest {
  private static final String EVENT = "{\"sessionId\":\"s\",\"action\":\"reset\"}";
  private static final String COUNTER = "/api/counter";
  private TestServer server;

  private void start(Map<String, String> settings) throws Exception {
    server = new TestServer(settings, Authenticator.NONE);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private FrameClient open() throws Exception {
    return FrameClient.open(server.port());
  }

  /** The body is no fault, though its head was not decoded. */
  @Test
  void theBodyBehindATooLargeHeadIsDropped() throws Exception {
    start(Map.of());
    try (FrameClient client = open()) {
      byte[] head = client.encode(FrameClient.post(COUNTER).add("x", "x".repeat(16_300)));
      byte[] headers = FrameClient.frame(FrameClient.HEADERS, FrameClient.END_HEADERS, 1, head);
      byte[] body = FrameClient.frame(FrameClient.DATA, FrameClient.END_STREAM, 1, new byte[100]);
      client.send(ByteBuffer.allocate(headers.length + body.length).put(headers).put(body).array());
      Response response = client.response();
      assertThat(response.status()).isEqualTo(431);
      assertThat(response.body()).contains("headers-too-large");
      assertThat(response.reset()).isNotEqualTo((int) Http2Error.STREAM_CLOSED.code());
      client.event(3);
      Frame next = client.read();
      while (next.stream() != 3) {
        assertThat(next.type()).isNotEqualTo(FrameClient.GOAWAY);
        if (next.type() == FrameClient.RST_STREAM) {
          assertThat(next.error()).isZero();
        }
        next = client.read();
      }
      assertThat(next.type()).isEqualTo(FrameClient.HEADERS);
    }
    server.awaitBalance();
  }

  /** A connection may have many heads without a body, and each would be kept. */
  @Test
  void headsThatWaitForTheirBodiesCountAsBodies() throws Exception {
    start(Map.of("http.max-body-bytes", "8192", "http.body-budget-bytes", "65536"));
    try (FrameClient client = open()) {
      byte[] head = client.encode(FrameClient.post(COUNTER).add("x", "x".repeat(8_000)));
      int stream = 1;
      while (stream < 21) {
        client.send(FrameClient.HEADERS, FrameClient.END_HEADERS, stream, head);
        stream += 2;
      }
      Response refused = client.response();
      assertThat(refused.status()).isEqualTo(503);
      assertThat(refused.body()).contains("too many bodies");
      assertThat(server.load().bodies().heldBytes()).isPositive();
      for (int open = 1; open < refused.stream(); open += 2) {
        client.send(
            FrameClient.DATA,
            FrameClient.END_STREAM,
            open,
            EVENT.getBytes(StandardCharsets.US_ASCII));
      }
      Response created = client.response();
      while (created.status() == 503) {
        created = client.response(); // Of those behind the first that was refused.
      }
      assertThat(created.status()).isEqualTo(201);
    }
    server.awaitBalance();
    TestGateway.await("nothing is held", () -> server.load().bodies().heldBytes() == 0);
  }

  @Test
  void aBodyMayComeInPiecesAndEndWithTrailers() throws Exception {
    start(Map.of());
    try (FrameClient client = open()) {
      client.send(
          FrameClient.HEADERS,
          FrameClient.END_HEADERS,
          1,
          client.encode(FrameClient.post(COUNTER)));
      for (byte b : EVENT.getBytes(StandardCharsets.US_ASCII)) {
        client.send(FrameClient.DATA, 0, 1, new byte[] {b});
      }
      int ends = FrameClient.END_HEADERS | FrameClient.END_STREAM;
      byte[] trailer = client.encode(new DefaultHttp2Headers().add("x", "y"));
      client.send(FrameClient.HEADERS, ends, 1, trailer);
      assertThat(client.response().status()).isEqualTo(201);
    }
    server.awaitBalance();
  }

  /** A truncated event would be stored else. */
  @Test
  void aBodyThatIsNotWholeIsNoEvent() throws Exception {
    start(Map.of());
    try (FrameClient client = open()) {
      Http2Headers longer = FrameClient.post(COUNTER).addInt("content-length", 1_000);
      client.request(1, longer, EVENT);
      assertThat(client.read(FrameClient.RST_STREAM).error())
          .isEqualTo((int) Http2Error.PROTOCOL_ERROR.code());
      byte[] head = client.encode(FrameClient.post(COUNTER));
      client.send(FrameClient.HEADERS, FrameClient.END_HEADERS, 3, head);
      client.send(FrameClient.DATA, 0, 3, EVENT.getBytes(StandardCharsets.US_ASCII));
      client.send(FrameClient.RST_STREAM, 0, 3, FrameClient.number(8));
      client.send(FrameClient.HEADERS, FrameClient.END_HEADERS, 5, head);
      client.send(FrameClient.DATA, 0, 5, EVENT.getBytes(StandardCharsets.US_ASCII));
      byte[] trailer = client.encode(new DefaultHttp2Headers().add("content-length", "1"));
      int ends = FrameClient.END_HEADERS | FrameClient.END_STREAM;
      client.send(FrameClient.HEADERS, ends, 5, trailer);
      assertThat(client.response().status()).isEqualTo(400);
    }
    server.awaitBalance();
    assertThat(server.ledger().ended().get(Outcome.ACKED)).isZero();
  }

  @Test
  void aBodyBeyondTheLimitIsRejectedAndItsStreamReset() throws Exception {
    start(Map.of("http.max-body-bytes", "1000"));
    try (FrameClient client = open()) {
      client.send(
          FrameClient.HEADERS,
          FrameClient.END_HEADERS,
          1,
          client.encode(FrameClient.post(COUNTER)));
      client.send(FrameClient.DATA, 0, 1, new byte[2_000]);
      assertThat(client.response().status()).isEqualTo(413);
      assertThat(client.read(FrameClient.RST_STREAM).error()).isZero();
      client.event(3);
      assertThat(client.response().status()).isEqualTo(201);
    }
    server.awaitBalance();
  }

  /** What a client has sent before it reads of the reset must not end its connection. */
  @Test
  void theRestOfABodyBehindAResetIsDropped() throws Exception {
    start(Map.of("http.max-body-bytes", "1000"));
    try (FrameClient client = open()) {
      client.send(
          FrameClient.HEADERS,
          FrameClient.END_HEADERS,
          1,
          client.encode(FrameClient.post(COUNTER)));
      client.send(FrameClient.DATA, 0, 1, new byte[2_000]);
      assertThat(client.response().status()).isEqualTo(413);
      assertThat(client.read(FrameClient.RST_STREAM)).isNotNull();
      for (int i = 0; i < 300; i++) {
        client.send(FrameClient.DATA, 0, 1, new byte[100]);
      }
      client.event(3);
      Frame next = client.read();
      assertThat(next.type()).isEqualTo(FrameClient.HEADERS);
      assertThat(next.stream()).isEqualTo(3);
    }
    server.awaitBalance();
  }

  /** Before it has read the limit, a client may begin more streams, with bodies. */
  @Test
  void aRefusedStreamWithABodyLeavesTheOthersAlone() throws Exception {
    start(Map.of("http.max-pipelined", "2"));
    server.hold();
    try (FrameClient client = open()) {
      for (int stream = 1; stream <= 9; stream += 2) {
        client.event(stream);
      }
      for (int stream = 5; stream <= 9; stream += 2) {
        Frame refused = client.read(FrameClient.RST_STREAM);
        assertThat(refused.stream()).isEqualTo(stream);
        assertThat(refused.error()).isEqualTo((int) Http2Error.REFUSED_STREAM.code());
      }
      server.release();
      assertThat(client.read(FrameClient.DATA).endsStream()).isTrue();
      assertThat(client.read(FrameClient.DATA).endsStream()).isTrue();
      client.event(11);
      assertThat(client.response().status()).isEqualTo(201);
    }
    server.awaitBalance();
    assertThat(server.ledger().received()).isEqualTo(3);
  }
}

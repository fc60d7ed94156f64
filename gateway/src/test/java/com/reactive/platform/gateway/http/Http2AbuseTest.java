package com.reactive.platform.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.abuse.FrameFlood;
import com.reactive.platform.gateway.security.Authenticator;
import com.reactive.platform.gateway.testing.FrameClient;
import com.reactive.platform.gateway.testing.TestGateway;
import io.netty.handler.codec.http2.Http2Error;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Frames in masses: their connection ends, and nobody else's. */
class Http2AbuseTest {
  private static TestServer server;

  @BeforeAll
  static void start() throws Exception {
    server = new TestServer(Map.of(), Authenticator.NONE);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @ParameterizedTest
  @EnumSource
  void aFloodEndsItsConnection(FrameFlood flood) throws Exception {
    try (FrameClient other = FrameClient.open(server.port())) {
      other.event(1);
      assertThat(other.response().status()).isEqualTo(201);
      flood.run(server.port());
      other.event(3);
      assertThat(other.response().status()).isEqualTo(201);
    }
    server.awaitBalance();
    TestGateway.await("all are gone", () -> server.openHttp2Connections() == 0);
  }

  /** Before the client has acknowledged the limit, too; refused streams may be sent again. */
  @Test
  void moreStreamsThanAllowedAreRefused() throws Exception {
    try (FrameClient client = FrameClient.open(server.port())) {
      for (int i = 0; i <= 128; i++) {
        byte[] head = client.encode(FrameClient.post("/api/counter"));
        client.send(FrameClient.HEADERS, FrameClient.END_HEADERS, 1 + 2 * i, head);
      }
      FrameClient.Frame refused = client.read(FrameClient.RST_STREAM);
      assertThat(refused.stream()).isEqualTo(1 + 2 * 128);
      assertThat(refused.error()).isEqualTo((int) Http2Error.REFUSED_STREAM.code());
    }
    server.awaitBalance();
  }

  /** A client that resets now and then, as one whose users go away, is no flood. */
  @Test
  void resetsBesideResponsesAreNoFlood() throws Exception {
    try (FrameClient client = FrameClient.open(server.port())) {
      for (int i = 0; i < 2_000; i += 4) {
        for (int j = 0; j < 3; j++) {
          client.event(1 + 2 * (i + j));
          assertThat(client.response().status()).isEqualTo(201);
        }
        int stream = 1 + 2 * (i + 3);
        byte[] head = client.encode(FrameClient.post("/api/counter"));
        client.send(FrameClient.HEADERS, FrameClient.END_HEADERS, stream, head);
        client.send(FrameClient.RST_STREAM, 0, stream, FrameClient.number(8));
      }
    }
    server.awaitBalance();
  }
}

package com.reactive.platform.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.ingest.StreamRuntime;
import com.reactive.platform.gateway.security.Authenticator;
import com.reactive.platform.gateway.testing.TestGateway;
import com.reactive.platform.gateway.testing.WireClient;
import java.lang.ref.WeakReference;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Configurations may change for months: nothing of the old ones may stay behind. */
class ReplacedStreamTest {
  private static final String BODY = "{\"sessionId\":\"s\",\"action\":\"increment\"}";
  private static final String REQUEST =
      "POST /api/counter HTTP/1.1\r\nhost: localhost\r\ncontent-length: "
          + BODY.length()
          + "\r\n\r\n";

  @Test
  void nothingHoldsAStreamThatWasReplaced() throws Exception {
    try (TestServer server = new TestServer(Map.of(), Authenticator.NONE);
        WireClient client = new WireClient(server.port())) {
      client.send(REQUEST + BODY);
      assertThat(client.read().status()).isEqualTo(201);
      // This one begins before the change and uses its stream after it.
      client.send(REQUEST);
      TestGateway.await("the head is read", () -> server.ledger().received() == 2);
      WeakReference<StreamRuntime> old = server.stream();
      server.replaceStream();
      client.send(BODY);
      assertThat(client.read().status()).isEqualTo(201);
      client.send(REQUEST + BODY);
      assertThat(client.read().status()).isEqualTo(201);
      TestGateway.await(
          "the old stream is gone",
          () -> {
            System.gc();
            return old.get() == null;
          });
    }
  }
}

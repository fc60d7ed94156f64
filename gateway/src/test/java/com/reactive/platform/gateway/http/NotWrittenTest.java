package com.reactive.platform.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.event.RefusedEventException;
import com.reactive.platform.gateway.ledger.Outcome;
import com.reactive.platform.gateway.security.Authenticator;
import com.reactive.platform.gateway.testing.WireClient;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What clients hear of an event that is certainly not in Kafka. */
class NotWrittenTest {
  @Test
  void itIsToBeSentAgainUnlessKafkaRefusesIt() throws Exception {
    try (TestServer server = new TestServer(Map.of(), Authenticator.NONE);
        WireClient client = new WireClient(server.port())) {
      server.failure = new IllegalStateException("in the log only");
      WireClient.Response again = client.exchange(WireClient.event("s", 1));
      assertThat(again.status()).isEqualTo(503);
      assertThat(again.headers()).containsKey("retry-after");
      assertThat(again.field("type")).isEqualTo("urn:reactive:problem:not-written");
      assertThat(again.field("retryable")).isEqualTo("true");
      assertThat(again.body()).doesNotContain("in the log only");

      server.failure = new RefusedEventException(new IllegalArgumentException("in the log only"));
      WireClient.Response never = client.exchange(WireClient.event("s", 1));
      assertThat(never.status()).isEqualTo(422);
      assertThat(never.headers()).doesNotContainKey("retry-after");
      assertThat(never.field("type")).isEqualTo("urn:reactive:problem:refused");
      assertThat(never.field("retryable")).isEqualTo("false");
      assertThat(never.field("detail")).isEqualTo("IllegalArgumentException");
      assertThat(never.field("eventId")).isNotEmpty();
      assertThat(server.ledger().ended()).containsEntry(Outcome.NOT_WRITTEN, 2L);
      server.awaitBalance();
    }
  }
}

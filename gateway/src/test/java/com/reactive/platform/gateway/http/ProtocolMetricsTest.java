package com.reactive.platform.gateway.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.rpc.services.HealthStatus;
import com.reactive.platform.gateway.rpc.services.StandardServices;
import com.reactive.platform.gateway.security.Authenticator;
import com.reactive.platform.gateway.telemetry.ClientProtocol;
import com.reactive.platform.gateway.telemetry.RequestMetrics;
import com.reactive.platform.gateway.telemetry.Trace;
import com.reactive.platform.gateway.testing.WireClient;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What telemetry hears of requests, calls and their events. */
@Timeout(120)
class ProtocolMetricsTest {
  private static final String SERVICE = "/reactive.counter.Publisher/";
  private static final String EVENT = "{\"sessionId\":\"s\",\"action\":\"increment\"}";

  /** Keeps what it hears, without the times. */
  private static final class Heard implements RequestMetrics {
    final List<String> all = new CopyOnWriteArrayList<>();
    final List<String> problems = new CopyOnWriteArrayList<>();

    @Override
    public void ended(
        ClientProtocol protocol,
        int status,
        String problem,
        long durationNanos,
        long bodyBytes,
        Trace trace) {
      all.add("request " + protocol.label() + " " + status + " " + problem);
    }

    @Override
    public void problem(String type, String detail, String pointer) {
      problems.add(type + " " + pointer);
    }

    @Override
    public void callEnded(
        ClientProtocol protocol, String code, boolean failed, long durationNanos) {
      all.add("call " + protocol.label() + " " + code + (failed ? " failed" : ""));
    }

    @Override
    public void messageEnded(
        ClientProtocol protocol, int status, String problem, long durationNanos) {
      all.add("message " + protocol.label() + " " + status + " " + problem);
    }
  }

  private static Heard observe(TestServer server) throws Exception {
    Heard heard = new Heard();
    server.observe(heard);
    return heard;
  }

  private static TestServer server(Map<String, String> settings) throws Exception {
    return new TestServer(settings, Authenticator.NONE);
  }

  @Test
  void aPlainRequestIsOfItsVersionOfHttp() throws Exception {
    try (TestServer server = server(Map.of());
        WireClient client = new WireClient(server.port())) {
      Heard heard = observe(server);
      assertThat(client.exchange(WireClient.event("s", 1)).status()).isEqualTo(201);
      client.exchange(WireClient.post("/api/counter", "", "{\"sessionId\":1}"));
      assertThat(heard.all)
          .containsExactly("request http1 201 null", "request http1 422 schema-mismatch");
      assertThat(heard.problems).containsExactly("schema-mismatch /sessionId");
    }
  }

  @Test
  void aUnaryCallIsARequestACallAndAMessage() throws Exception {
    try (TestServer server = server(Map.of());
        WireClient client = new WireClient(server.port())) {
      Heard heard = observe(server);
      client.exchange(WireClient.post(SERVICE + "Publish", "", EVENT));
      client.exchange(WireClient.post(SERVICE + "Publish", "", "{}"));
      assertThat(heard.all)
          .containsExactly(
              "message connect 201 null",
              "call connect ok",
              "request connect 200 null",
              "message connect 422 schema-mismatch",
              "call connect invalid_argument",
              "request connect 400 null");
      assertThat(heard.problems).containsExactly("schema-mismatch /sessionId");
    }
  }

  @Test
  void eachEventOfAStreamIsAMessage() throws Exception {
    try (TestServer server = server(Map.of());
        WireClient client = new WireClient(server.port())) {
      Heard heard = observe(server);
      byte[] body =
          stream("{\"event\":" + EVENT + "}", "{\"sequence\":\"1\"}", "{\"event\":" + EVENT + "}");
      client.send(
          "POST "
              + SERVICE
              + "PublishStream HTTP/1.1\r\nhost: localhost\r\n"
              + "content-type: application/connect+json\r\ncontent-length: "
              + body.length
              + "\r\n\r\n");
      client.send(body);
      assertThat(client.read().status()).isEqualTo(200);
      while (!client.readChunk().isEmpty()) {
        // The results are not of interest here.
      }
      assertThat(heard.all)
          .containsExactlyInAnyOrder(
              "message connect 201 null",
              "message connect 422 schema-mismatch",
              "message connect 201 null",
              "call connect ok",
              "request connect 200 null");
      assertThat(heard.problems).hasSize(1);
    }
  }

  @Test
  void aDeadlineThatIsOverOnArrivalWritesNothing() throws Exception {
    try (TestServer server = server(Map.of());
        WireClient client = new WireClient(server.port())) {
      Heard heard = observe(server);
      WireClient.Response late =
          client.exchange(WireClient.post(SERVICE + "Publish", "connect-timeout-ms: 0\r\n", EVENT));
      assertThat(late.field("code")).isEqualTo("deadline_exceeded");
      assertThat(server.ledger().received()).isZero();
      assertThat(heard.all)
          .containsExactly("call connect deadline_exceeded failed", "request connect 504 null");
    }
  }

  @Test
  void refusedCallsAreEventsOnlyWhereTheyWouldCarrySome() throws Exception {
    Map<String, String> settings =
        Map.of("limits.requests-per-second-per-address", "1", "limits.burst-per-address", "1");
    try (TestServer server = server(settings);
        WireClient client = new WireClient(server.port())) {
      server.serve(StandardServices.methods(false, List::of, service -> HealthStatus.SERVING));
      Heard heard = observe(server);
      byte[] health = WireClient.post("/grpc.health.v1.Health/Check", "", "{}");
      ByteArrayOutputStream three = new ByteArrayOutputStream();
      three.writeBytes(health);
      three.writeBytes(health);
      three.writeBytes(WireClient.post(SERVICE + "Publish", "", EVENT));
      client.send(three.toByteArray()); // at once: a second later, there may be one more
      assertThat(client.read().status()).isEqualTo(200);
      assertThat(client.read().status()).isEqualTo(429);
      assertThat(client.read().status()).isEqualTo(429);
      assertThat(server.ledger().received()).isEqualTo(1);
      assertThat(heard.all)
          .filteredOn(one -> one.startsWith("message"))
          .containsExactly("message connect 429 rate-limited");
    }
  }

  @Test
  void anUnknownExpectationIsNotAnswered100() throws Exception {
    try (TestServer server = server(Map.of());
        WireClient client = new WireClient(server.port())) {
      WireClient.Response refused =
          client.exchange(WireClient.post(SERVICE + "Publish", "expect: miracles\r\n", EVENT));
      assertThat(refused.status()).isEqualTo(400);
      assertThat(refused.field("message")).contains("only 100-continue is known");
      assertThat(server.ledger().received()).isEqualTo(1);
    }
  }

  private static byte[] stream(String... messages) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (String message : messages) {
      byte[] bytes = message.getBytes(UTF_8);
      all.writeBytes(
          ByteBuffer.allocate(5 + bytes.length)
              .put((byte) 0)
              .putInt(bytes.length)
              .put(bytes)
              .array());
    }
    return all.toByteArray();
  }
}

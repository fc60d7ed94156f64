package com.reactive.platform.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import com.reactive.platform.gateway.ledger.Ledger;
import com.reactive.platform.gateway.ledger.Outcome;
import com.reactive.platform.gateway.testing.TestGateway;
import com.reactive.platform.gateway.testing.Topic;
import com.reactive.platform.gateway.testing.WireClient;
import com.reactive.platform.gateway.testing.WireClient.Response;
import com.reactive.platform.kafka.embedded.testing.KafkaExtension;
import com.reactive.platform.kafka.embedded.testing.TestKafka;
import com.sun.management.ThreadMXBean;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compressed bodies, preferences and pages of other origins, from the socket to Kafka. */
@ExtendWith(KafkaExtension.class)
class LimitsIT {
  private static final String ORIGIN = "https://shop.example";
  private static final long MIB = 1 << 20;

  private TestKafka kafka;
  private String topic;
  private Gateway gateway;
  private WireClient client;

  /** The events that Kafka must have in the end, and no others. */
  private final List<String> stored = new ArrayList<>();

  @BeforeEach
  void start(TestKafka testKafka) throws Exception {
    kafka = testKafka;
    topic = kafka.createTopic(1);
    gateway =
        TestGateway.start(
            kafka.bootstrapServers(),
            topic,
            Map.of("REACTIVE_STREAMS_COUNTER_CORS_ORIGINS", ORIGIN));
    client = new WireClient(gateway.httpPort());
  }

  @AfterEach
  void theLedgerAddsUpAndKafkaHasWhatWasPromised() throws Exception {
    client.close();
    gateway.close();
    assertThat(gateway.ledger().balanced()).as("%s", gateway.ledger()).isTrue();
    assertThat(gateway.ledger().inFlight()).isZero();
    Topic read = Topic.read(kafka, topic);
    assertThat(read.size()).isEqualTo(stored.size());
    for (String key : stored) {
      assertThat(read.records(key)).hasSize(1);
      assertThat(read.records(key).get(0).event().get("value")).isEqualTo(4711);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "zstd", "identity"})
  void aCompressedEventIsAnEvent(String encoding) throws Exception {
    byte[] compressed = compress(encoding, event(100));
    send("Content-Encoding: " + encoding + "\r\nIdempotency-Key: one\r\n", compressed);
    assertThat(client.read().status()).isEqualTo(201);
    stored.add("one");

    client.send(
        "POST /api/counter HTTP/1.1\r\n"
            + "Host: localhost\r\n"
            + "Idempotency-Key: two\r\n"
            + "Content-Encoding: "
            + encoding
            + "\r\nTransfer-Encoding: chunked\r\n\r\n");
    for (byte b : compressed) {
      client.send("1\r\n");
      client.send(new byte[] {b});
      client.send("\r\n");
    }
    client.send("0\r\n\r\n");
    assertThat(client.read().status()).isEqualTo(201);
    stored.add("two");
  }

  /** The limit is that of the body as it is, compressed or not. */
  @ParameterizedTest
  @ValueSource(strings = {"gzip", "zstd"})
  void theLargestBodyMayBeCompressedToo(String encoding) throws Exception {
    send("Content-Encoding: " + encoding + "\r\n", compress(encoding, noisyEvent(262_144)));
    assertThat(client.read().status()).as("too long a session id").isEqualTo(422);
    send("Content-Encoding: " + encoding + "\r\n", compress(encoding, noisyEvent(262_145)));
    assertProblem(client.read(), 413, "body-too-large");
  }

  /** Bombs of 100 MB each: nobody else notices, and no memory is taken for them. */
  @ParameterizedTest
  @ValueSource(strings = {"gzip", "zstd"})
  void bombsDoNotGoOff(String encoding) throws Exception {
    byte[] bomb = compress(encoding, new byte[100_000_000]);
    assertThat(bomb.length).isLessThan(262_144);
    long before = bytesAllocatedByEventLoops();
    for (int i = 0; i < 40; i++) {
      send("Content-Encoding: " + encoding + "\r\n", bomb);
      Response response = client.read();
      assertThat(response.status()).as(response.body()).isEqualTo(413);
    }
    assertThat(bytesAllocatedByEventLoops() - before).isLessThan(64 * MIB);
    send("Idempotency-Key: after\r\n", event(1));
    assertThat(client.read().status()).as("the connection goes on").isEqualTo(201);
    stored.add("after");
  }

  @Test
  void whatIsNotWhatItSaysIsRefused() throws Exception {
    byte[] whole = compress("gzip", event(100));
    send("Content-Encoding: gzip\r\n", Arrays.copyOf(whole, whole.length - 3));
    assertProblem(client.read(), 400, "malformed-encoding");
    send("Content-Encoding: zstd\r\n", whole);
    assertProblem(client.read(), 400, "malformed-encoding");
    send("Content-Encoding: gzip\r\n", new byte[0]);
    assertProblem(client.read(), 400, "malformed-encoding");
    send("Content-Encoding: gzip, gzip\r\n", whole);
    Response stacked = client.read();
    assertProblem(stacked, 415, "unsupported-encoding");
    assertThat(stacked.headers()).containsEntry("accept-encoding", "gzip, zstd");
    send("Content-Encoding: gzip\r\nIdempotency-Key: good\r\n", whole);
    assertThat(client.read().status()).isEqualTo(201);
    stored.add("good");
  }

  @Test
  void pagesOfTheOriginMayPostAndReadErrorsToo() throws Exception {
    client.send(
        "OPTIONS /api/counter HTTP/1.1\r\nHost: localhost\r\nOrigin: "
            + ORIGIN
            + "\r\nAccess-Control-Request-Method: POST\r\n"
            + "Access-Control-Request-Headers: content-type, prefer\r\n\r\n");
    Response preflight = client.read();
    assertThat(preflight.status()).isEqualTo(204);
    assertThat(preflight.headers())
        .containsEntry("access-control-allow-origin", ORIGIN)
        .containsEntry("access-control-allow-methods", "POST")
        .doesNotContainKeys("content-length", "access-control-allow-credentials");
    assertThat(gateway.ledger().received()).as("it brings no event").isZero();

    String page = "Origin: " + ORIGIN + "\r\nSec-Fetch-Site: cross-site\r\n";
    send(page + "Idempotency-Key: p\r\n", event(1));
    Response created = client.read();
    assertThat(created.status()).isEqualTo(201);
    assertReadable(created);
    stored.add("p");
    send(page, "nonsense".getBytes(StandardCharsets.UTF_8));
    Response malformed = client.read();
    assertProblem(malformed, 400, "malformed-json");
    assertReadable(malformed);
    client.send("DELETE /api/counter HTTP/1.1\r\nHost: localhost\r\n" + page + "\r\n");
    Response notAllowed = client.read();
    assertProblem(notAllowed, 405, "method-not-allowed");
    assertReadable(notAllowed);
  }

  /** It is answered, the connection ends, and the ledger has not heard of it. */
  @Test
  void aPreflightThatExpectsSomethingIsTheLastRequest() throws Exception {
    client.send(
        "OPTIONS /api/counter HTTP/1.1\r\nHost: localhost\r\nOrigin: "
            + ORIGIN
            + "\r\nAccess-Control-Request-Method: POST\r\nExpect: 100-continue\r\n"
            + "Content-Length: 5\r\n\r\n");
    assertThat(client.read().status()).isEqualTo(204);
    assertThat(client.isAtEnd()).isTrue();
    assertThat(gateway.ledger().received()).isZero();
    assertThat(gateway.ledger().balanced()).isTrue();
  }

  @Test
  void pagesOfOtherOriginsMayNot() throws Exception {
    client.send(
        "OPTIONS /api/counter HTTP/1.1\r\nHost: localhost\r\nOrigin: https://evil.example\r\n"
            + "Access-Control-Request-Method: POST\r\n\r\n");
    Response preflight = client.read();
    assertThat(preflight.status()).isEqualTo(204);
    assertThat(preflight.headers())
        .containsKey("vary")
        .doesNotContainKey("access-control-allow-origin");
    send("Origin: https://evil.example\r\nSec-Fetch-Site: cross-site\r\n", event(1));
    Response refused = client.read();
    assertProblem(refused, 403, "forbidden");
    assertThat(refused.headers()).doesNotContainKey("access-control-allow-origin");
    assertThat(gateway.ledger().ended()).containsEntry(Outcome.FORBIDDEN, 1L);
  }

  /** Pipelined, and each as it prefers: in order, and all of them in Kafka. */
  @Test
  void preferencesAreFollowedInOrder() throws Exception {
    String[] prefers = {"wait=20", "respond-async", "respond-async, wait=20", "x=y"};
    for (int i = 0; i < 100; i++) {
      String key = "k" + i;
      send("Prefer: " + prefers[i % 4] + "\r\nIdempotency-Key: " + key + "\r\n", event(1));
      stored.add(key);
    }
    for (int i = 0; i < 100; i++) {
      Response response = client.read();
      assertThat(response.field("eventId")).isEqualTo("k" + i);
      assertThat(response.status()).isEqualTo(i % 4 == 1 ? 202 : 201);
      String applied = response.headers().get("preference-applied");
      assertThat(applied).isEqualTo(i % 4 == 3 ? null : i % 4 == 1 ? "respond-async" : "wait=20");
    }
    TestGateway.await("all are acked", () -> acked(gateway.ledger()) == 100);
  }

  private static long acked(Ledger.Snapshot ledger) {
    return ledger.total(Outcome.Category.ACKED);
  }

  private static void assertReadable(Response response) {
    assertThat(response.headers())
        .containsEntry("access-control-allow-origin", ORIGIN)
        .containsKey("access-control-expose-headers")
        .containsEntry("vary", "origin");
  }

  private void send(String headers, byte[] body) throws IOException {
    ByteArrayOutputStream request = new ByteArrayOutputStream();
    String head =
        "POST /api/counter HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            + "Content-Length: %d\r\n%s\r\n".formatted(body.length, headers);
    request.writeBytes(head.getBytes(StandardCharsets.ISO_8859_1));
    request.writeBytes(body);
    client.send(request.toByteArray());
  }

  private static byte[] event(int blanks) {
    return ("{\"sessionId\":\"s\",\"action\":\"set\",\"value\":4711" + " ".repeat(blanks) + "}")
        .getBytes(StandardCharsets.UTF_8);
  }

  /** Of this size, and hard to compress. */
  private static byte[] noisyEvent(int bytes) {
    String start = "{\"action\":\"reset\",\"sessionId\":\"";
    StringBuilder event = new StringBuilder(start);
    new java.util.Random(1)
        .ints(bytes - start.length() - 2L, 'a', 'z' + 1)
        .forEach(event::appendCodePoint);
    return event.append("\"}").toString().getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] compress(String encoding, byte[] body) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    switch (encoding) {
      case "gzip" -> {
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
          gzip.write(body);
        }
      }
      case "zstd" -> out.writeBytes(Zstd.compress(body));
      default -> out.writeBytes(body);
    }
    return out.toByteArray();
  }

  private static long bytesAllocatedByEventLoops() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long[] loops =
        Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> thread.getName().startsWith("http-"))
            .mapToLong(Thread::getId)
            .toArray();
    assertThat(loops).isNotEmpty();
    return Arrays.stream(threads.getThreadAllocatedBytes(loops)).sum();
  }

  private static void assertProblem(Response response, int status, String problem) {
    assertThat(response.status()).as(response.body()).isEqualTo(status);
    assertThat(response.field("type")).isEqualTo("urn:reactive:problem:" + problem);
  }
}

package com.reactive.platform.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.reactive.platform.gateway.testing.TestCertificates;
import com.reactive.platform.gateway.testing.TestGateway;
import com.reactive.platform.gateway.testing.WireClient;
import com.reactive.platform.kafka.embedded.testing.KafkaExtension;
import com.reactive.platform.kafka.embedded.testing.TestKafka;
import io.netty.handler.ssl.OpenSsl;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The data port over TLS, byte by byte, with each implementation of it. */
@ExtendWith(KafkaExtension.class)
@ParameterizedClass
@ValueSource(strings = {"boringssl", "jdk"})
class TlsIT {
  private static final String TLS_13 = "TLSv1.3";

  /** A TLS 1.1 hello: no extensions, AES-128 with RSA. */
  private static final String OLD_HELLO =
      "16030100" + "2d" + "01" + "000029" + "0302" + "00".repeat(32) + "00" + "0002002f" + "0100";

  @TempDir private static Path shared;
  private static TestCertificates certificates;
  private static SSLContext client;
  private static TestKafka kafka;
  private static String provider;
  private static Gateway gateway;

  /** Without it nobody else gets the parameter either. */
  TlsIT(String tlsProvider) {
    assertThat(tlsProvider).isEqualTo(provider);
  }

  @BeforeAll
  static void makeCertificates(TestKafka shared) throws Exception {
    kafka = shared;
    certificates = TestCertificates.create();
    client = certificates.client(null);
  }

  @BeforeParameterizedClassInvocation
  static void start(String tlsProvider) throws Exception {
    assumeTrue(tlsProvider.equals("jdk") || OpenSsl.isAvailable());
    provider = tlsProvider;
    gateway = start(shared, certificates.server(3), Map.of());
  }

  @AfterParameterizedClassInvocation
  static void stop() {
    if (gateway != null) {
      gateway.close();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", TLS_13})
  void eventsAreTakenAndAnsweredInOrder(String protocol) throws Exception {
    try (WireClient wire = new WireClient(gateway.httpPort(), client, protocol)) {
      assertThat(wire.exchange(WireClient.event("s", 1)).status()).isEqualTo(201);
      ByteArrayOutputStream many = new ByteArrayOutputStream();
      for (int i = 0; i < 200; i++) {
        many.writeBytes(WireClient.event("s", i));
      }
      wire.send(many.toByteArray());
      long last = -1;
      for (int i = 0; i < 200; i++) {
        WireClient.Response response = wire.read();
        assertThat(response.status()).isEqualTo(201);
        assertThat(Long.parseLong(response.field("offset"))).isGreaterThan(last);
        last = Long.parseLong(response.field("offset"));
      }
    }
  }

  @Test
  void clientsThatOfferItGetHttp2() throws Exception {
    HttpClient http2 =
        HttpClient.newBuilder().sslContext(client).version(HttpClient.Version.HTTP_2).build();
    HttpRequest event =
        HttpRequest.newBuilder(
                URI.create("https://localhost:" + gateway.httpPort() + "/api/counter"))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString("{\"sessionId\":\"s\",\"action\":\"reset\"}"))
            .build();
    List<CompletableFuture<HttpResponse<String>>> responses = new ArrayList<>();
    // The first opens the connection that the others share.
    assertThat(http2.send(event, HttpResponse.BodyHandlers.ofString()).statusCode()).isEqualTo(201);
    for (int i = 0; i < 100; i++) {
      responses.add(http2.sendAsync(event, HttpResponse.BodyHandlers.ofString()));
    }
    for (CompletableFuture<HttpResponse<String>> response : responses) {
      assertThat(response.join().statusCode()).isEqualTo(201);
      assertThat(response.join().version()).isEqualTo(HttpClient.Version.HTTP_2);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", TLS_13})
  void clientsThatComeAgainResumeTheirSession(String protocol) throws Exception {
    SSLContext sessions = certificates.client(null);
    SSLContext others = certificates.client(null);
    try (WireClient first = new WireClient(gateway.httpPort(), sessions, protocol);
        WireClient stranger = new WireClient(gateway.httpPort(), others, protocol)) {
      assertThat(first.exchange(WireClient.event("s", 1)).status()).isEqualTo(201);
      try (WireClient again = new WireClient(gateway.httpPort(), sessions, protocol)) {
        assertThat(again.exchange(WireClient.event("s", 2)).status()).isEqualTo(201);
        assertThat(again.sessionBeganMillis()).isEqualTo(first.sessionBeganMillis());
      }
      assertThat(stranger.exchange(WireClient.event("s", 3)).status()).isEqualTo(201);
      assertThat(stranger.sessionBeganMillis()).isNotEqualTo(first.sessionBeganMillis());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", TLS_13})
  void aServerWithAnRsaKeyIsSpokenTo(String protocol, @TempDir Path folder) throws Exception {
    X509Bundle rsa = certificates.server(CertificateBuilder.Algorithm.rsa2048, 3);
    try (Gateway other = start(folder, rsa, Map.of());
        WireClient wire = new WireClient(other.httpPort(), client, protocol)) {
      assertThat(wire.exchange(WireClient.event("s", 1)).status()).isEqualTo(201);
    }
  }

  /** Without the closing alert, the client's read would fail instead of ending. */
  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", TLS_13})
  void theLastAnswerIsFollowedByAnOrderlyEnd(String protocol) throws Exception {
    try (WireClient wire = new WireClient(gateway.httpPort(), client, protocol)) {
      byte[] last =
          WireClient.post(
              "/api/counter",
              "Connection: close\r\n",
              "{\"sessionId\":\"s\",\"action\":\"reset\"}");
      assertThat(wire.exchange(last).status()).isEqualTo(201);
      assertThat(wire.isAtEnd()).isTrue();
    }
  }

  @Test
  void manyAnswersAtOnceComeWholeAndInOrder() throws Exception {
    int requests = 300;
    try (WireClient wire = new WireClient(gateway.httpPort(), client, TLS_13)) {
      for (int i = 0; i < requests; i++) {
        wire.send(
            WireClient.post(
                i % 3 == 0 ? "/nowhere" : "/api/counter",
                "Idempotency-Key: k" + i + "\r\n",
                "{\"sessionId\":\"s\",\"action\":\"reset\"}"));
      }
      for (int i = 0; i < requests; i++) {
        WireClient.Response response = wire.read();
        assertThat(response.status()).isEqualTo(i % 3 == 0 ? 404 : 201);
        assertThat(response.field("eventId")).isEqualTo(i % 3 == 0 ? null : "k" + i);
      }
    }
  }

  /** The answer comes while the client still sends, and must not be lost by a reset. */
  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", TLS_13})
  void aRefusalInTheMiddleOfABodyIsRead(String protocol) throws Exception {
    try (WireClient wire = new WireClient(gateway.httpPort(), client, protocol)) {
      wire.send(
          "POST /api/counter HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
              + "Transfer-Encoding: chunked\r\n\r\n");
      String chunk = "10000\r\n" + " ".repeat(0x10000) + "\r\n";
      for (int i = 0; i < 6; i++) {
        wire.send(chunk);
      }
      assertThat(wire.read().status()).isEqualTo(413);
      assertThat(wire.isAtEnd()).isTrue();
    }
  }

  @Test
  void plainHttpIsToldSo() throws Exception {
    try (WireClient wire = new WireClient(gateway.httpPort())) {
      WireClient.Response response = wire.exchange(WireClient.event("s", 1));
      assertThat(response.status()).isEqualTo(400);
      assertThat(response.field("detail")).isEqualTo("this port speaks HTTPS");
    }
    assertStillServes();
  }

  @Test
  void anOldProtocolIsRefused() throws Exception {
    byte[] answer = rawExchange(HexFormat.of().parseHex(OLD_HELLO));
    // A fatal alert: protocol version.
    assertThat(HexFormat.of().formatHex(answer)).startsWith("1503").endsWith("0246");
    assertStillServes();
  }

  @Test
  void nonsenseAndHalfHandshakesHarmNobodyElse() throws Exception {
    rawExchange("\u0000\u0001\u0002 nonsense\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
    rawExchange(HexFormat.of().parseHex("16030100050100000100"));
    byte[] hello = HexFormat.of().parseHex(OLD_HELLO);
    for (int cut = 1; cut < hello.length; cut += 7) {
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), gateway.httpPort())) {
        socket.getOutputStream().write(hello, 0, cut);
      }
    }
    assertStillServes();
  }

  @Test
  void aConnectionWithoutAHandshakeIsClosed(@TempDir Path folder) throws Exception {
    Map<String, String> hasty = Map.of("REACTIVE_HTTP_TLS_HANDSHAKE_TIMEOUT_MS", "3000");
    try (Gateway impatient = start(folder, certificates.server(3), hasty);
        WireClient silent = new WireClient(impatient.httpPort());
        WireClient quick = new WireClient(impatient.httpPort(), client, TLS_13)) {
      assertThat(quick.exchange(WireClient.event("s", 1)).status()).isEqualTo(201);
      assertThat(silent.isAtEnd()).isTrue();
      assertThat(quick.exchange(WireClient.event("s", 1)).status()).isEqualTo(201);
    }
  }

  @Test
  void aNewCertificateIsShownToNewConnectionsWhileOldOnesGoOn(@TempDir Path folder)
      throws Exception {
    X509Bundle first = certificates.server(3);
    X509Bundle second = certificates.server(4);
    try (Gateway renewing = start(folder, first, Map.of());
        WireClient old = new WireClient(renewing.httpPort(), client, TLS_13)) {
      assertThat(old.serverCertificate()).isEqualTo(first.getCertificate());
      assertThat(old.exchange(WireClient.event("s", 1)).status()).isEqualTo(201);

      TestCertificates.write(folder, "server", second);
      TestGateway.await("it is shown", () -> second.getCertificate().equals(shown(renewing)));
      assertThat(old.exchange(WireClient.event("s", 1)).status()).isEqualTo(201);
      try (WireClient fresh = new WireClient(renewing.httpPort(), client, TLS_13)) {
        assertThat(fresh.exchange(WireClient.event("s", 1)).status()).isEqualTo(201);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", TLS_13})
  void clientsMayHaveToShowACertificate(String protocol, @TempDir Path folder) throws Exception {
    Files.writeString(folder.resolve("ca.pem"), certificates.authority().getCertificatePEM());
    Map<String, String> mutual =
        Map.of(
            "REACTIVE_HTTP_TLS_CLIENT_AUTH",
            "required",
            "REACTIVE_HTTP_TLS_CLIENT_CA_FILE",
            folder.resolve("ca.pem").toString());
    CertificateBuilder pos = new CertificateBuilder().subject("CN=pos-7");
    try (Gateway asking = start(folder, certificates.server(3), mutual)) {
      SSLContext known = certificates.client(certificates.issue(pos));
      try (WireClient first = new WireClient(asking.httpPort(), known, protocol)) {
        assertThat(first.exchange(WireClient.event("s", 1)).status()).isEqualTo(201);
        try (WireClient again = new WireClient(asking.httpPort(), known, protocol)) {
          assertThat(again.exchange(WireClient.event("s", 1)).status()).isEqualTo(201);
          assertThat(again.sessionBeganMillis()).isEqualTo(first.sessionBeganMillis());
        }
      }
      for (SSLContext stranger :
          List.of(client, certificates.client(TestCertificates.create().issue(pos)))) {
        try (WireClient wire = new WireClient(asking.httpPort(), stranger, protocol)) {
          assertThatThrownBy(() -> wire.exchange(WireClient.event("s", 1)))
              .isInstanceOf(IOException.class);
        }
      }
    }
  }

  @Test
  void aStopAnswersAndEndsTlsConnectionsToo(@TempDir Path folder) throws Exception {
    Gateway stopping = start(folder, certificates.server(3), Map.of());
    try (WireClient wire = new WireClient(stopping.httpPort(), client, TLS_13)) {
      assertThat(wire.exchange(WireClient.event("s", 1)).status()).isEqualTo(201);
      stopping.close();
      assertThat(wire.isAtEnd()).isTrue();
    } finally {
      stopping.close();
    }
  }

  private static Gateway start(Path folder, X509Bundle server, Map<String, String> more)
      throws Exception {
    TestCertificates.write(folder, "server", server);
    Map<String, String> env = new HashMap<>(more);
    env.put("REACTIVE_HTTP_TLS_PROVIDER", provider);
    env.put("REACTIVE_HTTP_TLS_CERTIFICATE_FILE", folder.resolve("server.pem").toString());
    env.put("REACTIVE_HTTP_TLS_PRIVATE_KEY_FILE", folder.resolve("server.key").toString());
    return TestGateway.start(kafka.bootstrapServers(), kafka.createTopic(1), env);
  }

  private static Object shown(Gateway gateway) {
    try (WireClient wire = new WireClient(gateway.httpPort(), client, TLS_13)) {
      return wire.serverCertificate();
    } catch (IOException e) {
      return e;
    }
  }

  /** What comes back, up to the end or a reset. */
  private static byte[] rawExchange(byte[] bytes) throws IOException {
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), gateway.httpPort())) {
      socket.setSoTimeout(60_000);
      socket.getOutputStream().write(bytes);
      for (int b = socket.getInputStream().read(); b >= 0; b = socket.getInputStream().read()) {
        answer.write(b);
      }
    }
    return answer.toByteArray();
  }

  private static void assertStillServes() throws IOException {
    try (WireClient wire = new WireClient(gateway.httpPort(), client, TLS_13)) {
      assertThat(wire.exchange(WireClient.event("s", 1)).status()).isEqualTo(201);
    }
  }
}

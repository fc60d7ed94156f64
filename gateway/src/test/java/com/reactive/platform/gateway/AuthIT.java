package com.reactive.platform.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.ledger.Outcome;
import com.reactive.platform.gateway.testing.TestCertificates;
import com.reactive.platform.gateway.testing.TestGateway;
import com.reactive.platform.gateway.testing.Topic;
import com.reactive.platform.gateway.testing.WireClient;
import com.reactive.platform.gateway.testing.WireClient.Response;
import com.reactive.platform.kafka.embedded.testing.KafkaExtension;
import com.reactive.platform.kafka.embedded.testing.TestKafka;
import io.netty.pkitesting.CertificateBuilder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Map;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Whoever does not say who it is, or may not, is turned away by the head of its request. */
@ExtendWith(KafkaExtension.class)
class AuthIT {
  private static final String BODY = "{\"sessionId\":\"s\",\"action\":\"increment\"}";

  @TempDir private Path folder;

  @Test
  void callersAreToldByTheirKeys(TestKafka kafka) throws Exception {
    String topic = kafka.createTopic(1);
    Files.writeString(
        folder.resolve("keys.yaml"),
        """
        keys:
          - {name: mobile, sha256: [%s], streams: [counter]}
          - {name: orders-app, sha256: [%s], streams: [orders]}
          - {name: slow, sha256: [%s], streams: ["*"], rate-per-second: 0.01, burst: 2}
        """
            .formatted(
                digest("mobile-key-of-many-characters"),
                digest("orders-key-of-many-characters"),
                digest("slow-key-of-many-characters")));
    Map<String, String> settings =
        Map.of("REACTIVE_SECURITY_API_KEYS_FILE", folder.resolve("keys.yaml").toString());
    Gateway gateway = TestGateway.start(kafka.bootstrapServers(), topic, settings);
    try (WireClient client = new WireClient(gateway.httpPort())) {
      assertProblem(client.exchange(post("")), 401, "unauthenticated");
      Response wrong = client.exchange(post("X-API-Key: wrong\r\n"));
      assertProblem(wrong, 401, "unauthenticated");
      assertThat(wrong.headers()).containsKey("www-authenticate");
      assertThat(wrong.body()).doesNotContain("wrong");
      Response other = client.exchange(post("X-API-Key: orders-key-of-many-characters\r\n"));
      assertProblem(other, 403, "forbidden");
      assertThat(other.field("detail")).isEqualTo("orders-app may not post to the stream counter");
      byte[] good = post("X-API-Key: mobile-key-of-many-characters\r\n");
      assertThat(client.exchange(good).status()).isEqualTo(201);

      byte[] slow = post("X-API-Key: slow-key-of-many-characters\r\n");
      assertThat(client.exchange(slow).status()).isEqualTo(201);
      assertThat(client.exchange(slow).status()).isEqualTo(201);
      Response limited = client.exchange(slow);
      assertProblem(limited, 429, "rate-limited");
      assertThat(Integer.parseInt(limited.headers().get("retry-after"))).isBetween(1, 100);
      assertThat(limited.headers().get("ratelimit"))
          .isEqualTo("\"caller\";r=0;t=" + limited.headers().get("retry-after"));
      assertThat(limited.headers().get("ratelimit-policy")).matches("\"caller\";q=2;w=\\d+");
      assertThat(limited.field("retryable")).isEqualTo("true");
      assertThat(client.exchange(good).status()).as("others have their own").isEqualTo(201);
    }
    gateway.close();
    assertThat(gateway.ledger().balanced()).isTrue();
    assertThat(gateway.ledger().inFlight()).isZero();
    assertThat(gateway.ledger().ended())
        .containsEntry(Outcome.UNAUTHENTICATED, 2L)
        .containsEntry(Outcome.FORBIDDEN, 1L)
        .containsEntry(Outcome.RATE_LIMITED, 1L)
        .containsEntry(Outcome.ACKED, 4L);
    assertThat(Topic.read(kafka, topic).size()).isEqualTo(4);
  }

  /** A certificate may be left out here; then nobody has said who sends. */
  @Test
  void orByTheirCertificate(TestKafka kafka) throws Exception {
    TestCertificates certificates = TestCertificates.create();
    TestCertificates.write(folder, "server", certificates.server(3));
    Files.writeString(folder.resolve("ca.pem"), certificates.authority().getCertificatePEM());
    Map<String, String> settings =
        Map.of(
            "REACTIVE_HTTP_TLS_CERTIFICATE_FILE", folder.resolve("server.pem").toString(),
            "REACTIVE_HTTP_TLS_PRIVATE_KEY_FILE", folder.resolve("server.key").toString(),
            "REACTIVE_HTTP_TLS_CLIENT_AUTH", "optional",
            "REACTIVE_HTTP_TLS_CLIENT_CA_FILE", folder.resolve("ca.pem").toString());
    CertificateBuilder pos = new CertificateBuilder().subject("CN=pos-7");
    SSLContext known = certificates.client(certificates.issue(pos));
    try (Gateway gateway =
        TestGateway.start(kafka.bootstrapServers(), kafka.createTopic(1), settings)) {
      try (WireClient wire = new WireClient(gateway.httpPort(), known, "TLSv1.3")) {
        assertThat(wire.exchange(post("")).status()).isEqualTo(201);
        assertThat(wire.exchange(post("")).status()).isEqualTo(201);
      }
      SSLContext nobody = certificates.client(null);
      try (WireClient wire = new WireClient(gateway.httpPort(), nobody, "TLSv1.3")) {
        assertProblem(wire.exchange(post("")), 401, "unauthenticated");
        assertProblem(wire.exchange(post("")), 401, "unauthenticated");
      }
    }
  }

  private static byte[] post(String headers) {
    return WireClient.post("/api/counter", headers, BODY);
  }

  private static String digest(String key) throws Exception {
    MessageDigest sha = MessageDigest.getInstance("SHA-256");
    return HexFormat.of().formatHex(sha.digest(key.getBytes(StandardCharsets.UTF_8)));
  }

  private static void assertProblem(Response response, int status, String problem) {
    assertThat(response.status()).as(response.body()).isEqualTo(status);
    assertThat(response.field("type")).isEqualTo("urn:reactive:problem:" + problem);
  }
}

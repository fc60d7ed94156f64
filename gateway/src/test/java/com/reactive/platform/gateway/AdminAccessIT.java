package com.reactive.platform.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.testing.TestCertificates;
import com.reactive.platform.gateway.testing.TestGateway;
import com.reactive.platform.gateway.testing.WireClient;
import java.nio.file.Path;
import java.util.Map;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The admin port with a token and over TLS; Kafka need not be there for that. */
class AdminAccessIT {
  private static final String TOKEN = "0123456789abcdef";

  @Test
  void onlyTheTokenOpensWhatTellsAnything(@TempDir Path folder) throws Exception {
    TestCertificates certificates = TestCertificates.create();
    TestCertificates.write(folder, "server", certificates.server(3));
    SSLContext client = certificates.client(null);
    Map<String, String> env =
        Map.of(
            "REACTIVE_ADMIN_TOKEN", TOKEN,
            "REACTIVE_ADMIN_TLS_CERTIFICATE_FILE", folder.resolve("server.pem").toString(),
            "REACTIVE_ADMIN_TLS_PRIVATE_KEY_FILE", folder.resolve("server.key").toString());
    try (Gateway gateway = TestGateway.startWithoutWaiting("127.0.0.1:1", "none", env)) {
      assertThat(get(gateway, client, "/livez", "").status()).isEqualTo(200);
      assertThat(get(gateway, client, "/readyz", "").status()).isEqualTo(503);
      assertThat(get(gateway, client, "/status", "").status()).isEqualTo(401);
      assertThat(get(gateway, client, "/status", "Bearer " + TOKEN + "0").status()).isEqualTo(401);
      WireClient.Response status = get(gateway, client, "/status", "Bearer " + TOKEN);
      assertThat(status.status()).isEqualTo(200);
      assertThat(status.body()).doesNotContain(TOKEN);
      try (WireClient plain = new WireClient(gateway.adminPort())) {
        plain.send("GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n");
        assertThat(plain.read().field("detail")).isEqualTo("this port speaks HTTPS");
      }
    }
  }

  /** A page of another site whose name was made to mean this machine must not read along. */
  @Test
  void withoutATokenOnlyThisMachinesNamesAreAnswered() throws Exception {
    try (Gateway gateway = TestGateway.startWithoutWaiting("127.0.0.1:1", "none", Map.of());
        WireClient wire = new WireClient(gateway.adminPort())) {
      wire.send("GET /status HTTP/1.1\r\nHost: evil.test\r\n\r\n");
      assertThat(wire.read().status()).isEqualTo(421);
    }
  }

  private static WireClient.Response get(
      Gateway gateway, SSLContext tls, String path, String authorization) throws Exception {
    try (WireClient wire = new WireClient(gateway.adminPort(), tls, "TLSv1.3")) {
      String header = authorization.isEmpty() ? "" : "Authorization: " + authorization + "\r\n";
      wire.send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n" + header + "\r\n");
      return wire.read();
    }
  }
}

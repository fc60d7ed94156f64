package com.reactive.platform.gateway.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.reactive.platform.gateway.config.Settings;
import com.reactive.platform.gateway.testing.TestCertificates;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.pkitesting.X509Bundle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsTest {
  @TempDir private Path folder;

  @Test
  void changedFilesAreReadAndBrokenOnesChangeNothing() throws Exception {
    TestCertificates certificates = TestCertificates.create();
    X509Bundle first = certificates.server(3);
    X509Bundle second = certificates.server(4);
    TestCertificates.write(folder, "server", first);
    try (Tls tls = Tls.of(config(), Tls.HTTP_1_1)) {
      assertThat(tls.notAfterMillis()).isEqualTo(notAfterMillis(first));

      // The certificate is there, its key not yet: half of a renewal.
      Files.writeString(folder.resolve("server.pem"), second.getCertificatePathPEM() + "\n");
      tls.checkFiles();
      assertThat(tls.notAfterMillis()).isEqualTo(notAfterMillis(first));
      assertThat(tls.reload())
          .containsExactly("http.tls.private-key-file: does not match the certificate");

      Files.writeString(folder.resolve("server.key"), second.getPrivateKeyPEM() + "\n");
      tls.checkFiles();
      assertThat(tls.notAfterMillis()).isEqualTo(notAfterMillis(second));

      Files.delete(folder.resolve("server.key"));
      tls.checkFiles();
      assertThat(tls.reload())
          .singleElement()
          .asString()
          .startsWith("http.tls.private-key-file: cannot be read");
      assertThat(tls.notAfterMillis()).isEqualTo(notAfterMillis(second));
    }
  }

  @Test
  void olderSuitesOfTls12AreOffUnlessNamed() throws Exception {
    TestCertificates.write(folder, "server", TestCertificates.create().server(3));
    assertThat(suites(Map.of()))
        .contains("TLS_AES_128_GCM_SHA256", "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256")
        .allMatch(
            name ->
                !name.contains("_WITH_")
                    || name.matches("TLS_ECDHE_.*_(GCM_SHA\\d+|CHACHA20_POLY1305_SHA256)"));
    String older = "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256";
    assertThat(suites(Map.of("http.tls.ciphers", older, "http.tls.protocols", "TLSv1.2")))
        .containsExactly(older);
    assertThatThrownBy(() -> suites(Map.of("http.tls.ciphers", older)))
        .hasMessageContaining("http.tls.ciphers: has no cipher suite for TLSv1.3");
    assertThatThrownBy(() -> suites(Map.of("http.tls.ciphers", "TLS_NO_SUCH")))
        .hasMessageContaining("http.tls.ciphers: not supported by this Java: TLS_NO_SUCH");
  }

  private List<String> suites(Map<String, String> more) {
    return TlsContext.load(config(more), Tls.HTTP_1_1, (key, why) -> {})
        .orElseThrow()
        .ssl()
        .cipherSuites();
  }

  @Test
  void withoutTlsOrAHandshakeNobodyShowedACertificate() throws Exception {
    TestCertificates.write(folder, "server", TestCertificates.create().server(3));
    EmbeddedChannel plain = new EmbeddedChannel();
    assertThat(Tls.clientCertificate(plain)).isNull();
    EmbeddedChannel secured = new EmbeddedChannel();
    try (Tls tls = Tls.of(config(), Tls.HTTP_1_1)) {
      tls.secure(secured);
      assertThat(Tls.clientCertificate(secured)).isNull();
    }
    plain.finishAndReleaseAll();
    secured.finishAndReleaseAll();
  }

  private static long notAfterMillis(X509Bundle bundle) {
    return bundle.getCertificate().getNotAfter().toInstant().toEpochMilli();
  }

  private TlsConfig config() {
    return config(Map.of());
  }

  private TlsConfig config(Map<String, String> more) {
    Map<String, String> keys = new HashMap<>(more);
    keys.put("http.tls.certificate-file", folder.resolve("server.pem").toString());
    keys.put("http.tls.private-key-file", folder.resolve("server.key").toString());
    Settings settings = Settings.ofKeys(keys);
    TlsConfig config = TlsConfig.from(settings, "http").orElseThrow();
    settings.check();
    return config;
  }
}

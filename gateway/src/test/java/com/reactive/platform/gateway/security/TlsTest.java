package com.reactive.platform.gateway.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.reactive.platform.gateway.config.Settings;
import com.reactive.platform.gateway.testing.TestCertificates;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.OpenSsl;
import io.netty.pkitesting.CertificateBuilder.Algorithm;
import io.netty.pkitesting.X509Bundle;
import io.netty.util.ReferenceCounted;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsTest {
  private static final String PROVIDER = "http.tls.provider";
  private static final String REFUSED = PROVIDER + ": cannot be boringssl: ";

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
  void boringSslIsUsedWhereNothingIsLost() throws Exception {
    assumeTrue(OpenSsl.isAvailable());
    TestCertificates certificates = TestCertificates.create();
    for (Algorithm algorithm : List.of(Algorithm.ecp256, Algorithm.ecp384, Algorithm.rsa2048)) {
      TestCertificates.write(folder, "server", certificates.server(algorithm, 3));
      assertThat(provider(Map.of())).isEqualTo("BoringSSL");
    }
    assertThat(provider(Map.of(PROVIDER, "jdk")))
        .isEqualTo("the JDK, since http.tls.provider is jdk");

    Map<String, String> suites =
        Map.of("http.tls.ciphers", "TLS_AES_128_GCM_SHA256", "http.tls.protocols", "TLSv1.3");
    assertThat(provider(suites)).isEqualTo("the JDK, since http.tls.ciphers is set");
    assertThat(refusalOfBoringSsl(suites)).isEqualTo("http.tls.ciphers is set");

    Files.writeString(folder.resolve("ca.pem"), certificates.authority().getCertificatePEM());
    Map<String, String> mutual =
        Map.of(
            "http.tls.client-auth",
            "optional",
            "http.tls.client-ca-file",
            folder.resolve("ca.pem").toString());
    assertThat(provider(mutual)).isEqualTo("the JDK, since http.tls.client-auth is set");
    assertThat(provider(withBoringSsl(mutual))).isEqualTo("BoringSSL");

    TestCertificates.write(folder, "server", certificates.server(Algorithm.ed25519, 3));
    assertThat(provider(Map.of())).isEqualTo("the JDK, since the private key is one of EdDSA");
    assertThat(refusalOfBoringSsl(Map.of())).isEqualTo("the private key is one of EdDSA");
  }

  @Test
  void theReasonOfAFailureIsTheInnermost() {
    Throwable why = new CertificateException("no\ntrust");
    assertThat(TlsFaults.reason(new SSLHandshakeException("General problem").initCause(why)))
        .isEqualTo("no trust");
    assertThat(TlsFaults.reason(new NotSslRecordException("not SSL: 4745")))
        .isEqualTo("the client does not speak TLS");
  }

  private static Map<String, String> withBoringSsl(Map<String, String> more) {
    Map<String, String> keys = new HashMap<>(more);
    keys.put(PROVIDER, "boringssl");
    return keys;
  }

  private String refusalOfBoringSsl(Map<String, String> more) {
    List<String> errors = new ArrayList<>();
    TlsConfig config = config(withBoringSsl(more));
    assertThat(TlsContext.load(config, Tls.HTTP_1_1, (key, why) -> errors.add(key + ": " + why)))
        .isEmpty();
    assertThat(errors).singleElement().asString().startsWith(REFUSED);
    return errors.get(0).substring(REFUSED.length());
  }

  private String provider(Map<String, String> more) {
    TlsContext context = context(more);
    context.release();
    return context.provider();
  }

  /** A context of BoringSSL that one more release would end says so. */
  @Test
  void aContextIsReleasedByTheNextOneAndByTheEnd() throws Exception {
    assumeTrue(OpenSsl.isAvailable());
    TestCertificates certificates = TestCertificates.create();
    TestCertificates.write(folder, "server", certificates.server(3));
    List<ReferenceCounted> contexts = new ArrayList<>();
    EmbeddedChannel open = new EmbeddedChannel();
    Tls tls = Tls.of(config(), Tls.HTTP_1_1);
    contexts.add((ReferenceCounted) tls.context());
    tls.secure(open);
    assertThat(tls.reload()).isEmpty();
    contexts.add((ReferenceCounted) tls.context());
    assertThat(contexts).extracting(ReferenceCounted::refCnt).containsExactly(1, 1);
    open.finishAndReleaseAll();
    assertThat(contexts).extracting(ReferenceCounted::refCnt).containsExactly(0, 1);
    tls.close();
    tls.close();
    assertThat(tls.reload()).isEmpty();
    assertThat(contexts).extracting(ReferenceCounted::refCnt).containsExactly(0, 0);
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
    TlsContext context = context(more);
    List<String> suites = context.ssl().cipherSuites();
    context.release();
    return suites;
  }

  private TlsContext context(Map<String, String> more) {
    return TlsContext.load(config(more), Tls.HTTP_1_1, (key, why) -> {}).orElseThrow();
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

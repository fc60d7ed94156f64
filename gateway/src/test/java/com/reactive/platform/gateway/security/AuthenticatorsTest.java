package com.reactive.platform.gateway.security;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.reactive.platform.gateway.config.Settings;
import com.reactive.platform.gateway.security.Authenticator.Credentials;
import com.reactive.platform.gateway.security.Authenticator.Verdict;
import com.reactive.platform.gateway.testing.TestCertificates;
import io.netty.pkitesting.CertificateBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuthenticatorsTest {
  private static final ApiKey KEY = ApiKey.generate();
  private static RSAKey signing;
  private static TestCertificates certificates;

  @TempDir private Path folder;
  private final AtomicLong nowMillis = new AtomicLong(System.currentTimeMillis());
  private String token;

  @BeforeAll
  static void generateKeys() throws Exception {
    signing = new RSAKeyGenerator(2_048).keyID("k").generate();
    certificates = TestCertificates.create();
  }

  @BeforeEach
  void writeFiles() throws Exception {
    writeKeys(KEY);
    Files.write(folder.resolve("jwks.json"), Tokens.jwks(signing));
    TestCertificates.write(folder, "server", certificates.server(3));
    Files.writeString(folder.resolve("ca.pem"), certificates.authority().getCertificatePEM());
    nowMillis.set(Tokens.NOW_MILLIS);
    token = Tokens.rs256(signing, Tokens.claims().build());
  }

  @Test
  void withNothingConfiguredNobodyIsAsked() {
    Authenticators open = authenticators(Map.of());
    assertThat(open.asks()).isFalse();
    assertThat(open.authenticate(Credentials.NONE).caller()).isEqualTo(Caller.ANYONE);
    assertThat(open.challenge()).isNull();
  }

  @Test
  void aKeyComesInEitherHeader() {
    Authenticators asking = authenticators(keys());
    assertThat(name(asking, null, KEY.text(), null)).isEqualTo("mobile");
    assertThat(name(asking, "Bearer " + KEY.text(), null, null)).isEqualTo("mobile");
    assertThat(name(asking, "bearer  " + KEY.text() + " ", null, null)).isEqualTo("mobile");
    assertThat(asking.authenticate(Credentials.NONE))
        .isEqualTo(Verdict.refused("credentials are missing"));
    assertThat(detail(asking, null, "rk_wrong", null)).isEqualTo("the API key is not known");
    assertThat(detail(asking, "Bearer rk_wrong", null, null)).isEqualTo("the API key is not known");
    assertThat(detail(asking, "Basic " + KEY.text(), null, null))
        .isEqualTo("credentials are missing");
    assertThat(detail(asking, KEY.text(), null, null)).isEqualTo("credentials are missing");
    assertThat(asking.challenge()).startsWith("Bearer ");
  }

  @Test
  void whatIsNotConfiguredIsNotLookedAt() {
    assertThat(detail(authenticators(keys()), "Bearer " + token, null, null))
        .isEqualTo("credentials are missing");
    assertThat(detail(authenticators(jwt()), null, KEY.text(), null))
        .isEqualTo("credentials are missing");
    assertThat(detail(authenticators(jwt()), "Bearer " + KEY.text(), null, null))
        .isEqualTo("credentials are missing");
  }

  @Test
  void ofSeveralHeadersOneThatFitsIsEnough() {
    Map<String, String> both = new HashMap<>(keys());
    both.putAll(jwt());
    Authenticators asking = authenticators(both);
    assertThat(name(asking, "Bearer " + token, null, null)).isEqualTo("alice");
    assertThat(name(asking, "Bearer " + token, "rk_wrong", null)).isEqualTo("alice");
    assertThat(name(asking, "Bearer nonsense", KEY.text(), null)).isEqualTo("mobile");
    assertThat(detail(asking, "Bearer nonsense", "rk_wrong", null))
        .isEqualTo("the API key is not known");
    assertThat(detail(asking, "Bearer nonsense", null, null)).isEqualTo("the token cannot be read");
  }

  @Test
  void aCertificateCountsWhereNoHeaderSpeaks() throws Exception {
    X509Certificate shown = issued(new CertificateBuilder().subject("CN=pos-7, O=shop"));
    nowMillis.set(System.currentTimeMillis());
    Authenticators mutual = authenticators(mtls(Map.of("security.mtls.streams", "a,b")));
    assertThat(mutual.authenticate(new Credentials(null, null, shown)).caller())
        .isEqualTo(new Caller("pos-7", Set.of("a", "b")));
    assertThat(name(mutual, "Basic eDp5", "unasked", shown)).isEqualTo("pos-7");
    assertThat(mutual.authenticate(Credentials.NONE).detail()).isEqualTo("credentials are missing");
    assertThat(mutual.challenge()).isNotNull();

    Authenticators both = authenticators(mtls(keys()));
    assertThat(both.authenticate(new Credentials(null, null, shown)).caller().streams())
        .containsExactly("*");
    assertThat(both.authenticate(new Credentials(null, null, shown)).caller())
        .as("read once")
        .isSameAs(both.authenticate(new Credentials(null, null, shown)).caller());
    assertThat(name(both, null, KEY.text(), shown)).isEqualTo("mobile");
    assertThat(detail(both, null, "rk_revoked", shown)).isEqualTo("the API key is not known");
    nowMillis.addAndGet(Duration.ofDays(30).toMillis());
    assertThat(both.authenticate(new Credentials(null, null, shown)).detail())
        .isEqualTo("the client certificate has expired");
  }

  @Test
  void aCertificateNamesByUriThenDnsThenCommonName() throws Exception {
    CertificateBuilder named =
        new CertificateBuilder().subject("OU=x, CN=common").addSanRfc822Name("a@b.test");
    assertThat(ClientCertificates.name(issued(named))).isEqualTo("common");
    assertThat(ClientCertificates.name(issued(named.copy().addSanDnsName("pos.test"))))
        .isEqualTo("pos.test");
    assertThat(
            ClientCertificates.name(
                issued(
                    named.copy().addSanDnsName("pos.test").addSanUriName("spiffe://test/pos/7"))))
        .isEqualTo("spiffe://test/pos/7");
    assertThat(ClientCertificates.name(issued(new CertificateBuilder().subject("O=nobody"))))
        .isNull();
  }

  @Test
  void aReloadReadsKeysAndSigningKeysAndKeepsWhatIsBadNow() throws Exception {
    Map<String, String> both = new HashMap<>(keys());
    both.putAll(jwt());
    Authenticators asking = authenticators(both);
    ApiKey next = ApiKey.generate();
    RSAKey nextSigning = new RSAKeyGenerator(2_048).keyID("next").generate();
    writeKeys(next);
    Files.writeString(folder.resolve("jwks.json"), "{}");
    assertThat(asking.reload())
        .containsExactly("security.jwt.jwks-file: is not a JSON Web Key Set");
    assertThat(name(asking, null, next.text(), null)).isEqualTo("mobile");
    assertThat(detail(asking, null, KEY.text(), null)).isEqualTo("the API key is not known");
    assertThat(name(asking, "Bearer " + token, null, null)).isEqualTo("alice");

    Files.writeString(folder.resolve("keys.yaml"), "keys: none");
    Files.write(folder.resolve("jwks.json"), Tokens.jwks(nextSigning));
    assertThat(asking.reload())
        .singleElement()
        .asString()
        .startsWith("security.api-keys-file: must be");
    assertThat(name(asking, null, next.text(), null)).isEqualTo("mobile");
    assertThat(detail(asking, "Bearer " + token, null, null))
        .isEqualTo("the token's key is not known");
  }

  private static X509Certificate issued(CertificateBuilder builder) throws Exception {
    return certificates
        .issue(builder.notAfter(Instant.now().plus(Duration.ofDays(20))))
        .getCertificate();
  }

  private void writeKeys(ApiKey key) throws IOException {
    Files.writeString(
        folder.resolve("keys.yaml"),
        "keys: [{name: mobile, streams: [counter], sha256: " + key.sha256Hex() + "}]");
  }

  private Map<String, String> keys() {
    return Map.of("security.api-keys-file", folder.resolve("keys.yaml").toString());
  }

  private Map<String, String> jwt() {
    return Map.of(
        "security.jwt.jwks-file", folder.resolve("jwks.json").toString(),
        "security.jwt.issuer", Tokens.ISSUER,
        "security.jwt.audience", Tokens.AUDIENCE);
  }

  private Map<String, String> mtls(Map<String, String> more) {
    Map<String, String> values = new HashMap<>(more);
    values.put("http.tls.certificate-file", folder.resolve("server.pem").toString());
    values.put("http.tls.private-key-file", folder.resolve("server.key").toString());
    values.put("http.tls.client-auth", "optional");
    values.put("http.tls.client-ca-file", folder.resolve("ca.pem").toString());
    return values;
  }

  private Authenticators authenticators(Map<String, String> values) {
    Settings settings = Settings.ofKeys(values);
    SecurityConfig config = SecurityConfig.from(settings);
    settings.check();
    return new Authenticators(config, nowMillis::get);
  }

  private static String name(
      Authenticators authenticators, String authorization, String apiKey, X509Certificate shown) {
    return authenticators
        .authenticate(new Credentials(authorization, apiKey, shown))
        .caller()
        .name();
  }

  private static String detail(
      Authenticators authenticators, String authorization, String apiKey, X509Certificate shown) {
    Verdict verdict = authenticators.authenticate(new Credentials(authorization, apiKey, shown));
    assertThat(verdict.caller()).isNull();
    return verdict.detail();
  }
}

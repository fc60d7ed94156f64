package com.reactive.platform.gateway.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.reactive.platform.gateway.config.ConfigException;
import com.reactive.platform.gateway.config.Settings;
import com.reactive.platform.gateway.testing.TestCertificates;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import javax.crypto.Cipher;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecurityConfigTest {
  private static final String TOKEN = "0123456789abcdef";
  private static TestCertificates certificates;
  private static X509Bundle server;

  @TempDir private Path folder;

  @BeforeAll
  static void issue() throws Exception {
    certificates = TestCertificates.create();
    server = certificates.server(3);
  }

  @BeforeEach
  void writeFiles() throws Exception {
    TestCertificates.write(folder, "server", server);
    Files.writeString(folder.resolve("ca.pem"), certificates.authority().getCertificatePEM());
  }

  @Test
  void nothingIsAskedForByDefault() {
    SecurityConfig config = config(Map.of());
    assertThat(config.asksClients()).isFalse();
    assertThat(config.asksAdmins()).isFalse();
    assertThat(config.httpTls()).isEmpty();
    assertThat(config.adminToken()).isEmpty();
  }

  @Test
  void theAdminTokenOpensByBearerAlone() throws Exception {
    Files.writeString(folder.resolve("token"), TOKEN + "\n");
    for (Map<String, String> given :
        List.of(Map.of("admin.token", TOKEN), Map.of("admin.token-file", path("token")))) {
      SecurityConfig config = config(given);
      assertThat(config.asksAdmins()).isTrue();
      assertThat(config.toString()).doesNotContain(TOKEN);
      assertThat(config.adminToken().orElseThrow())
          .accepts("Bearer " + TOKEN, "bearer " + TOKEN)
          .rejects(null, "", TOKEN, "Basic " + TOKEN, "Bearer", "Bearer ", "Bearer " + TOKEN + "0");
    }
    for (String weak : List.of("short", "with spaces in the middle")) {
      assertThat(errors(Map.of("admin.token", weak)))
          .containsExactly(
              "admin.token: must be at least 16 printable ASCII characters without spaces");
    }
  }

  @Test
  void tokensNeedAnIssuerAnAudienceAndOneSourceOfKeys() {
    assertThat(
            errors(
                Map.of(
                    "security.jwt.jwks-url", "http://issuer.test/keys",
                    "security.jwt.algorithms", "HS256,RS256")))
        .containsExactlyInAnyOrder(
            "security.jwt.jwks-url: must be an https:// URL; http:// only on this machine",
            "security.jwt.algorithms: must be some of RS256, RS384, RS512, PS256, PS384, PS512,"
                + " ES256, ES384, ES512");
    assertThat(errors(Map.of("security.jwt.jwks-url", "https://issuer.test/keys")))
        .containsExactly(
            "security.jwt.issuer: must be set if JWTs are accepted",
            "security.jwt.audience: must be set if JWTs are accepted");
    assertThat(errors(Map.of("security.jwt.issuer", "x")))
        .containsExactly(
            "security.jwt.issuer: has no effect without security.jwt.jwks-url or"
                + " security.jwt.jwks-file");
    assertThat(
            config(
                    Map.of(
                        "security.jwt.jwks-url", "http://127.0.0.1:1/keys",
                        "security.jwt.issuer", "i",
                        "security.jwt.audience", "a"))
                .asksClients())
        .isTrue();
  }

  @Test
  void everyFileThatCannotBeUsedIsNamedAtOnce() throws Exception {
    Files.writeString(folder.resolve("keys.yaml"), "keys: [{name: a}, {name: b}]");
    Files.writeString(folder.resolve("jwks.json"), "{}");
    assertThat(
            errors(
                Map.of(
                    "security.api-keys-file", path("keys.yaml"),
                    "security.jwt.jwks-file", path("jwks.json"),
                    "security.jwt.issuer", "i",
                    "security.jwt.audience", "a",
                    "http.tls.certificate-file", path("absent"),
                    "http.tls.private-key-file", path("ca.pem"))))
        .anyMatch(error -> error.startsWith("security.api-keys-file: keys[0].sha256: "))
        .anyMatch(error -> error.startsWith("security.api-keys-file: keys[1].sha256: "))
        .contains("security.jwt.jwks-file: is not a JSON Web Key Set")
        .anyMatch(error -> error.startsWith("http.tls.certificate-file: cannot be read: "))
        .contains("http.tls.private-key-file: contains no PEM private key");
  }

  @Test
  void tlsNeedsAPairThatBelongsTogether() throws Exception {
    assertThat(config(tls(Map.of())).httpTls()).isPresent();
    X509Bundle other = certificates.server(3);
    Files.writeString(folder.resolve("server.key"), other.getPrivateKeyPEM());
    assertThat(errors(tls(Map.of())))
        .containsExactly("http.tls.private-key-file: does not match the certificate");
    Files.writeString(
        folder.resolve("server.key"),
        "-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----\n");
    assertThat(errors(tls(Map.of()))).singleElement().asString().contains("is not PKCS#8");
    assertThat(errors(Map.of("http.tls.certificate-file", path("server.pem"))))
        .containsExactly("http.tls.private-key-file: must be set, because the certificate is");
  }

  @Test
  void keysOfEveryCommonKindAreRead() throws Exception {
    for (CertificateBuilder.Algorithm algorithm :
        List.of(
            CertificateBuilder.Algorithm.rsa2048,
            CertificateBuilder.Algorithm.ecp384,
            CertificateBuilder.Algorithm.ed25519)) {
      TestCertificates.write(
          folder,
          "server",
          certificates.issue(new CertificateBuilder().subject("CN=x").algorithm(algorithm)));
      assertThat(config(tls(Map.of())).httpTls()).as(algorithm.name()).isPresent();
    }
  }

  @Test
  void anEncryptedKeyNeedsItsPassword() throws Exception {
    Files.writeString(folder.resolve("server.key"), encrypted("hunter22"));
    SecurityConfig config = config(tls(Map.of("http.tls.private-key-password", "hunter22")));
    assertThat(config.httpTls()).isPresent();
    assertThat(config.toString()).doesNotContain("hunter22");
    assertThat(errors(tls(Map.of("http.tls.private-key-password", "hunter23"))))
        .containsExactly(
            "http.tls.private-key-file: cannot be decrypted with the configured password");
    assertThat(errors(tls(Map.of())))
        .containsExactly("http.tls.private-key-file: is encrypted, and no password is set");
  }

  @Test
  void whatHasNoEffectOrIsBrokenIsRefused() {
    assertThat(errors(tls(Map.of("http.tls.protocols", "TLSv1.1,TLSv1.2"))))
        .containsExactly(
            "http.tls.protocols: must be TLSv1.3, TLSv1.2 or both; older versions are insecure");
    assertThat(errors(tls(Map.of("http.tls.client-auth", "required"))))
        .containsExactly("http.tls.client-ca-file: must be set: http requests client certificates");
    assertThat(errors(tls(Map.of("http.tls.client-ca-file", path("ca.pem")))))
        .containsExactly(
            "http.tls.client-ca-file: has no effect while http.tls.client-auth is none");
    assertThat(errors(Map.of("security.mtls.streams", "a")))
        .containsExactly("security.mtls.streams: has no effect while http.tls.client-auth is none");
  }

  @Test
  void operatorsAreWarnedOfOpenPortsAndOfCredentialsInTheClear() {
    SecurityConfig open = config(Map.of());
    assertThat(open.warnings("127.0.0.1", "::1")).isEmpty();
    assertThat(open.warnings("0.0.0.0", "192.0.2.1"))
        .containsExactly(
            "No authentication: anyone who can reach 0.0.0.0 may use it",
            "No authentication: anyone who can reach 192.0.2.1 may use it");
    assertThat(config(Map.of("admin.token", TOKEN)).warnings("127.0.0.1", "0.0.0.0"))
        .containsExactly("No TLS: credentials are sent to 0.0.0.0 unencrypted");
    assertThat(
            config(
                    Map.of(
                        "admin.token", TOKEN,
                        "admin.tls.certificate-file", path("server.pem"),
                        "admin.tls.private-key-file", path("server.key")))
                .warnings("127.0.0.1", "0.0.0.0"))
        .isEmpty();
  }

  private static String encrypted(String password) throws Exception {
    String algorithm = "PBEWithHmacSHA256AndAES_256";
    Cipher cipher = Cipher.getInstance(algorithm);
    cipher.init(
        Cipher.ENCRYPT_MODE,
        SecretKeyFactory.getInstance(algorithm)
            .generateSecret(new PBEKeySpec(password.toCharArray())));
    byte[] sealed = cipher.doFinal(server.getKeyPair().getPrivate().getEncoded());
    byte[] parameters = cipher.getParameters().getEncoded();
    byte[] pbes2 = HexFormat.of().parseHex("06092a864886f70d01050d");
    // Some JDKs put the name of the algorithm before its parameters, others do not.
    boolean named = HexFormat.of().formatHex(parameters).contains("2a864886f70d01050d");
    byte[] info = der(0x30, named ? parameters : der(0x30, pbes2, parameters), der(0x04, sealed));
    return "-----BEGIN ENCRYPTED PRIVATE KEY-----\n"
        + Base64.getMimeEncoder().encodeToString(info)
        + "\n-----END ENCRYPTED PRIVATE KEY-----\n";
  }

  /** One DER element of less than 64 KiB. */
  private static byte[] der(int tag, byte[]... parts) {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      content.writeBytes(part);
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(tag);
    out.write(0x82);
    out.write(content.size() >> 8);
    out.write(content.size());
    out.writeBytes(content.toByteArray());
    return out.toByteArray();
  }

  private String path(String name) {
    return folder.resolve(name).toString();
  }

  private Map<String, String> tls(Map<String, String> more) {
    Map<String, String> values = new HashMap<>(more);
    values.put("http.tls.certificate-file", path("server.pem"));
    values.put("http.tls.private-key-file", path("server.key"));
    return values;
  }

  private static SecurityConfig config(Map<String, String> values) {
    Settings settings = Settings.ofKeys(values);
    SecurityConfig config = SecurityConfig.from(settings);
    settings.check();
    return config;
  }

  private static List<String> errors(Map<String, String> values) {
    return catchThrowableOfType(ConfigException.class, () -> config(values)).errors();
  }
}

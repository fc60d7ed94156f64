package com.reactive.platform.kafka.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.kafka.embedded.EmbeddedKafka;
import com.reactive.platform.kafka.embedded.testing.TestKafka;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialAlteration;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A Kafka that wants to know who we are, in each way that is known here. */
class SecureIT {
  private static final String MODULES = "org.apache.kafka.common.security.";
  private static final String PASSWORD = "right-horse-battery";
  private static final int RECORDS = 300;

  /** So short that sessions end while records are sent; a broker renews none within a second. */
  private static final String SESSION_MILLIS = "1500";

  @TempDir private static Path folder;
  private static EmbeddedKafka kafka;
  private static TestKafka reader;

  @BeforeAll
  static void start() throws Exception {
    X509Bundle authority =
        certificate("test authority").setIsCertificateAuthority(true).buildSelfSigned();
    Files.writeString(folder.resolve("ca.pem"), authority.getCertificatePEM());
    write("broker", here(certificate("localhost")).buildIssuedBy(authority));
    write("elsewhere", certificate("elsewhere").addSanDnsName("else").buildIssuedBy(authority));
    write("client", certificate("client").buildIssuedBy(authority));
    kafka =
        EmbeddedKafka.builder()
            .listener("SASL", "SASL_SSL")
            .listener("OPEN", "SASL_PLAINTEXT")
            .listener("SHORT", "SASL_PLAINTEXT")
            .listener("TLS", "SSL")
            .listener("MUTUAL", "SSL")
            .listener("OTHER", "SSL")
            .property("ssl.keystore.type", "PEM")
            .property("ssl.keystore.location", file("broker.pem"))
            .property("ssl.truststore.type", "PEM")
            .property("ssl.truststore.location", file("ca.pem"))
            .property("listener.name.mutual.ssl.client.auth", "required")
            .property("listener.name.other.ssl.keystore.location", file("elsewhere.pem"))
            .property("sasl.enabled.mechanisms", "PLAIN,SCRAM-SHA-256,SCRAM-SHA-512,OAUTHBEARER")
            .property("listener.name.sasl.plain.sasl.jaas.config", users())
            .property("listener.name.open.plain.sasl.jaas.config", users())
            .property("listener.name.short.plain.sasl.jaas.config", users())
            .property("listener.name.short.plain.connections.max.reauth.ms", SESSION_MILLIS)
            .property("listener.name.sasl.scram-sha-256.sasl.jaas.config", scram())
            .property("listener.name.open.scram-sha-256.sasl.jaas.config", scram())
            .property("listener.name.short.scram-sha-256.sasl.jaas.config", scram())
            .property("listener.name.sasl.scram-sha-512.sasl.jaas.config", scram())
            .property("listener.name.open.scram-sha-512.sasl.jaas.config", scram())
            .property("listener.name.short.scram-sha-512.sasl.jaas.config", scram())
            .property("listener.name.sasl.oauthbearer.sasl.jaas.config", token("broker"))
            .property("listener.name.open.oauthbearer.sasl.jaas.config", token("broker"))
            .property("listener.name.short.oauthbearer.sasl.jaas.config", token("broker"))
            .start();
    reader = TestKafka.at(kafka.bootstrapServers());
    addScramUsers();
  }

  @AfterAll
  static void stop() {
    kafka.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512", "OAUTHBEARER"})
  void eachMechanismOverTls(String mechanism) throws Exception {
    Map<String, Object> config = sasl("SASL_SSL", mechanism, PASSWORD);
    config.putAll(trust());
    isStored("SASL", config);
  }

  @ParameterizedTest
  @ValueSource(strings = {"PLAIN", "SCRAM-SHA-512"})
  void withoutTls(String mechanism) throws Exception {
    isStored("OPEN", sasl("SASL_PLAINTEXT", mechanism, PASSWORD));
  }

  @ParameterizedTest
  @ValueSource(strings = {"PLAIN", "SCRAM-SHA-256"})
  void aWrongPasswordIsTold(String mechanism) throws Exception {
    Exception problem =
        problem(
            "OPEN", sasl("SASL_PLAINTEXT", mechanism, "wrong"), SaslAuthenticationException.class);
    assertThat(problem.toString()).doesNotContain("wrong");
  }

  /** A machine that stands still for a moment may let a session end: then it is tried again. */
  @Test
  void sessionsAreRenewedWhileRecordsAreSent() throws Exception {
    long lost = 1;
    for (int attempt = 0; attempt < 5 && lost > 0; attempt++) {
      lost = connectionsLostByTwoSessions();
    }
    assertThat(lost).isZero();
  }

  private static long connectionsLostByTwoSessions() throws Exception {
    String topic = reader.createTopic(2);
    try (TwoLoops loops =
        new TwoLoops(kafka.bootstrapServers("SHORT"), sasl("SASL_PLAINTEXT", "PLAIN", PASSWORD))) {
      // At least three seconds, at 20 records each 25 ms: two sessions.
      List<Sending> sendings = loops.send(topic, 2_400, 25_000);
      for (Sending sending : sendings) {
        sending.awaitAll();
        assertThat(sending.others()).isEmpty();
      }
      assertThat(reader.readAll(topic)).hasSize(4_800);
      return loops.disconnects();
    }
  }

  @Test
  void tlsAlone() throws Exception {
    isStored("TLS", tls());
  }

  @Test
  void aCertificateOfOurOwn() throws Exception {
    Map<String, Object> config = tls();
    config.put("ssl.keystore.type", "PEM");
    config.put("ssl.keystore.location", file("client.pem"));
    isStored("MUTUAL", config);
  }

  @Test
  void withoutTheCertificateThatIsAskedForThereIsNoConnection() throws Exception {
    problem("MUTUAL", tls(), SslAuthenticationException.class);
  }

  @Test
  void aBrokerWithTheNameOfAnotherIsNotTrusted() throws Exception {
    problem("OTHER", tls(), SslAuthenticationException.class);
    Map<String, Object> anyName = tls();
    anyName.put("ssl.endpoint.identification.algorithm", "");
    isStored("OTHER", anyName);
  }

  @Test
  void aBrokerOfAnUnknownAuthorityIsNotTrusted() throws Exception {
    problem(
        "TLS", new HashMap<>(Map.of("security.protocol", "SSL")), SslAuthenticationException.class);
  }

  private static void isStored(String listener, Map<String, Object> config) throws Exception {
    String topic = reader.createTopic(2);
    try (TwoLoops loops = new TwoLoops(kafka.bootstrapServers(listener), config)) {
      for (Sending sending : loops.send(topic, RECORDS, 0)) {
        sending.awaitAll();
        assertThat(sending.others()).isEmpty();
      }
      assertThat(reader.readAll(topic)).hasSize(2 * RECORDS);
    }
  }

  private static Exception problem(
      String listener, Map<String, Object> config, Class<? extends Exception> type)
      throws Exception {
    try (TwoLoops loops = new TwoLoops(kafka.bootstrapServers(listener), config)) {
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
      while (loops.client.problem().isEmpty() && System.nanoTime() < end) {
        TimeUnit.MILLISECONDS.sleep(5);
      }
      assertThat(loops.client.problem()).containsInstanceOf(type);
      return loops.client.problem().orElseThrow();
    }
  }

  private static Map<String, Object> sasl(String protocol, String mechanism, String password) {
    Map<String, Object> config = new HashMap<>();
    config.put("security.protocol", protocol);
    config.put("sasl.mechanism", mechanism);
    String login = " required username=\"gateway\" password=\"" + password + "\";";
    config.put(
        "sasl.jaas.config",
        switch (mechanism) {
          case "PLAIN" -> MODULES + "plain.PlainLoginModule" + login;
          case "OAUTHBEARER" -> token("gateway");
          default -> MODULES + "scram.ScramLoginModule" + login;
        });
    return config;
  }

  private static Map<String, Object> tls() {
    Map<String, Object> config = trust();
    config.put("security.protocol", "SSL");
    return config;
  }

  private static Map<String, Object> trust() {
    Map<String, Object> config = new HashMap<>();
    config.put("ssl.truststore.type", "PEM");
    config.put("ssl.truststore.location", file("ca.pem"));
    return config;
  }

  private static String users() {
    return MODULES + "plain.PlainLoginModule required user_gateway=\"" + PASSWORD + "\";";
  }

  private static String scram() {
    return MODULES + "scram.ScramLoginModule required;";
  }

  private static String token(String subject) {
    return MODULES
        + "oauthbearer.OAuthBearerLoginModule required unsecuredLoginStringClaim_sub=\""
        + subject
        + "\";";
  }

  private static void addScramUsers() throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
      // One at a time: a request takes a user once.
      for (ScramMechanism mechanism :
          List.of(ScramMechanism.SCRAM_SHA_256, ScramMechanism.SCRAM_SHA_512)) {
        admin.alterUserScramCredentials(List.of(user(mechanism))).all().get(60, TimeUnit.SECONDS);
      }
    }
  }

  private static UserScramCredentialAlteration user(ScramMechanism mechanism) {
    return new UserScramCredentialUpsertion(
        "gateway", new ScramCredentialInfo(mechanism, 4_096), PASSWORD);
  }

  private static CertificateBuilder certificate(String name) {
    return new CertificateBuilder()
        .subject("CN=" + name)
        .notAfter(Instant.now().plus(Duration.ofDays(3)));
  }

  private static CertificateBuilder here(CertificateBuilder builder) {
    return builder.addSanDnsName("localhost").addSanIpAddress("127.0.0.1");
  }

  private static void write(String name, X509Bundle bundle) throws Exception {
    Files.writeString(
        folder.resolve(name + ".pem"), bundle.getPrivateKeyPEM() + bundle.getCertificatePathPEM());
  }

  private static String file(String name) {
    return folder.resolve(name).toString();
  }
}

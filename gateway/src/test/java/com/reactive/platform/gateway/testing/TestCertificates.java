package com.reactive.platform.gateway.testing;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.CertificateBuilder.Algorithm;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;

/** A certificate authority for tests, and the files and contexts that come of it. */
public final class TestCertificates {
  static {
    // Else the JDK takes an end without the closing alert for an orderly one.
    System.setProperty("com.sun.net.ssl.requireCloseNotify", "true");
  }

  private final X509Bundle authority;

  private TestCertificates(X509Bundle authority) {
    this.authority = authority;
  }

  public static TestCertificates create() throws Exception {
    return new TestCertificates(
        new CertificateBuilder()
            .subject("CN=test authority")
            .setIsCertificateAuthority(true)
            .notAfter(Instant.now().plus(Duration.ofDays(30)))
            .buildSelfSigned());
  }

  /** For this machine; expires after so many days. */
  public X509Bundle server(int days) throws Exception {
    return server(Algorithm.ecp256, days);
  }

  /** The same with a key of this kind. */
  public X509Bundle server(Algorithm algorithm, int days) throws Exception {
    return new CertificateBuilder()
        .algorithm(algorithm)
        .subject("CN=localhost")
        .addSanDnsName("localhost")
        .addSanIpAddress("127.0.0.1")
        .notAfter(Instant.now().plus(Duration.ofDays(days)))
        .buildIssuedBy(authority);
  }

  /** What else it has is up to the caller. */
  public X509Bundle issue(CertificateBuilder builder) throws Exception {
    return builder.buildIssuedBy(authority);
  }

  public X509Bundle authority() {
    return authority;
  }

  /** Writes {@code NAME.pem} and {@code NAME.key}. */
  public static void write(Path folder, String name, X509Bundle bundle) throws IOException {
    Files.writeString(folder.resolve(name + ".pem"), bundle.getCertificatePathPEM());
    Files.writeString(folder.resolve(name + ".key"), bundle.getPrivateKeyPEM());
  }

  /** For a client that trusts this authority, and shows the certificate if there is one. */
  public SSLContext client(X509Bundle certificate) throws Exception {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(
        certificate == null
            ? new KeyManager[0]
            : certificate.toKeyManagerFactory().getKeyManagers(),
        new TrustManager[] {authority.toTrustManager()},
        null);
    return context;
  }
}

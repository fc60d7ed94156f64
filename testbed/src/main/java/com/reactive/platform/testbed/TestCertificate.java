package com.reactive.platform.testbed;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * A key and a certificate for 127.0.0.1, made by the JDK's keytool and good for a day, and a client
 * that trusts it.
 *
 * @param certificateFile PEM
 * @param privateKeyFile PEM, PKCS#8
 * @param clientContext trusts this certificate and no other
 */
public record TestCertificate(
    String certificateFile, String privateKeyFile, SSLContext clientContext) {
  private static final String ALIAS = "server";
  private static final String PASSWORD = "not-a-secret"; // guards a key that is thrown away

  public static TestCertificate create(WorkFolder folder) throws IOException {
    Path storeFile = folder.file("server.p12");
    runKeytool(storeFile);
    try (InputStream in = Files.newInputStream(storeFile)) {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(in, PASSWORD.toCharArray());
      byte[] certificate = store.getCertificate(ALIAS).getEncoded();
      byte[] key = store.getKey(ALIAS, PASSWORD.toCharArray()).getEncoded();
      return new TestCertificate(
          folder.write("certificate.pem", pem("CERTIFICATE", certificate)),
          folder.write("key.pem", pem("PRIVATE KEY", key)),
          trusting(store));
    } catch (GeneralSecurityException e) {
      throw new IOException("the certificate for TLS cannot be used: " + e.getMessage(), e);
    }
  }

  private static SSLContext trusting(KeyStore store) throws GeneralSecurityException, IOException {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry(ALIAS, store.getCertificate(ALIAS));
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }

  private static void runKeytool(Path store) throws IOException {
    Commands.run(
        Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
        "-genkeypair",
        "-alias",
        ALIAS,
        "-keyalg",
        "EC",
        "-groupname",
        "secp256r1",
        "-dname",
        "CN=benchmark",
        "-ext",
        "san=ip:127.0.0.1",
        "-validity",
        "1",
        "-storetype",
        "PKCS12",
        "-storepass",
        PASSWORD,
        "-keystore",
        store.toString());
  }

  private static String pem(String type, byte[] der) {
    String base64 =
        Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII)).encodeToString(der);
    return "-----BEGIN " + type + "-----\n" + base64 + "\n-----END " + type + "-----\n";
  }
}

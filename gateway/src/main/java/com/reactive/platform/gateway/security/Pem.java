package com.reactive.platform.gateway.security;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Cipher;
import javax.crypto.EncryptedPrivateKeyInfo;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/** Reads PEM files. Every failure is an {@link IOException} with one sentence and no content. */
final class Pem {
  private static final long MAX_BYTES = 1 << 20;
  private static final Pattern BLOCK =
      Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([A-Za-z0-9+/=\\s]*)-----END \\1-----");
  private static final String CERTIFICATE = "CERTIFICATE";
  private static final String KEY = "PRIVATE KEY";
  private static final String ENCRYPTED_KEY = "ENCRYPTED PRIVATE KEY";

  private record Block(String type, byte[] der) {}

  private Pem() {}

  /** All certificates of the file, at least one. */
  static X509Certificate[] certificates(Path path) throws IOException {
    List<X509Certificate> certificates = new ArrayList<>();
    try {
      CertificateFactory factory = CertificateFactory.getInstance("X.509");
      for (Block block : blocks(path)) {
        if (block.type.equals(CERTIFICATE)) {
          certificates.add(
              (X509Certificate) factory.generateCertificate(new ByteArrayInputStream(block.der)));
        }
      }
    } catch (CertificateException e) {
      throw new IOException("contains an unreadable certificate", e);
    }
    if (certificates.isEmpty()) {
      throw new IOException("contains no PEM certificate");
    }
    return certificates.toArray(new X509Certificate[0]);
  }

  /** The first private key of the file. */
  static PrivateKey privateKey(Path path, Optional<String> password) throws IOException {
    for (Block block : blocks(path)) {
      if (block.type.equals(KEY)) {
        return privateKey(new PKCS8EncodedKeySpec(block.der));
      }
      if (block.type.equals(ENCRYPTED_KEY)) {
        if (password.isEmpty()) {
          throw new IOException("is encrypted, and no password is set");
        }
        return privateKey(decrypt(block.der, password.get()));
      }
      if (block.type.endsWith(KEY)) {
        throw new IOException(
            "is not PKCS#8; `openssl pkcs8 -topk8 -nocrypt -in FILE` converts it");
      }
    }
    throw new IOException("contains no PEM private key");
  }

  private static PrivateKey privateKey(PKCS8EncodedKeySpec spec) throws IOException {
    for (String algorithm : new String[] {"RSA", "EC", "EdDSA"}) {
      try {
        return KeyFactory.getInstance(algorithm).generatePrivate(spec);
      } catch (InvalidKeySpecException e) {
        // The next, then.
      } catch (GeneralSecurityException e) {
        throw new IOException("contains an unreadable key", e);
      }
    }
    throw new IOException("contains a key that is neither RSA nor EC nor EdDSA");
  }

  private static PKCS8EncodedKeySpec decrypt(byte[] der, String password) throws IOException {
    PBEKeySpec secret = new PBEKeySpec(password.toCharArray());
    try {
      EncryptedPrivateKeyInfo info = new EncryptedPrivateKeyInfo(der);
      // For PBES2 the JDK hides the name of the algorithm in the parameters.
      String algorithm =
          info.getAlgName().equals("PBES2") || info.getAlgName().equals("1.2.840.113549.1.5.13")
              ? info.getAlgParameters().toString()
              : info.getAlgName();
      Cipher cipher = Cipher.getInstance(algorithm);
      cipher.init(
          Cipher.DECRYPT_MODE,
          SecretKeyFactory.getInstance(algorithm).generateSecret(secret),
          info.getAlgParameters());
      return info.getKeySpec(cipher);
    } catch (GeneralSecurityException | RuntimeException e) {
      throw new IOException("cannot be decrypted with the configured password", e);
    } finally {
      secret.clearPassword();
    }
  }

  private static List<Block> blocks(Path path) throws IOException {
    if (Files.size(path) > MAX_BYTES) {
      throw new IOException("is larger than " + MAX_BYTES + " bytes");
    }
    String text = new String(Files.readAllBytes(path), StandardCharsets.ISO_8859_1);
    List<Block> blocks = new ArrayList<>();
    Matcher block = BLOCK.matcher(text);
    try {
      while (block.find()) {
        blocks.add(new Block(block.group(1), Base64.getMimeDecoder().decode(block.group(2))));
      }
    } catch (IllegalArgumentException e) {
      throw new IOException("is not PEM", e);
    }
    return blocks;
  }
}

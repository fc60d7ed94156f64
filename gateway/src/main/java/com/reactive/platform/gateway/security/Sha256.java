package com.reactive.platform.gateway.security;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A SHA-256 digest, as a key for maps. */
record Sha256(long a, long b, long c, long d) {
  private static final ThreadLocal<MessageDigest> DIGEST = ThreadLocal.withInitial(Sha256::digest);

  /** The digest of the characters' low bytes, which are all there is of a header's value. */
  static Sha256 of(String text) {
    return of(DIGEST.get().digest(text.getBytes(StandardCharsets.ISO_8859_1)));
  }

  /**
   * Reads 64 hexadecimal digits.
   *
   * @throws IllegalArgumentException if it is something else
   */
  static Sha256 ofHex(String hex) {
    if (hex.length() != 64) {
      throw new IllegalArgumentException("not 64 digits");
    }
    return of(HexFormat.of().parseHex(hex));
  }

  private static Sha256 of(byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    return new Sha256(buffer.getLong(), buffer.getLong(), buffer.getLong(), buffer.getLong());
  }

  byte[] bytes() {
    return ByteBuffer.allocate(32).putLong(a).putLong(b).putLong(c).putLong(d).array();
  }

  String hex() {
    return HexFormat.of().formatHex(bytes());
  }

  private static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}

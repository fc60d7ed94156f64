package com.reactive.platform.reader;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;

/**
 * What makes two records the same event, as 128 bits: the ids that the gateway makes are taken as
 * they are, others are hashed with a secret of this process, so that no client can choose an id
 * that looks like another one. Not thread-safe.
 */
final class EventIdentity {
  private static final int MADE_DIGITS = 32;
  private static final int DIGITS_PER_LONG = 16;
  private static final int SECRET_BYTES = 16;

  private final MessageDigest digest;
  private final byte[] secret = new byte[SECRET_BYTES];
  private long high;
  private long low;

  EventIdentity() {
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every JDK has it
    }
    new SecureRandom().nextBytes(secret);
  }

  /**
   * Takes an id.
   *
   * @param caller bytes that tell who chose it; null if nobody did, or nobody says
   */
  void of(byte[] bytes, int offset, int length, byte[] caller) {
    if (caller == null && length == MADE_DIGITS && isHex(bytes, offset, length)) {
      high = hex(bytes, offset);
      low = hex(bytes, offset + DIGITS_PER_LONG);
      return;
    }
    digest.update(secret);
    digest.update(bytes, offset, length);
    if (caller != null) {
      digest.update(caller);
    }
    ByteBuffer hash = ByteBuffer.wrap(digest.digest());
    high = hash.getLong();
    low = hash.getLong();
  }

  private static boolean isHex(byte[] bytes, int offset, int length) {
    for (int i = offset; i < offset + length; i++) {
      byte digit = bytes[i];
      if (!((digit >= '0' && digit <= '9') || (digit >= 'a' && digit <= 'f'))) {
        return false;
      }
    }
    return true;
  }

  private static long hex(byte[] bytes, int offset) {
    long value = 0;
    for (int i = offset; i < offset + DIGITS_PER_LONG; i++) {
      int digit = bytes[i] <= '9' ? bytes[i] - '0' : bytes[i] - 'a' + 10;
      value = value << 4 | digit;
    }
    return value;
  }

  long high() {
    return high;
  }

  long low() {
    return low;
  }
}

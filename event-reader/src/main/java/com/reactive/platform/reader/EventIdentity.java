package com.reactive.platform.reader;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;

/**
 * An event's id, as 128 bits: ids that look like the gateway's are taken as they are, others are
 * hashed with a secret of this process, so that no client can choose an id that looks like another
 * one. Not thread-safe.
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

  /** Takes an id. */
  void of(byte[] bytes, int offset, int length) {
    if (looksMade(bytes, offset, length)) {
      high = hex(bytes, offset);
      low = hex(bytes, offset + DIGITS_PER_LONG);
      return;
    }
    digest.update(secret);
    digest.update(bytes, offset, length);
    ByteBuffer hash = ByteBuffer.wrap(digest.digest());
    high = hash.getLong();
    low = hash.getLong();
  }

  /** True if the gateway may have made this id; a client may choose one that looks the same. */
  static boolean looksMade(byte[] bytes, int offset, int length) {
    if (length != MADE_DIGITS) {
      return false;
    }
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

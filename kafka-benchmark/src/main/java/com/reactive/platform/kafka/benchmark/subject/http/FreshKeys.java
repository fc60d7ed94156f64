package com.reactive.platform.kafka.benchmark.subject.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;

/** Writes an idempotency key that was never sent before over the placeholder in a request. */
final class FreshKeys {
  private static final String NAME = "Idempotency-Key: ";
  private static final int DIGITS = 16;

  /** The placeholder, a line of the head; as long as an id that the gateway makes. */
  static final String HEADER = NAME + "0".repeat(2 * DIGITS) + "\r\n";

  private final long session = new SecureRandom().nextLong();

  /** The place of the key in a head; -1 if the head has no placeholder. */
  static int offset(byte[] head) {
    int header = new String(head, StandardCharsets.ISO_8859_1).indexOf(HEADER);
    return header < 0 ? -1 : header + NAME.length();
  }

  /** Writes the key of a message. */
  void write(ByteBuffer request, int offset, long sequence) {
    writeHex(request, offset, session);
    writeHex(request, offset + DIGITS, sequence);
  }

  private static void writeHex(ByteBuffer request, int offset, long value) {
    for (int i = 0; i < DIGITS; i++) {
      int digit = (int) (value >>> (4 * (DIGITS - 1 - i))) & 0xF;
      request.put(offset + i, (byte) Character.forDigit(digit, 16));
    }
  }
}

package com.reactive.platform.gateway.event;

import java.security.SecureRandom;
import java.util.function.LongSupplier;

/**
 * Makes 128-bit ids as 32 lower-case hex digits: 48 bits of wall-clock milliseconds, so that ids
 * sort roughly by time, then 80 bits from a cryptographic generator, so that nobody guesses one.
 *
 * <p>One instance per event loop; not thread-safe. Random bytes are fetched in blocks, because a
 * call of the generator costs far more than the bytes.
 */
public final class EventIds {
  /** Length of an id, in bytes of ASCII. */
  public static final int LENGTH = 32;

  private static final int RANDOM_BYTES_PER_ID = 10;
  private static final byte[] HEX = {
    '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'
  };

  private final SecureRandom random;
  private final LongSupplier clockMillis;
  private final byte[] block = new byte[RANDOM_BYTES_PER_ID * 256];
  private int used = block.length;

  public EventIds() {
    this(new SecureRandom(), System::currentTimeMillis);
  }

  EventIds(SecureRandom random, LongSupplier clockMillis) {
    this.random = random;
    this.clockMillis = clockMillis;
  }

  /** A new id, as ASCII. */
  public byte[] next() {
    if (used == block.length) {
      random.nextBytes(block);
      used = 0;
    }
    byte[] id = new byte[LENGTH];
    long millis = clockMillis.getAsLong();
    for (int i = 11; i >= 0; i--) {
      id[i] = HEX[(int) (millis & 0xF)];
      millis >>>= 4;
    }
    for (int i = 12; i < LENGTH; i += 2) {
      int b = block[used++];
      id[i] = HEX[(b >>> 4) & 0xF];
      id[i + 1] = HEX[b & 0xF];
    }
    return id;
  }
}

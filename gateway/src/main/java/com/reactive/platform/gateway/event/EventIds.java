package com.reactive.platform.gateway.event;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Makes 128-bit ids as 32 lower-case hex digits: 48 bits of wall-clock milliseconds, so that ids
 * sort roughly by time, then 80 bits from a cryptographic generator, so that nobody guesses one.
 *
 * <p>One instance per event loop; not thread-safe. The random bytes are the keystream of AES in
 * counter mode, which costs next to nothing where the processor has AES, with a key from {@link
 * SecureRandom} that is replaced after a million ids. Asking that for each block of bytes costs
 * many times as much, and takes a lock that all loops share.
 */
public final class EventIds {
  /** Length of an id, in bytes of ASCII. */
  public static final int LENGTH = 32;

  private static final int RANDOM_BYTES_PER_ID = 10;
  private static final byte[] HEX = {
    '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'
  };

  private static final Pattern ID = Pattern.compile("[0-9a-f]+");
  private static final int IDS_PER_BLOCK = 256;
  private static final int BLOCKS_PER_KEY = 4_096;
  private static final int KEY_BYTES = 16;
  private static final int COUNTER_BYTES = 16;
  private static final byte[] ZEROS = new byte[RANDOM_BYTES_PER_ID * IDS_PER_BLOCK];

  private final SecureRandom random;
  private final LongSupplier clockMillis;
  private final Cipher cipher;
  private final byte[] block = new byte[ZEROS.length];
  private int used = block.length;
  private int blocksOfKey = BLOCKS_PER_KEY;

  public EventIds() {
    this(new SecureRandom(), System::currentTimeMillis);
  }

  EventIds(SecureRandom random, LongSupplier clockMillis) {
    this.random = random;
    this.clockMillis = clockMillis;
    try {
      cipher = Cipher.getInstance("AES/CTR/NoPadding");
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has AES", e);
    }
  }

  /** A new id, as ASCII. */
  public byte[] next() {
    if (used == block.length) {
      fillBlock();
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

  /** The time at which an id was made, wall-clock milliseconds; -1 if the text is no such id. */
  public static long millis(String id) {
    return id.length() == LENGTH && ID.matcher(id).matches()
        ? Long.parseLong(id.substring(0, 12), 16)
        : -1;
  }

  private void fillBlock() {
    try {
      if (blocksOfKey == BLOCKS_PER_KEY) {
        byte[] key = new byte[KEY_BYTES];
        random.nextBytes(key);
        cipher.init(
            Cipher.ENCRYPT_MODE,
            new SecretKeySpec(key, "AES"),
            new IvParameterSpec(new byte[COUNTER_BYTES])); // a key has one stream only
        blocksOfKey = 0;
      }
      cipher.update(ZEROS, 0, ZEROS.length, block, 0);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("AES takes any key of that length", e);
    }
    blocksOfKey++;
    used = 0;
  }
}

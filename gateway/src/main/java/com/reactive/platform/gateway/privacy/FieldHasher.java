package com.reactive.platform.gateway.privacy;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.HexFormat;
import java.util.function.Supplier;
import javax.crypto.Mac;

/**
 * Makes pseudonyms of values: {@code ID:HEX}, the id of the key and HMAC-SHA256 in lower-case hex.
 * The same value has the same pseudonym while the key stays. Not thread-safe; one per transcoder.
 */
public final class FieldHasher {
  private static final HexFormat HEX = HexFormat.of();

  private final Supplier<HashKey> keys;
  private HashKey key;
  private Mac mac;

  /**
   * @param keys gives the key in force, from any thread
   */
  public FieldHasher(Supplier<HashKey> keys) {
    this.keys = keys;
  }

  /** The pseudonym of these bytes, ASCII. */
  public byte[] hash(byte[] value) {
    HashKey current = keys.get();
    if (!current.equals(key)) {
      mac = current.newMac();
      key = current;
    }
    return (key.id() + ":" + HEX.formatHex(mac.doFinal(value))).getBytes(US_ASCII);
  }
}

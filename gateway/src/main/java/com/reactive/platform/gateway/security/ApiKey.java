package com.reactive.platform.gateway.security;

import java.security.SecureRandom;
import java.util.Base64;

/**
 * A new API key: {@code rk_} and 32 random bytes in URL-safe base64.
 *
 * <p>What the gateway keeps of it is its plain SHA-256. Salts and slow hashes protect secrets that
 * people chose, of which there are few enough to try; of these there are 2^256, so that a digest
 * gives nothing away, and a fast one keeps the event loops free.
 *
 * @param text the key itself, which only its user should have
 * @param sha256Hex what goes into the gateway's file
 */
public record ApiKey(String text, String sha256Hex) {
  static final String PREFIX = "rk_";
  private static final int RANDOM_BYTES = 32;

  public static ApiKey generate() {
    byte[] random = new byte[RANDOM_BYTES];
    new SecureRandom().nextBytes(random);
    String text = PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(random);
    return new ApiKey(text, Sha256.of(text).hex());
  }

  /** The secret stays out of logs. */
  @Override
  public String toString() {
    return "ApiKey[sha256Hex=" + sha256Hex + "]";
  }
}

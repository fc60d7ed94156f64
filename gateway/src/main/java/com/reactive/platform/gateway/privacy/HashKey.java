package com.reactive.platform.gateway.privacy;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** A key of HMAC-SHA256 and its public name. Immutable; shows nothing of the key. */
public final class HashKey {
  private static final String ALGORITHM = "HmacSHA256";

  private final String id;
  private final byte[] secret;

  HashKey(String id, byte[] secret) {
    this.id = id;
    this.secret = secret.clone();
  }

  /** By which readers know the key that a value was hashed with. */
  String id() {
    return id;
  }

  /** For one thread. */
  Mac newMac() {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(secret, ALGORITHM));
      return mac;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has " + ALGORITHM, e);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof HashKey key
        && id.equals(key.id)
        && MessageDigest.isEqual(secret, key.secret);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(secret);
  }

  @Override
  public String toString() {
    return "HashKey " + id;
  }
}

package com.reactive.platform.gateway.idempotency;

/**
 * Hashes the keys of callers, with a secret: nobody finds two keys that are taken for one. Callers
 * and requests have hashes without one ({@link RequestHasher}). Reused; not thread-safe.
 */
public final class KeyHasher {
  private final SipHash secret;

  KeyHasher(long key0, long key1) {
    secret = new SipHash(key0, key1);
  }

  /** Computes {@link #high} and {@link #low} of a caller's key. */
  public KeyHasher key(long caller, byte[] source, int offset, int length) {
    secret.begin().add(caller).add(source, offset, length).end();
    return this;
  }

  /** The same of a whole array. */
  public KeyHasher key(long caller, byte[] key) {
    return key(caller, key, 0, key.length);
  }

  long high() {
    return secret.high();
  }

  long low() {
    return secret.low();
  }
}

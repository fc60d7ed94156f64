package com.reactive.platform.gateway.idempotency;

/**
 * Hashes keys and requests. Those of callers and requests are the same in all instances, since they
 * are in record headers; those of keys depend on a secret, so that nobody finds two keys that are
 * taken for one. Reused; not thread-safe.
 */
public final class KeyHasher {
  private final SipHash secret;
  private final SipHash shared = new SipHash(0, 0);

  KeyHasher(long key0, long key1) {
    secret = new SipHash(key0, key1);
  }

  /** The hash of a caller, by its name: another in each stream, since streams may share a topic. */
  public long caller(CharSequence stream, CharSequence name) {
    return caller(shared, stream, name);
  }

  private static long caller(SipHash hash, CharSequence stream, CharSequence name) {
    return hash.begin().add(stream).add(name).end().low();
  }

  /** The same as {@link #caller}, for those who need no other hash. Any thread. */
  public static long callerOf(CharSequence stream, CharSequence name) {
    return caller(new SipHash(0, 0), stream, name);
  }

  /** Begins the fingerprint of a request with its body. */
  public KeyHasher beginFingerprint(byte[] body, int offset, int length) {
    shared.begin().add(body, offset, length);
    return this;
  }

  /** Adds what belongs to the event besides the body. */
  public KeyHasher addToFingerprint(CharSequence text) {
    shared.add(text);
    return this;
  }

  public long endFingerprint() {
    return shared.end().low();
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

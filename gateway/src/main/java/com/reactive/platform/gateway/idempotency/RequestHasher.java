package com.reactive.platform.gateway.idempotency;

/**
 * Hashes callers and requests: the same in all instances, since the hashes are in record headers.
 * Reused; not thread-safe.
 */
public final class RequestHasher {
  private final SipHash hash = new SipHash(0, 0);

  /** The hash of a caller, by its name: another in each stream, since streams may share a topic. */
  public long caller(CharSequence stream, CharSequence name) {
    return hash.begin().add(stream).add(name).end().low();
  }

  /** The same as {@link #caller}, for those who need no other hash. Any thread. */
  public static long callerOf(CharSequence stream, CharSequence name) {
    return new RequestHasher().caller(stream, name);
  }

  /** Begins the fingerprint of a request with its body. */
  public RequestHasher beginFingerprint(byte[] body, int offset, int length) {
    hash.begin().add(body, offset, length);
    return this;
  }

  /** Adds what belongs to the event besides the body. */
  public RequestHasher addToFingerprint(CharSequence text) {
    hash.add(text);
    return this;
  }

  public long endFingerprint() {
    return hash.end().low();
  }
}

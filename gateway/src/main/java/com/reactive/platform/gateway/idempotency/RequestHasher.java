package com.reactive.platform.gateway.idempotency;

import java.util.zip.CRC32C;

/**
 * Hashes callers and requests: the same in all instances, since the hashes are in record headers.
 * Reused; not thread-safe.
 *
 * <p>The fingerprint of a request is there to find mistakes, a key that was used twice. A key is
 * one of its caller, so with credentials nobody can take that of another. Clients without them are
 * one caller: whoever guesses a key and the body that will come may be first with a body of the
 * same fingerprint. Without a secret any hash of this size lets that be found, so a checksum does,
 * which the processor computes: of two bodies that differ in four neighbouring bytes at most it is
 * never the same, of others as rarely as any 32 bits are.
 */
public final class RequestHasher {
  private final SipHash hash = new SipHash(0, 0);
  private final CRC32C checksum = new CRC32C();

  /** The length and the checksum of the body. */
  private long body;

  /** There is more than a body, and {@link #hash} has begun. */
  private boolean more;

  /** The hash of a caller, by its name: another in each stream, since streams may share a topic. */
  public long caller(CharSequence stream, CharSequence name) {
    return hash.begin().add(stream).add(name).end().low();
  }

  /** The same as {@link #caller}, for those who need no other hash. Any thread. */
  public static long callerOf(CharSequence stream, CharSequence name) {
    return new RequestHasher().caller(stream, name);
  }

  /** Begins the fingerprint of a request with its body. */
  public RequestHasher beginFingerprint(byte[] source, int offset, int length) {
    checksum.reset();
    checksum.update(source, offset, length);
    body = (long) length << Integer.SIZE | checksum.getValue();
    more = false;
    return this;
  }

  /** Adds what belongs to the event besides the body. */
  public RequestHasher addToFingerprint(CharSequence text) {
    if (!more) {
      more = true;
      hash.begin().add(body);
    }
    hash.add(text);
    return this;
  }

  /** The lower 32 bits are what windows keep. */
  public long endFingerprint() {
    return more ? hash.end().low() : body;
  }
}

package com.reactive.platform.gateway.idempotency;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * SipHash-2-4 with 128 bits: a keyed hash for which nobody finds two inputs with one value unless
 * he knows the key, at a few nanoseconds for each word of eight bytes.
 *
 * <p>An input may have several parts; each ends with its length, so that the border between two
 * parts counts. Of a single part the value is that of the reference implementation. Reused; not
 * thread-safe.
 *
 * @see <a href="https://www.aumasson.jp/siphash/siphash.pdf">SipHash: a fast short-input PRF</a>
 */
final class SipHash {
  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final long key0;
  private final long key1;
  private long v0;
  private long v1;
  private long v2;
  private long v3;
  private long low;
  private long high;

  SipHash(long key0, long key1) {
    this.key0 = key0;
    this.key1 = key1;
  }

  SipHash begin() {
    v0 = key0 ^ 0x736f6d6570736575L;
    v1 = key1 ^ 0x646f72616e646f6dL ^ 0xee;
    v2 = key0 ^ 0x6c7967656e657261L;
    v3 = key1 ^ 0x7465646279746573L;
    return this;
  }

  /** Adds a part. */
  SipHash add(byte[] source, int offset, int length) {
    int end = offset + (length & ~7);
    for (int i = offset; i < end; i += Long.BYTES) {
      word((long) WORDS.get(source, i));
    }
    long last = (long) length << 56;
    for (int i = (length & 7) - 1; i >= 0; i--) {
      last |= (source[end + i] & 0xFFL) << (8 * i);
    }
    word(last);
    return this;
  }

  /** Adds a part, by its characters. */
  SipHash add(CharSequence text) {
    for (int i = 0; i < text.length(); i++) {
      word(text.charAt(i));
    }
    word((long) text.length() << 56);
    return this;
  }

  /** Adds eight bytes, which end no part. */
  SipHash add(long word) {
    word(word);
    return this;
  }

  /** Computes {@link #low} and {@link #high} of what was added. */
  SipHash end() {
    v2 ^= 0xee;
    rounds();
    rounds();
    low = v0 ^ v1 ^ v2 ^ v3;
    v1 ^= 0xdd;
    rounds();
    rounds();
    high = v0 ^ v1 ^ v2 ^ v3;
    return this;
  }

  /** The first eight bytes of the value, little-endian. */
  long low() {
    return low;
  }

  /** The last eight bytes of the value, little-endian. */
  long high() {
    return high;
  }

  private void word(long word) {
    v3 ^= word;
    rounds();
    v0 ^= word;
  }

  /** Two of them. */
  private void rounds() {
    long a = v0;
    long b = v1;
    long c = v2;
    long d = v3;
    for (int i = 0; i < 2; i++) {
      a += b;
      c += d;
      b = Long.rotateLeft(b, 13) ^ a;
      d = Long.rotateLeft(d, 16) ^ c;
      a = Long.rotateLeft(a, 32);
      c += b;
      a += d;
      b = Long.rotateLeft(b, 17) ^ c;
      d = Long.rotateLeft(d, 21) ^ a;
      c = Long.rotateLeft(c, 32);
    }
    v0 = a;
    v1 = b;
    v2 = c;
    v3 = d;
  }
}

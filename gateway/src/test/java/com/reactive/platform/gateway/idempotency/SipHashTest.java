package com.reactive.platform.gateway.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The vectors of the reference implementation (github.com/veorq/SipHash, vectors.h). */
class SipHashTest {
  private static final long KEY0 = 0x0706050403020100L;
  private static final long KEY1 = 0x0f0e0d0c0b0a0908L;

  @Test
  void agreesWithTheReference() {
    assertThat(hash(0)).containsExactly(0xe6a825ba047f81a3L, 0x930255c71472f66dL);
    assertThat(hash(1)).containsExactly(0x44af996bd8c187daL, 0x45fc229b11597634L);
  }

  private static long[] hash(int length) {
    byte[] input = new byte[length + 3];
    for (int i = 0; i < length; i++) {
      input[3 + i] = (byte) i;
    }
    SipHash hash = new SipHash(KEY0, KEY1).begin().add(input, 3, length).end();
    return new long[] {hash.low(), hash.high()};
  }

  @Test
  void bordersBetweenPartsCount() {
    byte[] bytes = {1, 2, 3, 4};
    SipHash hash = new SipHash(KEY0, KEY1);
    long one = hash.begin().add(bytes, 0, 1).add(bytes, 1, 3).end().low();
    long other = hash.begin().add(bytes, 0, 3).add(bytes, 3, 1).end().low();
    assertThat(one).isNotEqualTo(other);
    assertThat(hash.begin().add("a").add("bc").end().low())
        .isNotEqualTo(hash.begin().add("ab").add("c").end().low());
  }
}

package com.reactive.platform.gateway.idempotency;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RequestHasherTest {
  private final RequestHasher hasher = new RequestHasher();

  private int fingerprint(String body, String... more) {
    byte[] bytes = ("<" + body + ">").getBytes(US_ASCII);
    hasher.beginFingerprint(bytes, 1, body.length());
    for (String text : more) {
      hasher.addToFingerprint(text);
    }
    return KeyShard.shortened(hasher.endFingerprint());
  }

  /** Records have it in a header, and other instances compare it with theirs. */
  @Test
  void theFingerprintOfABodyIsItsChecksum() {
    assertThat(fingerprint("123456789")).isEqualTo(0xE3069283);
    assertThat(fingerprint("")).as("never that of any request").isNotEqualTo(KeyShard.ANY_REQUEST);
  }

  @Test
  void eachPartCounts() {
    Set<Integer> all = new HashSet<>();
    assertThat(all.add(fingerprint("body"))).isTrue();
    assertThat(all.add(fingerprint("bodz"))).isTrue();
    assertThat(all.add(fingerprint("body", "a"))).isTrue();
    assertThat(all.add(fingerprint("bodz", "a"))).isTrue();
    assertThat(all.add(fingerprint("body", "ab"))).isTrue();
    assertThat(all.add(fingerprint("body", "a", "b"))).isTrue();
    assertThat(all.add(fingerprint("body", "b", "a"))).isTrue();
    assertThat(all.add(fingerprint("body"))).as("as before").isFalse();
  }
}

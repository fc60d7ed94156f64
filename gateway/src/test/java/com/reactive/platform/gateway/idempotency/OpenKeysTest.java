package com.reactive.platform.gateway.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class OpenKeysTest {
  private record Hash(long high, long low) {}

  private final OpenKeys keys = new OpenKeys();

  private static OpenKey key(long high, long low) {
    return new OpenKey(high, low, 1, true, null);
  }

  /** Hashes that agree in one half or in their last bits, so that chains are long. */
  @Test
  void findsWhatAPlainMapHas() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    Map<Hash, OpenKey> model = new HashMap<>();
    for (int step = 0; step < 50_000; step++) {
      Hash hash = new Hash(random.nextInt(8), random.nextInt(8) * 64L + random.nextInt(3));
      OpenKey known = model.get(hash);
      assertThat(keys.find(hash.high, hash.low)).as("seed " + seed).isSameAs(known);
      if (known == null) {
        OpenKey fresh = key(hash.high, hash.low);
        keys.add(fresh);
        model.put(hash, fresh);
      } else {
        assertThat(keys.remove(known)).as("seed " + seed).isTrue();
        model.remove(hash);
      }
      assertThat(keys.count()).isEqualTo(model.size());
    }
  }

  @Test
  void removesTheVeryKeyAndNotAnotherOfTheSameHash() {
    OpenKey gone = key(1, 2);
    keys.add(gone);
    assertThat(keys.remove(gone)).isTrue();
    OpenKey next = key(1, 2);
    keys.add(next);
    assertThat(keys.remove(gone)).isFalse();
    assertThat(keys.find(1, 2)).isSameAs(next);
  }
}

package com.reactive.platform.gateway.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class KeyIndexTest {
  /** Few hashes, so that runs of slots are long and reach beyond the last home. */
  @Test
  void findsWhatIsThereAfterAnyAdditionsAndRemovals() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    KeyIndex index = new KeyIndex();
    Map<Integer, Integer> hashes = new HashMap<>();
    for (int step = 0; step < 20_000; step++) {
      int position = random.nextInt(300);
      Integer hash = hashes.get(position);
      if (hash == null) {
        int fresh = random.nextInt(40) * 1_680 + 15;
        index.add(fresh, position);
        hashes.put(position, fresh);
      } else {
        index.remove(hash, position);
        assertThat(slot(index, hash, position)).as("seed " + seed).isNegative();
        hashes.remove(position);
      }
      assertThat(index.count()).isEqualTo(hashes.size());
      if (step % 100 == 0) {
        hashes.forEach(
            (there, its) -> assertThat(slot(index, its, there)).as("seed " + seed).isNotNegative());
      }
    }
  }

  private static int slot(KeyIndex index, int hash, int position) {
    int slot = index.first(hash);
    while (slot >= 0 && index.position(slot) != position) {
      slot = index.next(slot);
    }
    return slot;
  }
}

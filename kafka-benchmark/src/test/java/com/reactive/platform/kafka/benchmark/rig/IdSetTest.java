package com.reactive.platform.kafka.benchmark.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.BitSet;
import java.util.Random;
import org.junit.jupiter.api.Test;

class IdSetTest {
  private static final int CHUNK = 65_536;

  @Test
  void isTheSetOfWhatWasPutIn() {
    IdSet ids = new IdSet(1 << 20);
    BitSet expected = new BitSet();
    Random random = new Random(2);
    for (int i = 0; i < 400_000; i++) {
      int id = random.nextInt(300_000);
      assertThat(ids.add(id)).isEqualTo(!expected.get(id));
      expected.set(id);
    }
    for (int id = 0; id < 400_000; id++) {
      assertThat(ids.contains(id)).isEqualTo(expected.get(id));
    }
  }

  @Test
  void whatIsCompleteTakesNoMemory() {
    IdSet ids = new IdSet(1); // one chunk
    for (int id = 0; id < 10 * CHUNK; id++) {
      assertThat(ids.add(id)).isTrue();
    }
    assertThat(ids.add(5)).isFalse();
    assertThat(ids.contains(5 * CHUNK)).isTrue();
    assertThat(ids.add(10 * CHUNK + 1)).isTrue();
    assertThatThrownBy(() -> ids.add(12 * CHUNK)).isInstanceOf(IdSet.OutOfRoomException.class);
  }
}

package com.reactive.platform.reader;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RepeatWindowTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 64, 100})
  void remembersTheLastSoMany(int events) {
    Random random = new Random(events);
    RepeatWindow window = new RepeatWindow(events);
    ArrayDeque<Long> expected = new ArrayDeque<>();
    for (int i = 0; i < 20_000; i++) {
      long id = random.nextInt(3 * events);
      // Ids that differ in one half only, and many that share a place.
      long high = id % 2 == 0 ? 0 : id;
      long low = id % 2 == 0 ? id << 32 : 0;
      assertThat(window.contains(high, low)).as("step " + i).isEqualTo(expected.contains(id));
      if (!expected.contains(id)) {
        expected.addLast(id);
        if (expected.size() > events) {
          expected.removeFirst();
        }
      }
      window.add(high, low);
    }
  }
}

package com.reactive.platform.reader;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RepeatWindowTest {
  private record Known(long id, long caller) {
    boolean isSame(Known other) {
      return id == other.id && (caller == other.caller || caller == 0 || other.caller == 0);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 64, 100})
  void remembersTheLastSoMany(int events) {
    Random random = new Random(events);
    RepeatWindow window = new RepeatWindow(events);
    ArrayDeque<Known> expected = new ArrayDeque<>();
    for (int i = 0; i < 20_000; i++) {
      long id = random.nextInt(3 * events);
      // Ids that differ in one half only, and many that share a place.
      long high = id % 2 == 0 ? 0 : id;
      long low = id % 2 == 0 ? id << 32 : 0;
      Known known = new Known(id, random.nextInt(3));
      boolean repeat = expected.stream().anyMatch(known::isSame);
      assertThat(window.contains(high, low, known.caller)).as("step " + i).isEqualTo(repeat);
      if (!repeat) {
        expected.addLast(known);
        if (expected.size() > events) {
          expected.removeFirst();
        }
      }
      window.add(high, low, known.caller);
    }
  }
}

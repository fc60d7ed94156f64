package com.reactive.platform.gateway.hotkey;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class KeyCounterTest {
  private static final long INTERVAL = 10_000_000_000L;

  private final HotKeys hotKeys = new HotKeys(10);
  private final KeyCounter counter = hotKeys.newCounter(0);

  private static void count(KeyCounter by, String key, int times) {
    byte[] bytes = (key + "and what an earlier key left").getBytes(UTF_8);
    for (int i = 0; i < times; i++) {
      by.count(bytes, key.getBytes(UTF_8).length);
    }
  }

  @Test
  void keysThatComeOnceAreNotHot() {
    for (int i = 0; i < 10_000; i++) {
      count(counter, "key " + i, 1);
    }
    counter.tick(INTERVAL);
    assertThat(hotKeys.top(INTERVAL)).isEqualTo(new HotKeys.Top(10, 10_000, List.of()));
    assertThat(hotKeys.top(INTERVAL).hottestPerSecond()).isZero();
  }

  @Test
  void threadsCountTogether() {
    KeyCounter other = hotKeys.newCounter(0);
    count(counter, "a", 30);
    count(counter, "b", 40);
    count(other, "a", 20);
    counter.tick(INTERVAL);
    other.tick(INTERVAL);
    HotKeys.Top top = hotKeys.top(INTERVAL);
    assertThat(top.keys()).containsExactly(new HotKey("a", 50), new HotKey("b", 40));
    assertThat(top.hottestPerSecond()).isEqualTo(5);
    assertThat(top.atLeast(0.5)).containsExactly(new HotKey("a", 50));
  }

  @Test
  void eachIntervalCountsAnew() {
    count(counter, "a", 3);
    counter.tick(INTERVAL - 1);
    assertThat(hotKeys.top(INTERVAL - 1).events()).as("too early").isZero();
    counter.tick(INTERVAL);
    count(counter, "a", 2);
    assertThat(hotKeys.top(INTERVAL).keys()).containsExactly(new HotKey("a", 3));
    counter.tick(2 * INTERVAL);
    assertThat(hotKeys.top(2 * INTERVAL).keys()).containsExactly(new HotKey("a", 2));
    counter.tick(3 * INTERVAL);
    assertThat(hotKeys.top(3 * INTERVAL).keys()).as("silence").isEmpty();
  }

  @Test
  void aThreadThatIsGoneCountsNoLonger() {
    count(counter, "a", 3);
    counter.tick(INTERVAL);
    assertThat(hotKeys.top(3 * INTERVAL - 1).keys()).hasSize(1);
    assertThat(hotKeys.top(3 * INTERVAL).keys()).isEmpty();
  }

  @Test
  void ofALongKeyTheBeginningIsKept() {
    count(counter, "x".repeat(64), 2);
    count(counter, "y".repeat(65), 3);
    counter.tick(INTERVAL);
    assertThat(hotKeys.top(INTERVAL).keys())
        .containsExactly(new HotKey("y".repeat(64) + "…", 3), new HotKey("x".repeat(64), 2));
  }

  @Test
  void atMostTwentyAreShown() {
    for (int i = 0; i < 30; i++) {
      count(counter, "key " + i, 100 + i);
    }
    counter.tick(INTERVAL);
    assertThat(hotKeys.top(INTERVAL).keys()).hasSize(20).startsWith(new HotKey("key 29", 129));
  }

  /** Never more than there were, and no key of more than one in 128 events is missed. */
  @Test
  void countsAreWithinTheirBounds() {
    long seed = System.nanoTime();
    SplittableRandom random = new SplittableRandom(seed);
    for (int round = 1; round <= 40; round++) {
      double skew = 1 + 4 * random.nextDouble();
      int events = random.nextInt(1, 50_000);
      Map<String, Long> truth = new HashMap<>();
      for (int i = 0; i < events; i++) {
        String key = "k" + (long) Math.pow(1 / (1 - random.nextDouble()), skew);
        count(counter, key, 1);
        truth.merge(key, 1L, Long::sum);
      }
      counter.tick(round * INTERVAL);
      Map<String, Long> counted = new HashMap<>();
      counter.latest().keys().forEach(key -> counted.put(key.key(), key.events()));
      counted.forEach(
          (key, least) ->
              assertThat(least).as("%s, seed %d", key, seed).isLessThanOrEqualTo(truth.get(key)));
      long error = events / KeyCounter.COUNTERS;
      truth.forEach(
          (key, count) -> {
            if (count > error + 1) {
              assertThat(counted.getOrDefault(key, 1L))
                  .as("%s, seed %d", key, seed)
                  .isGreaterThanOrEqualTo(count - error);
            }
          });
    }
  }
}

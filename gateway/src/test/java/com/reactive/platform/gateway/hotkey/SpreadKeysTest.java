package com.reactive.platform.gateway.hotkey;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Which keys are spread, and for how long. */
class SpreadKeysTest {
  private static final long SECOND = 1_000_000_000L;

  private final HotKeys hotKeys = new HotKeys(1);
  private final SpreadKeys spread = new SpreadKeys(hotKeys, 100);
  private final KeyCounter one = hotKeys.newCounter(0);
  private final KeyCounter other = hotKeys.newCounter(0);

  private static void count(KeyCounter by, String key, int times) {
    byte[] bytes = key.getBytes(UTF_8);
    for (int i = 0; i < times; i++) {
      by.count(bytes, bytes.length);
    }
  }

  private boolean takes(String key) {
    byte[] bytes = (key + "and more").getBytes(UTF_8);
    return spread.takes(bytes, key.getBytes(UTF_8).length);
  }

  private void end(int second) {
    one.tick(second * SECOND);
    other.tick(second * SECOND);
    spread.update(second * SECOND);
  }

  @Test
  void aKeyIsSpreadFromTheSecondAfterItWasHotOn() {
    count(one, "hot", 60);
    count(other, "hot", 60);
    count(one, "warm", 100);
    assertThat(takes("hot")).isFalse();
    end(1);
    assertThat(takes("hot")).as("120 of both threads").isTrue();
    assertThat(takes("warm")).as("no more than 100").isFalse();
    assertThat(takes("ho")).isFalse();
    assertThat(takes("")).isFalse();
    assertThat(spread.events()).isEqualTo(1);
    assertThat(spread.keys()).containsExactly("hot");
  }

  @Test
  void itStaysSpreadUntilItIsClearlyCooler() {
    count(one, "hot", 101);
    end(1);
    count(one, "hot", 81);
    end(2);
    assertThat(takes("hot")).isTrue();
    count(one, "hot", 80);
    end(3);
    assertThat(takes("hot")).isFalse();
    count(one, "hot", 90);
    end(4);
    assertThat(takes("hot")).as("cooler, and not hot again").isFalse();
  }

  /** They would be told from others by their beginning only. */
  @Test
  void longKeysAreNeverSpread() {
    String key = "x".repeat(64);
    count(one, key, 200);
    count(one, key + "1", 200);
    end(1);
    assertThat(takes(key)).isTrue();
    assertThat(takes(key + "1")).isFalse();
    assertThat(takes(key + "2")).isFalse();
  }

  /** As after a long pause of the collector. */
  @Test
  void aThreadThatIsLateHasCountedForLonger() {
    count(one, "warm", 150);
    end(2);
    assertThat(takes("warm")).as("75 a second").isFalse();
    count(one, "hot", 250);
    end(4);
    assertThat(takes("hot")).isTrue();
  }
}

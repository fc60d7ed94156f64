package com.reactive.platform.gateway.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KeyTableTest {
  private static final int FULL = 511 * KeyTable.SEGMENT_KEYS;
  private static final int LEAVING = FULL / 16;
  private static final long FOREVER = Long.MAX_VALUE;

  private final KeyTable table = new KeyTable();

  private static long low(int key) {
    return key * 0x9E37_79B9_7F4A_7C15L;
  }

  private long add(int key, long millis) {
    return table.add(key, low(key), key | 1, key, millis, FOREVER);
  }

  private int position(int key) {
    return table.find(key, low(key));
  }

  /** Several times around the ring of segments. */
  @Test
  void theOldestGoTogetherWherePositionsAreUsedUp() {
    int added = 4 * FULL;
    for (int key = 0; key < added; key++) {
      long evicted = add(key, key);
      assertThat(evicted).isLessThan(key - (FULL - LEAVING) + KeyTable.SEGMENT_KEYS);
    }
    assertThat(table.keys()).isBetween(FULL - LEAVING - KeyTable.SEGMENT_KEYS, FULL);
    int oldest = added - table.keys();
    for (int key = oldest; key < added; key++) {
      int position = position(key);
      assertThat(position).isNotNegative();
      assertThat(table.outcome(position)).isEqualTo(key);
      assertThat(table.fingerprint(position)).isEqualTo(key | 1);
    }
    assertThat(position(oldest - 1)).isNegative();
    assertThat(table.oldestMillis()).isEqualTo(oldest + KeyTable.SEGMENT_KEYS - 1);
  }

  @Test
  void whoseTimeIsOverGoesAndNoOther() {
    for (int key = 0; key < FULL; key++) {
      add(key, key);
    }
    table.expire(KeyTable.SEGMENT_KEYS, false);
    assertThat(table.keys()).as("one segment is too few").isEqualTo(FULL);
    table.expire(KeyTable.SEGMENT_KEYS, true);
    assertThat(table.keys()).isEqualTo(FULL - KeyTable.SEGMENT_KEYS);
    table.expire(FULL / 2, false);
    assertThat(position(FULL / 2)).isNotNegative();
    assertThat(position(FULL / 2 - 2 * KeyTable.SEGMENT_KEYS)).isNegative();
    table.expire(FULL, false);
    assertThat(table.keys()).isZero();
    assertThat(table.oldestMillis()).isEqualTo(Long.MAX_VALUE);
    assertThat(table.bytes()).isZero();
  }

  @Test
  void aFullRingGoesAtOnce() {
    for (int key = 0; key < FULL; key++) {
      add(key, 0);
    }
    table.expire(1, false);
    assertThat(table.keys()).isZero();
    assertThat(position(0)).isNegative();
    add(1, 1);
    assertThat(position(1)).isNotNegative();
  }

  /** As it is read from the log, where partitions differ. */
  @Test
  void aYoungSegmentBetweenOldOnesStays() {
    for (int key = 0; key < 40 * KeyTable.SEGMENT_KEYS; key++) {
      add(key, key / KeyTable.SEGMENT_KEYS == 5 ? 1_000 : 0);
    }
    table.expire(500, false);
    assertThat(position(5 * KeyTable.SEGMENT_KEYS - 1)).isNegative();
    assertThat(position(5 * KeyTable.SEGMENT_KEYS)).isNotNegative();
  }
}

package com.reactive.platform.gateway.microbatch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MessageSlotsTest {
  private final byte[] buffer = {1, 2, 3};
  private final MessageSlots slots = new MessageSlots(buffer, 4);

  /** The largest ring has 2^30 bytes, the largest message half of it. */
  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "0, 1",
    "1, 0",
    "1073741823, 0",
    "1073741823, 1",
    "536870912, 536870912",
    "1073741823, 536870912",
    "2147483647, 2147483647"
  })
  void anyPlaceComesBackAsItWasPut(int offset, int length) {
    slots.put(2, 5, 7, null);
    slots.put(3, offset, length, null);
    slots.put(4, 5, 7, null);

    assertThat(slots.offset(3)).isEqualTo(offset);
    assertThat(slots.length(3)).isEqualTo(length);
  }

  @ParameterizedTest
  @CsvSource({"0", "4", "2147483646", "4294967294", "9223372036854775802"})
  void sequencesThatFollowEachOtherHaveSlotsOfTheirOwn(long first) {
    RecordedCompletion[] completions = new RecordedCompletion[slots.capacity()];
    for (int i = 0; i < completions.length; i++) {
      completions[i] = new RecordedCompletion();
      slots.put(first + i, 10 * i, i, completions[i]);
    }

    for (int i = 0; i < completions.length; i++) {
      assertThat(slots.offset(first + i)).isEqualTo(10 * i);
      assertThat(slots.length(first + i)).isEqualTo(i);
      assertThat(slots.removeCompletion(first + i)).isSameAs(completions[i]);
    }
  }

  @Test
  void aCompletionIsGivenAwayOnceAndNotKept() {
    slots.put(1, 0, 1, new RecordedCompletion());
    assertThat(slots.removeCompletion(1)).isNotNull();
    assertThat(slots.removeCompletion(1)).isNull();

    slots.put(5, 0, 1, null);
    assertThat(slots.removeCompletion(5)).as("same slot, nobody waits").isNull();
  }

  @Test
  void knowsItsBufferAndSize() {
    assertThat(slots.buffer()).isSameAs(buffer);
    assertThat(slots.capacity()).isEqualTo(4);
  }
}

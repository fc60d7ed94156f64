package com.reactive.platform.gateway.microbatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MessageBatchTest {
  private final MessageBatch batch = new MessageBatch();

  @Test
  void isEmptyAtFirst() {
    assertThat(batch.size()).isZero();
    assertThat(batch.bytes()).isZero();
  }

  @Test
  void holdsCopiesOneBehindTheOther() {
    byte[] source = {1, 2, 3, 4, 5};
    batch.add(source, 1, 2).add(new byte[0]).add(source);
    Arrays.fill(source, (byte) 9);

    assertThat(messages())
        .containsExactly(new byte[] {2, 3}, new byte[0], new byte[] {1, 2, 3, 4, 5});
    assertThat(batch.bytes()).isEqualTo(7);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void growsAndIsClearedAndFilledAgain(long seed) {
    Random random = new Random(seed);
    for (int round = 0; round < 20; round++) {
      List<byte[]> added = new ArrayList<>();
      int count = random.nextInt(100);
      int maxLength = 1 << random.nextInt(14);
      for (int i = 0; i < count; i++) {
        byte[] message = new byte[random.nextInt(maxLength)];
        random.nextBytes(message);
        batch.add(message);
        added.add(message);
      }
      assertThat(messages()).as("seed %d", seed).containsExactly(added.toArray(new byte[0][]));
      assertThat(batch.bytes()).isEqualTo(added.stream().mapToInt(m -> m.length).sum());

      batch.clear();
      assertThat(batch.size()).isZero();
      assertThat(batch.bytes()).isZero();
    }
  }

  @Test
  void keepsItsMemoryWhenCleared() {
    batch.add(new byte[10_000]);
    byte[] buffer = batch.buffer();
    batch.clear();
    batch.add(new byte[9_000]).add(new byte[1_000]);

    assertThat(batch.buffer()).isSameAs(buffer);
  }

  @Test
  void aPlaceOutsideTheArrayIsRefusedAndChangesNothing() {
    batch.add(new byte[3]);
    for (int[] place :
        new int[][] {{3, 2}, {-1, 1}, {0, -1}, {Integer.MAX_VALUE, 1}, {0, 1 << 30}}) {
      assertThatExceptionOfType(IndexOutOfBoundsException.class)
          .isThrownBy(() -> batch.add(new byte[4], place[0], place[1]));
    }
    assertThat(batch.size()).isEqualTo(1);
    assertThat(batch.bytes()).isEqualTo(3);
  }

  private List<byte[]> messages() {
    List<byte[]> messages = new ArrayList<>();
    int start = 0;
    for (int i = 0; i < batch.size(); i++) {
      messages.add(Arrays.copyOfRange(batch.buffer(), start, batch.end(i)));
      start = batch.end(i);
    }
    return messages;
  }
}

package com.reactive.platform.gateway.microbatch.collector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FastRingBufferTest {
  @ParameterizedTest
  @CsvSource({"1, 1", "2, 2", "3, 4", "64, 64", "65, 128"})
  void theCapacityIsRoundedUpAndUsedWholly(int asked, int capacity) {
    FastRingBuffer<Integer> ring = new FastRingBuffer<>(asked);
    assertThat(ring.capacity()).isEqualTo(capacity);
    for (int i = 0; i < capacity; i++) {
      assertThat(ring.size()).isEqualTo(i);
      assertThat(ring.offer(i)).isTrue();
    }
    assertThat(ring.offer(-1)).as("full").isFalse();
    assertThat(ring.poll()).isZero();
    assertThat(ring.offer(capacity)).as("room for one").isTrue();
    assertThat(ring.offer(-1)).as("full again").isFalse();
    assertThat(ring.size()).isEqualTo(capacity);
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, (1 << 30) + 1})
  void aCapacityOutOfRangeIsNamed(int capacity) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new FastRingBuffer<>(capacity))
        .withMessageContaining("" + capacity);
  }

  @Test
  void nullAndWrongRangesAreRefused() {
    FastRingBuffer<String> ring = new FastRingBuffer<>(2);
    assertThatNullPointerException().isThrownBy(() -> ring.offer(null));
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> ring.drainTo(new Object[4], 3, 2));
    assertThat(ring.isEmpty()).isTrue();
    assertThat(ring.poll()).isNull();
  }

  /** Every operation at random, beside a queue that is known to be right. */
  @ParameterizedTest
  @CsvSource({"1, 1", "2, 2", "3, 4", "4, 8", "5, 64"})
  void behavesAsAQueue(long seed, int capacity) {
    Random random = new Random(seed);
    FastRingBuffer<Integer> ring = new FastRingBuffer<>(capacity);
    Queue<Integer> expected = new ArrayDeque<>();
    for (int i = 0; i < 20_000; i++) {
      switch (random.nextInt(5)) {
        case 0, 1, 2 -> {
          boolean room = expected.size() < capacity;
          assertThat(ring.offer(i)).as("seed %d, step %d", seed, i).isEqualTo(room);
          if (room) {
            expected.add(i);
          }
        }
        case 3 -> assertThat(ring.poll()).isEqualTo(expected.poll());
        default -> assertThat(drain(ring, random)).isEqualTo(remove(expected));
      }
      assertThat(ring.size()).isEqualTo(expected.size());
    }
  }

  private int limit;

  private List<Object> drain(FastRingBuffer<Integer> ring, Random random) {
    limit = random.nextInt(2 * ring.capacity() + 1);
    List<Object> drained = new ArrayList<>();
    if (random.nextBoolean()) {
      assertThat(ring.drain(drained::add, limit)).isEqualTo(drained.size());
      return drained;
    }
    Object[] target = new Object[limit + 3];
    int count = ring.drainTo(target, 2, limit);
    for (int i = 0; i < target.length; i++) {
      if (i >= 2 && i < 2 + count) {
        drained.add(target[i]);
      } else {
        assertThat(target[i]).isNull();
      }
    }
    return drained;
  }

  private List<Object> remove(Queue<Integer> expected) {
    List<Object> removed = new ArrayList<>();
    while (removed.size() < limit && !expected.isEmpty()) {
      removed.add(expected.remove());
    }
    return removed;
  }

  @Test
  void whatWasTakenIsNotKept() {
    FastRingBuffer<Object> ring = new FastRingBuffer<>(8);
    for (int i = 0; i < 6; i++) {
      ring.offer(new Object());
    }
    ring.poll();
    ring.drain(taken -> {}, 2);
    ring.drainTo(new Object[3], 0, 3);
    assertThat(ring.slots).containsOnlyNulls();
  }

  @Test
  void whatAConsumerThrowsOnIsTakenAndTheRestStays() {
    FastRingBuffer<Integer> ring = new FastRingBuffer<>(4);
    for (int i = 0; i < 4; i++) {
      ring.offer(i);
    }
    assertThatThrownBy(() -> ring.drain(i -> failOn(1, i), 4)).hasMessage("on 1");
    assertThat(ring.size()).isEqualTo(2);
    assertThat(ring.poll()).isEqualTo(2);
  }

  @Test
  void aSecondProducerOrConsumerIsFoundOutByAssertions() {
    FastRingBuffer<Integer> ring = new FastRingBuffer<>(4);
    ring.offer(1);
    assertThatThrownBy(() -> elsewhere(() -> ring.offer(2)))
        .hasCauseInstanceOf(AssertionError.class);
    ring.handOverProducer();
    elsewhere(() -> ring.offer(2));

    assertThat(ring.poll()).isEqualTo(1);
    assertThatThrownBy(() -> elsewhere(ring::poll)).hasCauseInstanceOf(AssertionError.class);
    assertThatThrownBy(() -> elsewhere(() -> ring.drain(taken -> {}, 1)))
        .hasCauseInstanceOf(AssertionError.class);
    assertThatThrownBy(() -> elsewhere(() -> ring.drainTo(new Object[1], 0, 1)))
        .hasCauseInstanceOf(AssertionError.class);
    ring.handOverConsumer();
    elsewhere(ring::poll);
    assertThat(ring.isEmpty()).isTrue();
  }

  /** Read from the running JVM, whatever it makes of the order of the fields. */
  @Test
  void theSidesLieTwoCacheLinesApart() throws ReflectiveOperationException {
    List<Long> shared = offsets(RingFields.Shared.class);
    List<Long> producer = offsets(RingFields.Producer.class);
    List<Long> consumer = offsets(RingFields.Consumer.class);
    List<Long> back = offsets(RingFields.Back.class);
    assertThat(min(shared)).isGreaterThanOrEqualTo(128);
    assertThat(min(producer) - max(shared)).isGreaterThanOrEqualTo(128);
    assertThat(min(consumer) - max(producer)).isGreaterThanOrEqualTo(128);
    assertThat(max(back) + Long.BYTES - max(consumer)).isGreaterThanOrEqualTo(128);
    assertThat(offsets(FastRingBuffer.class)).as("fields outside the padding").isEmpty();
  }

  private static List<Long> offsets(Class<?> owner) throws ReflectiveOperationException {
    Class<?> type = Class.forName("sun.misc.Unsafe");
    Field singleton = type.getDeclaredField("theUnsafe");
    singleton.setAccessible(true);
    Object unsafe = singleton.get(null);
    List<Long> offsets = new ArrayList<>();
    for (Field field : owner.getDeclaredFields()) {
      if (!Modifier.isStatic(field.getModifiers())) {
        offsets.add((Long) type.getMethod("objectFieldOffset", Field.class).invoke(unsafe, field));
      }
    }
    return offsets;
  }

  private static long min(List<Long> offsets) {
    return offsets.stream().mapToLong(Long::longValue).min().orElseThrow();
  }

  private static long max(List<Long> offsets) {
    return offsets.stream().mapToLong(Long::longValue).max().orElseThrow();
  }

  private static void failOn(int bad, int value) {
    if (value == bad) {
      throw new IllegalStateException("on " + value);
    }
  }

  private static void elsewhere(Runnable task) throws CompletionException {
    CompletableFuture.runAsync(task, command -> new Thread(command).start()).join();
  }
}

package com.reactive.platform.gateway.microbatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BatchTest {
  private static final long FIRST_SEQUENCE = 1_000;
  private final Throwable reason = new Exception("the test's reason");

  private final List<RecordedCompletion> completions = new ArrayList<>();
  private final List<Integer> openWhenCompleted = new ArrayList<>();

  @Test
  void allAtOnceAreAcked() {
    Batch batch = batch(100);
    batch.acked(3, 42);

    assertThat(completions).allSatisfy(c -> assertThat(c.told()).containsExactly("acked 3/42"));
    assertCompleted(batch);
  }

  @Test
  void allAtOnceAreNotWritten() {
    Batch batch = batch(100);
    batch.notWritten(reason);

    assertThat(completions).allSatisfy(c -> assertThat(c.told()).containsExactly("not written"));
    assertThat(completions).allSatisfy(c -> assertThat(c.reason()).isSameAs(reason));
    assertCompleted(batch);
  }

  @Test
  void allAtOnceAreUnknown() {
    Batch batch = batch(100);
    batch.unknown(reason);

    assertThat(completions).allSatisfy(c -> assertThat(c.told()).containsExactly("unknown"));
    assertThat(completions).allSatisfy(c -> assertThat(c.reason()).isSameAs(reason));
    assertCompleted(batch);
  }

  @Test
  void whatComesAfterAllDoesNothing() {
    Batch batch = batch(3);
    batch.acked(0, 0);

    assertThat(batch.notWritten(1, reason)).isFalse();
    batch.notWritten(reason);
    batch.unknown(reason);
    batch.acked(0, 1);
    assertThat(completions).allSatisfy(c -> assertThat(c.told()).containsExactly("acked 0/0"));
    assertCompleted(batch);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 63, 64, 65, 128, 200})
  void theRestIsCompletedAtOnceAfterSomeOfThem(int size) {
    Batch batch = batch(size);
    for (int i = 0; i < size; i += 3) {
      assertThat(batch.acked(i, 0, i)).isTrue();
      assertThat(batch.unknown(i, reason)).isFalse();
    }
    batch.notWritten(reason);
    batch.unknown(reason);

    for (int i = 0; i < size; i++) {
      assertThat(completions.get(i).told())
          .containsExactly(i % 3 == 0 ? "acked 0/" + i : "not written");
    }
    assertCompleted(batch);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 64, 65, 200})
  void whatIsOpenCountsDownToTheLastMessage(int size) {
    Batch batch = batch(size);
    int openBytes = batch.bytes();
    for (int i = size - 1; i >= 0; i--) {
      assertThat(openWhenCompleted).isEmpty();
      assertThat(batch.openMessages()).isEqualTo(i + 1);
      assertThat(batch.openBytes()).isEqualTo(openBytes);
      assertThat(batch.acked(i, 0, 0)).isTrue();
      openBytes -= i;
    }

    assertCompleted(batch);
    batch.unknown(reason);
    assertThat(completions).allSatisfy(c -> assertThat(c.told()).containsExactly("acked 0/0"));
  }

  @Test
  void aCompletionMayCompleteOthersWhileAllAreBeingCompleted() {
    RecordedCompletion other = new RecordedCompletion();
    Batch[] self = new Batch[1];
    Completion meddling =
        new Acked(
            offset -> {
              assertThat(self[0].notWritten(1, reason)).isFalse();
              self[0].unknown(reason);
            });
    self[0] = batch(List.of(meddling, other));
    self[0].acked(0, 5);

    assertThat(other.told()).containsExactly("acked 0/5");
    assertCompleted(self[0]);
  }

  @Test
  void aCompletionThatThrowsKeepsNobodyFromBeingTold() {
    List<Long> told = new ArrayList<>();
    Completion throwing =
        new Acked(
            offset -> {
              told.add(offset);
              throw new IllegalStateException("thrown by the test's completion");
            });
    RecordedCompletion other = new RecordedCompletion();
    Batch batch = batch(List.of(throwing, other, throwing));
    batch.acked(0, 5);

    assertThat(told).containsExactly(5L, 5L);
    assertThat(other.told()).containsExactly("acked 0/5");
    assertCompleted(batch);
  }

  @Test
  void theSettlementIsAskedForBeforeUnknownIsTold() {
    Batch batch = batch(2);
    Settlement settlement = batch.unknownYet(0, reason);

    assertThat(settlement).isSameAs(completions.get(0));
    assertThat(completions.get(0).told()).containsExactly("asked", "unknown");
    assertThat(completions.get(0).reason()).isSameAs(reason);
    assertThat(batch.unknownYet(0, reason)).as("complete already").isNull();
    assertThat(completions.get(0).told()).hasSize(2);
    assertThat(batch.unknownYet(1, reason)).isNotNull();
    assertCompleted(batch);
  }

  @Test
  void aCompletionThatThrowsWhenAskedIsToldUnknownAllTheSame() {
    List<String> told = new ArrayList<>();
    Completion throwing =
        new Completion() {
          @Override
          public void acked(int partition, long offset) {}

          @Override
          public void notWritten(Throwable why) {}

          @Override
          public void unknown(Throwable why) {
            told.add("unknown");
          }

          @Override
          public Settlement settlement() {
            throw new IllegalStateException("thrown by the test's completion");
          }
        };
    Batch batch = batch(List.of(throwing));
    assertThat(batch.unknownYet(0, reason)).isNull();
    assertThat(told).containsExactly("unknown");
    assertCompleted(batch);
  }

  @Test
  void messagesForWhichNobodyWaitsAreCompletedLikeOthers() {
    MessageSlots slots = new MessageSlots(new byte[0], 4);
    for (int i = 0; i < 4; i++) {
      slots.put(i, 0, 0, null);
    }
    Batch allAtOnce = batch(slots, 0, 4, 0);
    allAtOnce.acked(0, 0);
    assertCompleted(allAtOnce);

    openWhenCompleted.clear();
    Batch oneByOne = batch(slots, 0, 4, 0);
    ManualSink.ackAll(oneByOne);
    assertCompleted(oneByOne);

    openWhenCompleted.clear();
    Batch unknownYet = batch(slots, 0, 1, 0);
    assertThat(unknownYet.unknownYet(0, reason)).isNull();
    assertCompleted(unknownYet);
  }

  /** Of lengths 0, 1, 2 ..., each with a recorded completion. */
  private Batch batch(int size) {
    for (int i = 0; i < size; i++) {
      completions.add(new RecordedCompletion());
    }
    return batch(completions);
  }

  private Batch batch(List<? extends Completion> told) {
    MessageSlots slots = new MessageSlots(new byte[0], 256);
    int bytes = 0;
    for (int i = 0; i < told.size(); i++) {
      slots.put(FIRST_SEQUENCE + i, bytes, i, told.get(i));
      bytes += i;
    }
    return batch(slots, FIRST_SEQUENCE, told.size(), bytes);
  }

  private Batch batch(MessageSlots slots, long firstSequence, int size, int bytes) {
    Batch.Owner owner = done -> openWhenCompleted.add(done.openMessages());
    return new Batch(owner, slots, FlushReason.SIZE, firstSequence, size, bytes, 0);
  }

  private void assertCompleted(Batch batch) {
    assertThat(openWhenCompleted).as("open when the owner was told, once").containsExactly(0);
    assertThat(batch.openMessages()).isZero();
    assertThat(batch.openBytes()).isZero();
  }

  private record Acked(Consumer<Long> action) implements Completion {
    @Override
    public void acked(int partition, long offset) {
      action.accept(offset);
    }

    @Override
    public void notWritten(Throwable reason) {}

    @Override
    public void unknown(Throwable reason) {}
  }
}

package com.reactive.platform.gateway.microbatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StripeBulkTest {
  private static final int RING_BYTES = 64;
  private static final int SLOTS = 8;

  private final Stripe stripe =
      new Stripe(new BatcherConfig(1, RING_BYTES, SLOTS, 16, 1), StripeTest.NOBODY, () -> 0);
  private final MessageBatch messages = new MessageBatch();

  @Test
  void allOfThemOrNoneWhenTheSlotsAreFull() {
    assertThat(append(0, 0, 0, 0, 0, 0)).isEqualTo(SubmitResult.ACCEPTED);
    assertThat(append(0, 0, 0)).as("2 slots are left").isEqualTo(SubmitResult.FULL);
    assertThat(stripe.published()).isEqualTo(6);
    assertThat(stripe.refusedFull()).as("submits, not messages").isEqualTo(1);

    assertThat(append(0, 0)).isEqualTo(SubmitResult.ACCEPTED);
    assertThat(append(0)).isEqualTo(SubmitResult.FULL);
  }

  @Test
  void allOfThemOrNoneWhenTheRingIsFull() {
    assertThat(append(16, 16)).isEqualTo(SubmitResult.ACCEPTED);
    assertThat(append(10, 10)).isEqualTo(SubmitResult.ACCEPTED);
    assertThat(append(5, 5, 3)).as("12 bytes are left").isEqualTo(SubmitResult.FULL);
    assertThat(stripe.open()).isEqualTo(new Stripe.Open(4, 52));
    assertThat(stripe.acceptedBytes()).isEqualTo(52);

    assertThat(append(5, 4, 3)).isEqualTo(SubmitResult.ACCEPTED);
  }

  @Test
  void theyLieTogetherSoTheEndOfTheRingIsSkippedForAllOfThem() {
    append(24);
    append(24); // 16 bytes are left before the end
    takeAndAck();

    assertThat(append(10, 20)).as("skips 16, and 24 are free").isEqualTo(SubmitResult.FULL);
    assertThat(append(4, 20)).isEqualTo(SubmitResult.ACCEPTED);
    takeAndAck();
    Batch batch = take();
    assertThat(batch.offset(0)).isZero();
    assertThat(batch.length(0)).isEqualTo(4);
    batch.acked(0, 0);
    takeAndAck();
    assertThat(stripe.open()).isEqualTo(new Stripe.Open(0, 0));
    assertThat(append(8, 8, 16)).isEqualTo(SubmitResult.ACCEPTED);
    assertThat(append(8, 8, 8)).as("skips 8, and 24 are free").isEqualTo(SubmitResult.ACCEPTED);
    assertThat(append(1)).isEqualTo(SubmitResult.FULL);
  }

  @Test
  void theLargestBatchAlwaysFitsAnEmptyRing() {
    for (int start = 0; start < 200; start++) {
      append(1);
      takeAndAck();

      assertThat(append(16, 0, 15, 1)).isEqualTo(SubmitResult.ACCEPTED);
      while (stripe.hasPending()) {
        takeAndAck();
      }
    }
  }

  @Test
  void aClosedStripeTakesNone() {
    stripe.close();

    assertThat(append(1, 1)).isEqualTo(SubmitResult.CLOSED);
    assertThat(stripe.published()).isZero();
    assertThat(stripe.acceptedBytes()).isZero();
  }

  /** The clock is read in the middle of an append. */
  @Test
  void allAreWithdrawnThatArePublishedAfterClose() {
    Stripe[] closing = new Stripe[1];
    LongSupplier clock =
        () -> {
          closing[0].close();
          return 0;
        };
    closing[0] = new Stripe(new BatcherConfig(1, 64, 8, 16, 1), StripeTest.NOBODY, clock);
    messages.add(new byte[3]).add(new byte[4]);

    assertThat(closing[0].append(messages, null)).isEqualTo(SubmitResult.CLOSED);
    assertThat(closing[0].hasPending()).isFalse();
    assertThat(closing[0].acceptedBytes()).isZero();
    assertThat(closing[0].open()).isEqualTo(new Stripe.Open(0, 0));
  }

  /** A message as the model knows it. */
  private record Sent(ByteBuffer bytes, RecordedCompletion completion) {}

  /** A batch that is away, and what the model says is in it. */
  private record Away(Batch batch, List<Sent> expected) {}

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void bytesComeOutAsTheyWentInAmongSingleOnes(long seed) {
    Random random = new Random(seed);
    Queue<Sent> pending = new ArrayDeque<>();
    List<Away> away = new ArrayList<>();
    int refused = 0;
    for (int step = 0; step < 20_000; step++) {
      switch (random.nextInt(4)) {
        case 0, 1 -> refused += appendRandom(random, pending);
        case 2 -> takeInto(away, pending);
        default -> completeOne(random, away, seed);
      }
      long expected = pending.size() + away.stream().mapToLong(a -> a.expected().size()).sum();
      assertThat(stripe.open().messages()).as("seed %d", seed).isEqualTo(expected);
    }
    assertThat(refused).as("full is often met, seed %d", seed).isGreaterThan(100);
    assertThat(stripe.acceptedBytes()).as("wraps often").isGreaterThan(50 * RING_BYTES);
  }

  /** Returns 1 if there was no room. */
  private int appendRandom(Random random, Queue<Sent> pending) {
    RecordedCompletion completion = new RecordedCompletion();
    List<Sent> sent = new ArrayList<>();
    messages.clear();
    int room = RING_BYTES / 2;
    for (int count = 1 + random.nextInt(SLOTS); count > 0; count--) {
      byte[] bytes = new byte[random.nextInt(room + 1)];
      random.nextBytes(bytes);
      room -= bytes.length;
      messages.add(bytes);
      sent.add(new Sent(ByteBuffer.wrap(bytes), completion));
    }
    SubmitResult result =
        sent.size() == 1
            ? stripe.append(messages.buffer(), 0, messages.bytes(), completion)
            : stripe.append(messages, completion);
    if (result == SubmitResult.FULL) {
      return 1;
    }
    pending.addAll(sent);
    return 0;
  }

  private void takeInto(List<Away> away, Queue<Sent> pending) {
    Batch batch = take();
    if (batch != null) {
      List<Sent> expected = new ArrayList<>();
      for (int i = 0; i < batch.size(); i++) {
        expected.add(pending.remove());
      }
      away.add(new Away(batch, expected));
    }
  }

  /** Any one of those in flight, so that batches complete out of order. */
  private void completeOne(Random random, List<Away> away, long seed) {
    if (away.isEmpty()) {
      return;
    }
    Away done = away.remove(random.nextInt(away.size()));
    for (int i = 0; i < done.batch().size(); i++) {
      Sent sent = done.expected().get(i);
      assertThat(ByteBuffer.wrap(ManualSink.bytes(done.batch(), i)))
          .as("seed %d", seed)
          .isEqualTo(sent.bytes());
      int toldBefore = sent.completion().told().size();
      done.batch().acked(i, 0, 0);
      assertThat(sent.completion().told()).as("once for each").hasSize(toldBefore + 1);
    }
  }

  private SubmitResult append(int... lengths) {
    messages.clear();
    for (int length : lengths) {
      messages.add(new byte[length]);
    }
    return stripe.append(messages, null);
  }

  private Batch take() {
    return stripe.take(FlushReason.SIZE, Long.MAX_VALUE, 16);
  }

  private void takeAndAck() {
    take().acked(0, 0);
  }
}

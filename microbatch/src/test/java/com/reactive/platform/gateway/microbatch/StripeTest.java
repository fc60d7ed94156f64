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

class StripeTest {
  static final Stripe.Listener NOBODY =
      new Stripe.Listener() {
        @Override
        public void batchTaken() {}

        @Override
        public void batchCompleted(Batch batch) {}
      };

  private final Stripe stripe = new Stripe(new BatcherConfig(1, 64, 8, 16, 1), NOBODY, () -> 0);

  @Test
  void isFullWhenTheRingIs() {
    for (int i = 0; i < 4; i++) {
      assertThat(append(16)).isEqualTo(SubmitResult.ACCEPTED);
    }

    assertThat(append(1)).isEqualTo(SubmitResult.FULL);
    assertThat(append(0)).as("an empty message needs no bytes").isEqualTo(SubmitResult.ACCEPTED);
    assertThat(stripe.refusedFull()).isEqualTo(1);
  }

  @Test
  void isFullWhenTheSlotsAre() {
    for (int i = 0; i < 8; i++) {
      assertThat(append(0)).isEqualTo(SubmitResult.ACCEPTED);
    }

    assertThat(append(0)).isEqualTo(SubmitResult.FULL);
  }

  /**
   * Messages that are written in place come back whole, in order, between those that are copied.
   */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void whatIsWrittenInPlaceComesBack(long seed) {
    Random random = new Random(seed);
    Queue<byte[]> expected = new ArrayDeque<>();
    int inPlace = 0;
    for (int i = 0; i < 10_000; i++) {
      byte[] message = new byte[random.nextInt(20)];
      random.nextBytes(message);
      int room = message.length + random.nextInt(8);
      int claimed = stripe.claim(room);
      if (claimed >= 0 && random.nextInt(4) > 0) {
        assertThat(claimed + room).isLessThanOrEqualTo(stripe.ring().length);
        System.arraycopy(message, 0, stripe.ring(), claimed, message.length);
        assertThat(stripe.commit(message.length, null)).isEqualTo(SubmitResult.ACCEPTED);
        expected.add(message);
        inPlace++;
      } else if (stripe.append(message, 0, message.length, null) == SubmitResult.ACCEPTED) {
        expected.add(message);
      }
      if (random.nextInt(3) == 0 && stripe.hasPending()) {
        Batch batch = take();
        for (int m = 0; m < batch.size(); m++) {
          byte[] next = expected.remove();
          assertThat(ByteBuffer.wrap(batch.buffer(), batch.offset(m), batch.length(m)))
              .as("seed %d", seed)
              .isEqualTo(ByteBuffer.wrap(next));
        }
        ManualSink.ackAll(batch);
      }
    }
    assertThat(inPlace).isGreaterThan(1_000);
  }

  @Test
  void aClaimIsRefusedWhereThereIsNoRoomOrAfterTheClose() {
    assertThat(stripe.claim(16)).isZero();
    assertThat(stripe.claim(16)).as("the last one was not committed").isZero();
    append(16);
    append(16);
    append(16);
    assertThat(stripe.claim(17)).isEqualTo(-1);
    assertThat(stripe.refusedFull()).as("a claim is no submit").isZero();
    assertThat(stripe.claim(16)).isEqualTo(48);
    stripe.close();
    assertThat(stripe.commit(16, null)).isEqualTo(SubmitResult.CLOSED);
    assertThat(stripe.claim(1)).isEqualTo(-1);
  }

  /** Whatever was appended and given back before: what it says is what an append then does. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void admitsWhatWouldBeAccepted(long seed) {
    Random random = new Random(seed);
    int refused = 0;
    for (int i = 0; i < 10_000; i++) {
      int length = random.nextInt(33);
      boolean admitted = stripe.admits(length);
      refused += admitted ? 0 : 1;
      assertThat(stripe.refusedFull()).isEqualTo(refused);
      assertThat(append(length) == SubmitResult.ACCEPTED)
          .as("seed %d, %d", seed, i)
          .isEqualTo(admitted);
      refused += admitted ? 0 : 1;
      if (random.nextInt(3) == 0 && stripe.hasPending()) {
        ManualSink.ackAll(take());
      }
    }
    assertThat(refused).isBetween(2_000, 18_000);
  }

  @Test
  void isAsFullAsTheRingOrTheSlotsAre() {
    assertThat(stripe.fill()).isZero();
    append(16);
    assertThat(stripe.fill()).as("of 64 bytes").isEqualTo(0.25);
    append(0);
    append(0);
    assertThat(stripe.fill()).as("of 8 messages").isEqualTo(0.375);
    while (stripe.hasPending()) {
      ManualSink.ackAll(take());
    }
    assertThat(stripe.fill()).isZero();
  }

  /** Batches may be completed in any order. */
  @Test
  void theFirstMessagesAreReleasedWithTheLastOfThem() {
    append(16);
    Batch first = take();
    append(16);
    Batch second = take();
    append(16);
    assertThat(stripe.isReleased(0)).isTrue();
    ManualSink.ackAll(second);
    assertThat(stripe.isReleased(1)).isFalse();
    ManualSink.ackAll(first);
    assertThat(stripe.isReleased(2)).isTrue();
    assertThat(stripe.isReleased(stripe.published())).isFalse();
  }

  @Test
  void theSkippedEndOfTheRingIsGivenBackWithTheMessageAfterIt() {
    append(24);
    append(24); // 16 bytes are left before the end
    ManualSink.ackAll(take());

    assertThat(append(32)).as("skips 16, and the first 24 are free").isEqualTo(SubmitResult.FULL);
    ManualSink.ackAll(take());
    assertThat(append(32)).isEqualTo(SubmitResult.ACCEPTED);
    assertThat(append(16)).isEqualTo(SubmitResult.ACCEPTED);
    assertThat(append(1)).isEqualTo(SubmitResult.FULL);
  }

  @Test
  void theLargestMessageAlwaysFitsAnEmptyRing() {
    for (int start = 0; start < 200; start++) {
      append(1);
      ManualSink.ackAll(take());

      assertThat(append(32)).isEqualTo(SubmitResult.ACCEPTED);
      ManualSink.ackAll(take());
    }
  }

  @Test
  void spaceComesBackInOrderHoweverBatchesComplete() {
    List<Batch> batches = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      append(16);
      batches.add(take());
    }
    for (int i = 3; i > 0; i--) {
      ManualSink.ackAll(batches.get(i));
      assertThat(append(1)).as("the oldest batch is open").isEqualTo(SubmitResult.FULL);
    }

    ManualSink.ackAll(batches.get(0));
    for (int i = 0; i < 4; i++) {
      assertThat(append(16)).isEqualTo(SubmitResult.ACCEPTED);
    }
  }

  @Test
  void aBatchOfSeveralStaysWithinItsBytesAndAQuarterOfTheSlots() {
    append(10);
    append(6);
    append(1);
    append(30);
    append(0);
    append(0);
    append(0);

    assertThat(take().size()).as("10 + 6 of 16 bytes").isEqualTo(2);
    assertThat(take().size()).as("1, for 30 more are too many").isEqualTo(1);
    assertThat(take().bytes()).as("more than N, so alone").isEqualTo(30);
    assertThat(take().size()).as("two of eight slots").isEqualTo(2);
    assertThat(take().size()).isEqualTo(1);
    assertThat(take()).isNull();
  }

  @Test
  void takesNothingThatCameAfterTheGivenEnd() {
    append(1);
    long end = stripe.published();
    append(1);

    assertThat(stripe.take(FlushReason.IDLE, end, 16).size()).isEqualTo(1);
    assertThat(stripe.take(FlushReason.IDLE, end, 16)).isNull();
  }

  /** The clock is read in the middle of an append. */
  @Test
  void aMessageThatIsPublishedAfterCloseIsWithdrawn() {
    Stripe[] closing = new Stripe[1];
    LongSupplier clock =
        () -> {
          closing[0].close();
          return 0;
        };
    closing[0] = new Stripe(new BatcherConfig(1, 64, 8, 16, 1), NOBODY, clock);

    assertThat(closing[0].append(new byte[3], 0, 3, new RecordedCompletion()))
        .isEqualTo(SubmitResult.CLOSED);
    assertThat(closing[0].hasPending()).isFalse();
    assertThat(closing[0].published()).isZero();
    assertThat(closing[0].acceptedBytes()).isZero();
    assertThat(closing[0].open()).isEqualTo(new Stripe.Open(0, 0));
    assertThat(closing[0].take(FlushReason.CLOSE, Long.MAX_VALUE, 16)).isNull();
  }

  /** A message as the model knows it, in the batch that carries it. */
  private record Sent(Batch batch, int index, ByteBuffer bytes) {}

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void bytesComeOutAsTheyWentIn(long seed) {
    Random random = new Random(seed);
    Queue<ByteBuffer> pending = new ArrayDeque<>();
    List<Sent> inFlight = new ArrayList<>();
    int accepted = 0;
    for (int step = 0; step < 20_000; step++) {
      switch (random.nextInt(4)) {
        case 0, 1 -> accepted += appendRandom(random, pending, inFlight, seed);
        case 2 -> takeInto(inFlight, pending);
        default -> completeOne(random, inFlight, seed);
      }
      long expected = (long) pending.size() + inFlight.size();
      assertThat(stripe.open().messages()).as("seed %d", seed).isEqualTo(expected);
    }
    assertThat(accepted).as("seed %d", seed).isEqualTo((int) stripe.published()).isPositive();
    assertThat(stripe.acceptedBytes()).as("wraps often").isGreaterThan(50 * 64);
  }

  private int appendRandom(
      Random random, Queue<ByteBuffer> pending, List<Sent> inFlight, long seed) {
    byte[] bytes = new byte[random.nextInt(33)];
    random.nextBytes(bytes);
    // From the middle of an array: the caller's offset counts.
    byte[] source = new byte[bytes.length + 5];
    System.arraycopy(bytes, 0, source, 3, bytes.length);
    SubmitResult result = stripe.append(source, 3, bytes.length, new RecordedCompletion());
    if (result == SubmitResult.ACCEPTED) {
      pending.add(ByteBuffer.wrap(bytes));
      return 1;
    }
    assertThat(pending.size() + inFlight.size()).as("full, seed %d", seed).isPositive();
    return 0;
  }

  private void takeInto(List<Sent> inFlight, Queue<ByteBuffer> pending) {
    Batch batch = take();
    for (int i = 0; batch != null && i < batch.size(); i++) {
      inFlight.add(new Sent(batch, i, pending.remove()));
    }
  }

  /** Any one of those in flight, so that batches complete out of order. */
  private void completeOne(Random random, List<Sent> inFlight, long seed) {
    if (inFlight.isEmpty()) {
      return;
    }
    Sent sent = inFlight.remove(random.nextInt(inFlight.size()));
    assertThat(ByteBuffer.wrap(ManualSink.bytes(sent.batch(), sent.index())))
        .as("seed %d", seed)
        .isEqualTo(sent.bytes());
    assertThat(sent.batch().acked(sent.index(), 0, 0)).isTrue();
  }

  private SubmitResult append(int length) {
    return stripe.append(new byte[length], 0, length, new RecordedCompletion());
  }

  private Batch take() {
    return stripe.take(FlushReason.SIZE, Long.MAX_VALUE, 16);
  }
}

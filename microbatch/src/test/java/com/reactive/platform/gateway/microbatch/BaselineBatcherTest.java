package com.reactive.platform.gateway.microbatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What {@link SimpleBatcher} and {@link ExponentialBatcher} share, and what they do not. */
@Timeout(300)
class BaselineBatcherTest {
  private static final long HOUR_NANOS = Duration.ofHours(1).toNanos();
  private static final Duration SHORT = Duration.ofMillis(20);

  enum Kind {
    SIMPLE {
      @Override
      BucketBatcher start(BatchSender sink, long intervalNanos) {
        return new SimpleBatcher(8, intervalNanos, 24, sink, "simple-under-test");
      }
    },
    EXPONENTIAL {
      @Override
      BucketBatcher start(BatchSender sink, long intervalNanos) {
        return new ExponentialBatcher(8, 8, intervalNanos, 24, sink, "exponential-under-test");
      }
    };

    /** Buckets of 8 bytes, three of them. */
    abstract BucketBatcher start(BatchSender sink, long intervalNanos);
  }

  private final ManualSink sink = new ManualSink();
  private final List<BucketBatcher> started = new ArrayList<>();

  @AfterEach
  void closeAll() throws InterruptedException {
    for (BucketBatcher batcher : started) {
      batcher.close(Duration.ZERO);
      batcher.thread().join(Waits.LONG.toMillis());
      assertThat(batcher.thread().isAlive()).isFalse();
    }
  }

  @ParameterizedTest
  @EnumSource
  void flushesWhenIdleAndWhenFull(Kind kind) throws InterruptedException {
    BucketBatcher batcher = start(kind, sink, HOUR_NANOS);
    submit(batcher, "alone");
    Batch idle = sink.next();
    assertThat(idle.reason()).isEqualTo(FlushReason.IDLE);
    submit(batcher, "four");
    submit(batcher, "more");
    submit(batcher, "next");
    Batch full = sink.next();
    assertThat(full.reason()).isEqualTo(FlushReason.SIZE);
    assertThat(ManualSink.texts(full)).containsExactly("four", "more");
    assertThat(sink.hasNone()).isTrue();
    ManualSink.ackAll(idle);
    ManualSink.ackAll(full);
    assertThat(ManualSink.texts(sink.next())).containsExactly("next");
  }

  @ParameterizedTest
  @EnumSource
  void aBucketGoesWithTheMessageThatFillsItToTheLastByte(Kind kind) throws InterruptedException {
    BucketBatcher batcher = start(kind, sink, HOUR_NANOS);
    submit(batcher, "alone");
    sink.next();
    submit(batcher, "four");
    assertThat(sink.hasNone()).isTrue();
    submit(batcher, "more");
    Batch full = sink.next();
    assertThat(full.reason()).isEqualTo(FlushReason.SIZE);
    assertThat(ManualSink.texts(full)).containsExactly("four", "more");
  }

  @ParameterizedTest
  @EnumSource
  void flushesByTimeThoughTheSinkIsBusy(Kind kind) throws InterruptedException {
    BucketBatcher batcher = start(kind, sink, 1_000_000);
    submit(batcher, "keeps");
    sink.next();
    submit(batcher, "waits T");
    assertThat(sink.next().reason()).isEqualTo(FlushReason.TIME);
  }

  @ParameterizedTest
  @EnumSource
  void fullIsAnAnswerAndRoomComesBack(Kind kind) throws InterruptedException {
    BucketBatcher batcher = start(kind, sink, HOUR_NANOS);
    submit(batcher, "eight by");
    Batch first = sink.next();
    assertThat(submit(batcher, "eight by")).isEqualTo(SubmitResult.ACCEPTED);
    assertThat(submit(batcher, "eight by")).isEqualTo(SubmitResult.ACCEPTED);
    RecordedCompletion refused = new RecordedCompletion();
    assertThat(submit(batcher, "x", refused)).isEqualTo(SubmitResult.FULL);
    assertThat(batcher.stats().refusedFull()).isEqualTo(1);
    assertThat(batcher.stats().pendingMessages()).isEqualTo(3);
    assertThat(batcher.stats().pendingBytes()).isEqualTo(24);
    ManualSink.ackAll(first);
    assertThat(submit(batcher, "x")).isEqualTo(SubmitResult.ACCEPTED);
    assertThat(refused.told()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void aMessageBeyondTheLimitIsRefusedWithBothSizes(Kind kind) {
    BucketBatcher batcher = start(kind, sink, HOUR_NANOS);
    assertThat(batcher.maxMessageBytes()).isEqualTo(8);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> submit(batcher, "nine byte"))
        .withMessageContaining("9 bytes")
        .withMessageContaining("8 bytes");
    assertThat(batcher.stats().acceptedMessages()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void aSenderThatThrowsLeavesItsBatchUnknown(Kind kind) throws InterruptedException {
    BatchSender failing =
        batch -> {
          if (ManualSink.texts(batch).contains("bad")) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("broken sink");
          }
          sink.send(batch);
        };
    BucketBatcher batcher = start(kind, failing, HOUR_NANOS);
    RecordedCompletion bad = new RecordedCompletion();
    submit(batcher, "bad", bad);
    Waits.until("told", () -> !bad.told().isEmpty());
    assertThat(bad.told()).containsExactly("unknown");
    assertThat(bad.reason()).hasMessage("broken sink");
    submit(batcher, "good");
    ManualSink.ackAll(sink.next());
  }

  @ParameterizedTest
  @EnumSource
  void closingDrainsAndThenRefuses(Kind kind) throws Exception {
    BucketBatcher batcher = start(kind, sink, HOUR_NANOS);
    submit(batcher, "flying");
    Batch first = sink.next();
    RecordedCompletion waiting = new RecordedCompletion();
    submit(batcher, "waiting", waiting);
    CompletableFuture<Boolean> closed =
        CompletableFuture.supplyAsync(() -> closeUnchecked(batcher));
    Batch second = sink.next();
    assertThat(second.reason()).isEqualTo(FlushReason.CLOSE);
    assertThat(submit(batcher, "late")).isEqualTo(SubmitResult.CLOSED);
    ManualSink.ackAll(second);
    assertThat(closed).isNotDone();
    ManualSink.ackAll(first);
    assertThat(closed.get(Waits.LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(waiting.told()).containsExactly("acked 0/0");
    assertThat(batcher.thread().isAlive()).isFalse();
    assertThat(batcher.close(Duration.ZERO)).as("again").isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void aCloseThatTimesOutInterruptsTheSenderAndGivesUpTheRest(Kind kind) throws Exception {
    CountDownLatch blocked = new CountDownLatch(1);
    BucketBatcher batcher =
        start(
            kind,
            batch -> {
              blocked.countDown();
              new CountDownLatch(1).await();
            },
            HOUR_NANOS);
    RecordedCompletion held = new RecordedCompletion();
    RecordedCompletion unsent = new RecordedCompletion();
    submit(batcher, "held", held);
    blocked.await();
    submit(batcher, "unsent", unsent);
    assertThat(batcher.close(SHORT)).isFalse();
    assertThat(unsent.told()).containsExactly("not written");
    Waits.until("the interrupt arrives", () -> !held.told().isEmpty());
    assertThat(held.told()).containsExactly("unknown");
    assertThat(batcher.close(Waits.LONG)).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void nobodyElseCanRunItsLoop(Kind kind) {
    assertThat(start(kind, sink, HOUR_NANOS)).isNotInstanceOf(Runnable.class);
  }

  @ParameterizedTest
  @EnumSource
  void aCompletionIsRequired(Kind kind) {
    BucketBatcher batcher = start(kind, sink, HOUR_NANOS);
    assertThatNullPointerException()
        .isThrownBy(() -> submit(batcher, "x", null))
        .withMessage("completion");
    assertThat(batcher.stats().acceptedMessages()).isZero();
  }

  @Test
  void bucketsDoubleWhenFullAndHalveWhenMostlyEmpty() {
    ExponentialBatcher.Doubling sizes = new ExponentialBatcher.Doubling(8, 30);
    assertThat(sizes.bytesFor(1, false)).isEqualTo(8);
    assertThat(sizes.bytesFor(20, false)).as("for a large message").isEqualTo(20);
    sizes.opened(8);
    assertThat(sizes.bytesFor(1, true)).isEqualTo(16);
    assertThat(sizes.bytesFor(1, true)).as("if there was no room for it").isEqualTo(16);
    sizes.opened(16);
    assertThat(sizes.bytesFor(1, true)).as("the largest").isEqualTo(30);
    sizes.flushed(4, 16);
    assertThat(sizes.bytesFor(1, false)).as("a quarter full").isEqualTo(16);
    sizes.flushed(3, 16);
    assertThat(sizes.bytesFor(1, false)).isEqualTo(8);
    sizes.flushed(0, 8);
    assertThat(sizes.bytesFor(1, false)).as("the smallest").isEqualTo(8);
  }

  @Test
  void anExponentialBatcherGrowsUnderLoad() throws InterruptedException {
    ExponentialBatcher batcher =
        new ExponentialBatcher(8, 32, HOUR_NANOS, 200, sink, "growing-under-test");
    started.add(batcher);
    submit(batcher, "small");
    sink.next();
    for (int i = 0; i < 8; i++) {
      submit(batcher, "eight by");
    }
    assertThat(sink.next().size()).isEqualTo(1);
    assertThat(sink.next().size()).isEqualTo(2);
    assertThat(sink.next().size()).isEqualTo(4);
    assertThat(sink.hasNone()).as("the eighth waits").isTrue();
  }

  @Test
  void badSizesAreNamed() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SimpleBatcher(8, 1, 15, sink, "never"))
        .withMessageContaining("maxBytes")
        .withMessageContaining("15");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SimpleBatcher(0, 1, 15, sink, "never"))
        .withMessageContaining("flushBytes");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ExponentialBatcher(9, 8, 1, 100, sink, "never"))
        .withMessageContaining("maxBucketBytes");
  }

  private BucketBatcher start(Kind kind, BatchSender sender, long intervalNanos) {
    BucketBatcher batcher = kind.start(sender, intervalNanos);
    started.add(batcher);
    return batcher;
  }

  private static SubmitResult submit(Batcher batcher, String text) {
    return submit(batcher, text, Completion.NONE);
  }

  private static SubmitResult submit(Batcher batcher, String text, Completion completion) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return batcher.submit(bytes, 0, bytes.length, completion);
  }

  private static boolean closeUnchecked(Batcher batcher) {
    try {
      return batcher.close(Waits.LONG);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}

package com.reactive.platform.gateway.microbatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StripedBatcherBulkTest extends BatcherHarness {
  private static final BatcherConfig SMALL = new BatcherConfig(1, 64, 8, NO_SIZE, HOUR_NANOS);
  private static final int WRITERS = 3;
  private static final int BULKS_PER_WRITER = 4_000;
  private static final int MESSAGES_PER_BULK = 5;

  private final ManualSink sink = new ManualSink();

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void messagesGoInOrderAndEachIsToldOnItsOwn(boolean handle) throws InterruptedException {
    StripedBatcher batcher = start(sink, NO_SIZE, HOUR_NANOS);
    RecordedCompletion completion = new RecordedCompletion();
    MessageBatch messages = batch("a", "", "ccc");
    assertThat(
            handle
                ? batcher.writer(0).submitBulk(messages, completion)
                : batcher.submitBulk(messages, completion))
        .isEqualTo(SubmitResult.ACCEPTED);

    Batch batch = sink.next();
    assertThat(ManualSink.texts(batch)).containsExactly("a", "", "ccc");
    batch.acked(1, 4, 11);
    batch.notWritten(0, new Exception("the test's reason"));
    assertThat(completion.told()).containsExactly("acked 4/11", "not written");
    batch.unknown(new Exception("the test's reason"));
    assertThat(completion.told()).containsExactly("acked 4/11", "not written", "unknown");
    assertThat(batcher.stats().pendingMessages()).isZero();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void withoutCompletionNobodyIsTold(boolean handle) throws InterruptedException {
    StripedBatcher batcher = start(sink, NO_SIZE, HOUR_NANOS);
    MessageBatch messages = batch("a", "b");
    if (handle) {
      batcher.writer(0).submitBulk(messages);
    } else {
      batcher.submitBulk(messages);
    }
    messages.clear();
    messages.add(new byte[] {'x', 'y'}); // what was submitted is a copy

    Batch batch = sink.next();
    assertThat(ManualSink.texts(batch)).containsExactly("a", "b");
    batch.acked(0, 0);
    BatcherStats stats = batcher.stats();
    assertThat(stats.acceptedMessages()).isEqualTo(2);
    assertThat(stats.acceptedBytes()).isEqualTo(2);
    assertThat(stats.pendingMessages()).isZero();
  }

  @Test
  void aBatchThatNoStripeTakesIsRefusedWithTheNumbers() {
    StripedBatcher batcher = start(SMALL, sink);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> batcher.submitBulk(new MessageBatch()))
        .withMessageContaining("of 0 messages")
        .withMessageContaining("between 1 and 8");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> batcher.submitBulk(batch("", "", "", "", "", "", "", "", "")))
        .withMessageContaining("of 9 messages")
        .withMessageContaining("between 1 and 8");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> batcher.submitBulk(batch("x".repeat(20), "x".repeat(13))))
        .withMessageContaining("33 bytes")
        .withMessageContaining("32 bytes");
    assertThatExceptionOfType(NullPointerException.class)
        .isThrownBy(() -> batcher.submitBulk(batch("x"), null));
    assertThat(batcher.stats().acceptedMessages()).isZero();
  }

  @Test
  void theLargestBatchIsTaken() throws InterruptedException {
    StripedBatcher batcher = start(SMALL, sink);
    String four = "x".repeat(4);
    MessageBatch largest = batch(four, four, four, four, four, four, four, four);
    assertThat(batcher.submitBulk(largest)).isEqualTo(SubmitResult.ACCEPTED);
    assertThat(batcher.submitBulk(batch("x"))).as("no slot").isEqualTo(SubmitResult.FULL);
    assertThat(batcher.stats().refusedFull()).isEqualTo(1);

    for (int sent = 0; sent < 8; ) {
      Batch batch = sink.next();
      assertThat(batch.size()).as("a quarter of the slots").isLessThanOrEqualTo(2);
      sent += batch.size();
      batch.acked(0, 0);
    }
    assertThat(batcher.submitBulk(largest)).isEqualTo(SubmitResult.ACCEPTED);
  }

  @Test
  void aBatchThatFillsAFlushWakesTheDispatcher() throws InterruptedException {
    StripedBatcher batcher = start(sink, 10, HOUR_NANOS);
    submit(batcher, "first");
    sink.next();
    Waits.untilParked(batcher, Thread.State.TIMED_WAITING);
    batcher.submitBulk(batch("12345", "67890"));

    assertThat(sink.next().reason()).isEqualTo(FlushReason.SIZE);
  }

  @Test
  void afterCloseNoneIsTaken() throws InterruptedException {
    StripedBatcher batcher = start(sink, NO_SIZE, HOUR_NANOS);
    RecordedCompletion completion = new RecordedCompletion();
    batcher.submitBulk(batch("before")); // this thread has its stripe
    sink.next().acked(0, 0);
    assertThat(batcher.close(Waits.LONG)).isTrue();

    assertThat(batcher.submitBulk(batch("a", "b"), completion)).isEqualTo(SubmitResult.CLOSED);
    assertThat(completion.told()).isEmpty();
    assertThat(batcher.stats().acceptedMessages()).isEqualTo(1);
  }

  /** One stripe, which a handle has: so all threads share the other. */
  @Test
  void whatThreadsShareAStripeForIsNotMixed() throws Exception {
    List<Integer> delivered = new ArrayList<>(); // the dispatcher's, until it has ended
    BatchSender collecting =
        batch -> {
          for (int i = 0; i < batch.size(); i++) {
            delivered.add(ByteBuffer.wrap(batch.buffer()).getInt(batch.offset(i)));
          }
          batch.acked(0, 0);
        };
    StripedBatcher batcher = start(new BatcherConfig(1, 1024, 64, 100, 100_000), collecting);
    batcher.writer(0);
    ExecutorService executor = Executors.newFixedThreadPool(WRITERS);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (int writer = 0; writer < WRITERS; writer++) {
        int id = writer;
        running.add(executor.submit(() -> writeBulks(batcher, id)));
      }
      for (Future<?> writer : running) {
        writer.get(Waits.LONG.toSeconds(), TimeUnit.SECONDS);
      }
    } finally {
      executor.shutdownNow();
    }
    assertThat(batcher.close(Waits.LONG)).isTrue();

    assertThat(delivered).hasSize(WRITERS * BULKS_PER_WRITER * MESSAGES_PER_BULK);
    for (int i = 0; i < delivered.size(); i++) {
      int expected = delivered.get(i - i % MESSAGES_PER_BULK) + i % MESSAGES_PER_BULK;
      assertThat(delivered.get(i)).as("place %d", i).isEqualTo(expected);
    }
    assertThat(delivered).doesNotHaveDuplicates();
  }

  private static void writeBulks(StripedBatcher batcher, int writer) {
    MessageBatch messages = new MessageBatch();
    int number = writer * BULKS_PER_WRITER * MESSAGES_PER_BULK;
    for (int bulk = 0; bulk < BULKS_PER_WRITER; bulk++) {
      messages.clear();
      for (int i = 0; i < MESSAGES_PER_BULK; i++) {
        messages.add(ByteBuffer.allocate(Integer.BYTES).putInt(number++).array());
      }
      while (batcher.submitBulk(messages) == SubmitResult.FULL
          && !Thread.currentThread().isInterrupted()) {
        LockSupport.parkNanos(20_000);
      }
    }
  }

  private static MessageBatch batch(String... texts) {
    MessageBatch messages = new MessageBatch();
    for (String text : texts) {
      messages.add(text.getBytes(StandardCharsets.UTF_8));
    }
    return messages;
  }
}

package com.reactive.platform.gateway.microbatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Many tiny rounds of submits that race with a close, because the moments that matter are short.
 * The sink is healthy and nobody is in a hurry: so what is accepted is acked, before close returns,
 * and what is refused is never heard of.
 */
@Timeout(300)
class StripedBatcherCloseRaceTest {
  private static final int ROUNDS = 600;
  private static final int MAX_WRITERS = 3;
  private static final int MAX_SUBMITS = 300;

  /** What writers call, for one message or several. */
  private interface Target {
    SubmitResult submit(byte[] message, Completion completion);

    SubmitResult submitBulk(MessageBatch messages, Completion completion);
  }

  private final ExecutorService writers = Executors.newFixedThreadPool(MAX_WRITERS);
  private final ExecutorService completer = Executors.newSingleThreadExecutor();
  private final Random random = new Random(7);

  @AfterEach
  void endThreads() {
    writers.shutdownNow();
    completer.shutdownNow();
  }

  @Test
  void oneHandle() throws Exception {
    race(1, true, false);
  }

  @Test
  void oneThreadInBulks() throws Exception {
    race(1, false, true);
  }

  @Test
  void handlesInBulks() throws Exception {
    race(2, true, true);
  }

  @Test
  void moreThreadsThanStripes() throws Exception {
    race(3, false, false);
  }

  @Test
  void moreThreadsThanStripesInBulks() throws Exception {
    race(3, false, true);
  }

  private void race(int writerCount, boolean handles, boolean bulk) throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      new Round(writerCount, handles, bulk, round % 2 == 0).run("round " + round);
    }
  }

  private final class Round {
    private final int writerCount;
    private final boolean handles;
    private final boolean bulk;
    private final StripedBatcher batcher;
    private final AtomicInteger submits = new AtomicInteger();
    private volatile boolean closeReturned;

    Round(int writerCount, boolean handles, boolean bulk, boolean inline) {
      this.writerCount = writerCount;
      this.handles = handles;
      this.bulk = bulk;
      BatchSender sink =
          inline ? batch -> batch.acked(0, 0) : batch -> completer.execute(() -> batch.acked(0, 0));
      batcher = new StripedBatcher(new BatcherConfig(2, 128, 16, 32, 50_000), sink, "racing");
    }

    void run(String round) throws Exception {
      List<Future<List<Submitted>>> running = new ArrayList<>();
      for (int i = 0; i < writerCount; i++) {
        Target target = target(i);
        running.add(writers.submit(() -> write(target)));
      }
      int closeAfter = random.nextInt(20);
      while (submits.get() < closeAfter) {
        Thread.onSpinWait();
      }
      assertThat(batcher.close(Waits.LONG)).as(round).isTrue();
      closeReturned = true;
      assertThat(batcher.dispatcher().thread().isAlive()).as(round).isFalse();

      List<Submitted> submitted = new ArrayList<>();
      for (Future<List<Submitted>> writer : running) {
        submitted.addAll(writer.get(Waits.LONG.toSeconds(), TimeUnit.SECONDS));
      }
      assertBalanced(submitted, round);
    }

    private Target target(int writer) {
      StripedBatcher.Writer handle = handles ? batcher.writer(writer) : null;
      return new Target() {
        @Override
        public SubmitResult submit(byte[] message, Completion completion) {
          return handles
              ? handle.submit(message, 0, message.length, completion)
              : batcher.submit(message, 0, message.length, completion);
        }

        @Override
        public SubmitResult submitBulk(MessageBatch messages, Completion completion) {
          return handles
              ? handle.submitBulk(messages, completion)
              : batcher.submitBulk(messages, completion);
        }
      };
    }

    /** Until refused, or enough. */
    private List<Submitted> write(Target target) {
      List<Submitted> submitted = new ArrayList<>();
      MessageBatch messages = new MessageBatch();
      byte[] message = new byte[3];
      SubmitResult result = SubmitResult.FULL;
      for (int i = 0; i < MAX_SUBMITS && result != SubmitResult.CLOSED; i++) {
        int count = bulk ? 1 + i % 7 : 1;
        Submitted next = new Submitted(this, count);
        if (bulk) {
          messages.clear();
          for (int m = 0; m < count; m++) {
            messages.add(message);
          }
          result = target.submitBulk(messages, next);
        } else {
          result = target.submit(message, next);
        }
        next.result = result;
        submitted.add(next);
        submits.incrementAndGet();
      }
      return submitted;
    }

    private void assertBalanced(List<Submitted> submitted, String round) {
      long accepted = 0;
      for (Submitted one : submitted) {
        boolean isAccepted = one.result == SubmitResult.ACCEPTED;
        accepted += isAccepted ? one.count : 0;
        if (one.acked.get() != (isAccepted ? one.count : 0) || one.faults.get() != 0) {
          assertThat(round + ": " + one).isEqualTo("accepted and acked in time, or refused");
        }
      }
      BatcherStats stats = batcher.stats();
      assertThat(stats.acceptedMessages()).as(round).isEqualTo(accepted);
      assertThat(stats.messages()).as(round).isEqualTo(accepted);
      assertThat(stats.acceptedBytes()).as(round).isEqualTo(3 * accepted).isEqualTo(stats.bytes());
      assertThat(stats.pendingMessages()).as(round).isZero();
      assertThat(stats.inFlightBatches()).as(round).isZero();
    }
  }

  /** One submit, and what was told of its messages. */
  private static final class Submitted implements Completion {
    private final Round round;
    private final int count;
    private final AtomicInteger acked = new AtomicInteger();
    private final AtomicInteger late = new AtomicInteger();
    private final AtomicInteger faults = new AtomicInteger();
    private SubmitResult result;

    Submitted(Round round, int count) {
      this.round = round;
      this.count = count;
    }

    @Override
    public void acked(int partition, long offset) {
      acked.incrementAndGet();
      if (round.closeReturned) {
        late.incrementAndGet();
        faults.incrementAndGet();
      }
    }

    @Override
    public void notWritten(Throwable reason) {
      faults.incrementAndGet();
    }

    @Override
    public void unknown(Throwable reason) {
      faults.incrementAndGet();
    }

    @Override
    public String toString() {
      return "%d messages %s: %d acked, %d of them after close had returned, %d faults"
          .formatted(count, result, acked.get(), late.get(), faults.get());
    }
  }
}

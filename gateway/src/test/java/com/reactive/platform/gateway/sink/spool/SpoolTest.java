package com.reactive.platform.gateway.sink.spool;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.microbatch.Batch;
import com.reactive.platform.gateway.microbatch.BatchSender;
import com.reactive.platform.gateway.microbatch.BatcherConfig;
import com.reactive.platform.gateway.microbatch.Completion;
import com.reactive.platform.gateway.microbatch.StripedBatcher;
import com.reactive.platform.gateway.microbatch.SubmitResult;
import com.reactive.platform.gateway.sink.SpoolableSink;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Events go through a real batcher into a spool on a real disk. */
@Timeout(300)
class SpoolTest {
  private static final long MINUTE_MILLIS = 60_000;

  @TempDir Path dir;
  private final AtomicLong now = new AtomicLong(1_000);
  private final AtomicBoolean diskFails = new AtomicBoolean();
  private final AtomicBoolean rollBackFails = new AtomicBoolean();

  private Spool open() throws IOException {
    SpoolConfig config = new SpoolConfig(dir, 1 << 20, MINUTE_MILLIS);
    return new Spool("t", dir, config, now::get, this::writer);
  }

  private SegmentWriter writer(Segment segment) throws IOException {
    return new SegmentWriter(segment) {
      @Override
      void sync(RandomAccessFile of) throws IOException {
        if (diskFails.get()) {
          throw new IOException("No space left on device");
        }
      }

      @Override
      void rollBack() throws IOException {
        if (rollBackFails.get()) {
          throw new IOException("Input/output error");
        }
      }
    };
  }

  /** Sends one event; returns its outcome. */
  static String send(BatchSender sender, String event) throws InterruptedException {
    BlockingQueue<String> told = new ArrayBlockingQueue<>(1);
    Completion completion =
        new Completion() {
          @Override
          public void acked(int partition, long offset) {
            told.add("acked " + partition + "@" + offset);
          }

          @Override
          public void notWritten(Throwable reason) {
            told.add("not written: " + reason.getMessage());
          }

          @Override
          public void unknown(Throwable reason) {
            told.add("unknown: " + reason.getMessage());
          }
        };
    BatcherConfig sizes = new BatcherConfig(1, 1 << 21, 16, 1 << 20, 1_000_000);
    StripedBatcher batcher = new StripedBatcher(sizes, sender, "dispatcher");
    byte[] bytes = event.getBytes(ISO_8859_1);
    assertThat(batcher.submit(bytes, 0, bytes.length, completion)).isEqualTo(SubmitResult.ACCEPTED);
    String outcome = told.poll(2, TimeUnit.MINUTES);
    batcher.close(Duration.ofSeconds(30));
    return outcome;
  }

  @Test
  void whatIsOnDiskIsAckedNowhere() throws Exception {
    try (Spool spool = open()) {
      assertThat(spool.isEmpty()).isTrue();
      assertThat(send(spool::put, "a")).isEqualTo("acked -1@-1");
      assertThat(spool.isEmpty()).isFalse();
      assertThat(spool.stats().spooledEvents()).isEqualTo(1);
      assertThat(spool.stats().spooledBytes()).isEqualTo(1);
      assertThat(spool.stats().events()).isEqualTo(1);
    }
    try (Spool again = open()) {
      assertThat(again.stats().events()).isEqualTo(1);
      assertThat(again.stats().spooledEvents()).isZero();
    }
  }

  @Test
  void aFullOneTakesNoMore() throws Exception {
    try (Spool spool = open()) {
      assertThat(send(spool::put, "x".repeat(1_000_000))).isEqualTo("acked -1@-1");
      assertThat(spool.accepting()).as("there is a bit of room").isTrue();
      assertThat(send(spool::put, "x".repeat(100_000)))
          .isEqualTo("not written: the spool is full: 1048576 bytes");
      assertThat(send(spool::put, "b")).isEqualTo("acked -1@-1");
      assertThat(spool.stats().failures()).isEqualTo(1);
      assertThat(spool.stats().events()).isEqualTo(2);
    }
  }

  @Test
  void anOldOneTakesNoMoreAndKeepsWhatItHas() throws Exception {
    try (Spool spool = open()) {
      send(spool::put, "a");
      now.addAndGet(MINUTE_MILLIS);
      assertThat(spool.accepting()).isTrue();
      now.addAndGet(1);
      assertThat(spool.accepting()).isFalse();
      assertThat(send(spool::put, "b")).startsWith("not written: the oldest event of the spool is");
      assertThat(spool.stats().events()).isEqualTo(1);
      now.set(0);
      assertThat(spool.stats().oldestMillis()).as("a clock that went back").isZero();
    }
  }

  @Test
  void aDiskThatFailsIsLeftAloneForAMoment() throws Exception {
    try (Spool spool = open()) {
      diskFails.set(true);
      assertThat(send(spool::put, "a")).isEqualTo("not written: No space left on device");
      assertThat(spool.accepting()).isFalse();
      assertThat(spool.isEmpty()).isTrue();
      diskFails.set(false);
      assertThat(send(spool::put, "b")).isEqualTo("acked -1@-1");
    }
  }

  @Test
  void whatMayBeThereIsUnknown() throws Exception {
    try (Spool spool = open()) {
      diskFails.set(true);
      rollBackFails.set(true);
      assertThat(send(spool::put, "a")).startsWith("unknown: ");
      assertThat(spool.isEmpty()).isTrue();
    }
  }

  /** Acknowledges everything at once. */
  private record Direct(BooleanSupplier away) implements SpoolableSink {
    @Override
    public void send(Batch batch) {
      batch.acked(3, 42);
    }

    @Override
    public boolean isAway() {
      return away.getAsBoolean();
    }

    @Override
    public long openEvents() {
      return 0;
    }
  }

  @Test
  void batchesGoToKafkaWhileItIsThereAndNothingIsBeforeThem() throws Exception {
    AtomicBoolean away = new AtomicBoolean();
    AtomicBoolean noLink = new AtomicBoolean();
    try (Spool spool = open()) {
      BatchSender sink = new SpoolingSink(spool, new Direct(noLink::get), away::get);
      assertThat(send(sink, "a")).isEqualTo("acked 3@42");
      away.set(true);
      assertThat(send(sink, "b")).isEqualTo("acked -1@-1");
      away.set(false);
      assertThat(send(sink, "c")).as("b is before it").isEqualTo("acked -1@-1");
      try (SpoolReader reader = spool.reader()) {
        for (Block block = reader.next(); block != null; block = reader.next()) {
          spool.replayed(block, 1);
        }
      }
      assertThat(send(sink, "d")).isEqualTo("acked 3@42");
      noLink.set(true);
      assertThat(send(sink, "e")).isEqualTo("acked -1@-1");
    }
  }

  @Test
  void whenTheLastIsAboutToBeReplayedABatchWaitsForIt() throws Exception {
    try (Spool spool = open()) {
      BatchSender sink = new SpoolingSink(spool, new Direct(() -> false), () -> false);
      send(spool::put, "a");
      SpoolReader reader = spool.reader();
      Block last = reader.next();
      Thread replay =
          new Thread(
              () -> {
                // As soon as the batch waits, or a bit before.
                Thread.onSpinWait();
                spool.replayed(last, 1);
              });
      replay.start();
      String outcome = send(sink, "b");
      replay.join();
      reader.close();
      assertThat(outcome).isIn("acked 3@42", "acked -1@-1");
      assertThat(spool.isEmpty()).isEqualTo(outcome.equals("acked 3@42"));
    }
  }
}

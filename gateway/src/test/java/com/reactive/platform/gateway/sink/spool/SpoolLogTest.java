package com.reactive.platform.gateway.sink.spool;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpoolLogTest {
  private static final long MEBIBYTE = 1 << 20;

  @TempDir Path dir;
  private long now = 1_000;

  private SpoolLog open() throws IOException {
    return open(16 * MEBIBYTE, SegmentWriter::new);
  }

  private SpoolLog open(long maxBytes, SegmentWriter.Factory writers) throws IOException {
    return new SpoolLog(dir, maxBytes, () -> now, writers);
  }

  static void append(SpoolLog log, String... events) throws IOException {
    log.append(Stream.of(events).map(event -> ByteBuffer.wrap(event.getBytes(US_ASCII))).toList());
  }

  /** All that is there, and nothing is done with. */
  static List<String> read(SpoolLog log) throws IOException {
    List<String> events = new ArrayList<>();
    try (SpoolReader reader = new SpoolReader(log)) {
      for (Block block = reader.next(); block != null; block = reader.next()) {
        block.events().forEach(event -> events.add(new String(event, US_ASCII)));
      }
    }
    return events;
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.list(dir)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void whatIsPutInComesOutInItsOrderAlsoAfterAStart() throws IOException {
    try (SpoolLog log = open()) {
      append(log, "a", "b");
      append(log, "c");
      assertThat(read(log)).containsExactly("a", "b", "c");
      assertThat(log.events()).isEqualTo(3);
    }
    try (SpoolLog log = open()) {
      assertThat(log.events()).isEqualTo(3);
      append(log, "d");
      assertThat(read(log)).containsExactly("a", "b", "c", "d");
    }
  }

  @Test
  void aReaderSeesWhatComesLater() throws IOException {
    try (SpoolLog log = open();
        SpoolReader reader = new SpoolReader(log)) {
      assertThat(reader.next()).isNull();
      append(log, "a");
      assertThat(reader.next().events()).hasSize(1);
      assertThat(reader.next()).isNull();
      append(log, "b");
      assertThat(reader.next().events()).hasSize(1);
    }
  }

  @Test
  void whatIsDoneWithDoesNotComeAgain() throws IOException {
    try (SpoolLog log = open()) {
      append(log, "a");
      append(log, "b");
      try (SpoolReader reader = new SpoolReader(log)) {
        log.done(reader.next());
      }
      assertThat(read(log)).containsExactly("b");
    }
    try (SpoolLog log = open();
        SpoolReader reader = new SpoolReader(log)) {
      assertThat(log.events()).isEqualTo(1);
      log.done(reader.next());
      assertThat(log.events()).isZero();
      assertThat(files()).containsExactly("position");
    }
    try (SpoolLog log = open()) {
      append(log, "c");
      assertThat(read(log)).as("numbers go on after a start").containsExactly("c");
    }
  }

  /** Their file of positions ends before the two places of the end. */
  @Test
  void aDirectoryOfAnOlderVersionIsRead() throws IOException {
    try (SpoolLog log = open();
        SpoolReader reader = new SpoolReader(log)) {
      append(log, "a");
      append(log, "b", "c");
      log.done(reader.next());
    }
    Path position = dir.resolve("position");
    byte[] old = Arrays.copyOf(Files.readAllBytes(position), 24);
    Files.write(position, old);
    try (SpoolLog log = open()) {
      assertThat(read(log)).containsExactly("b", "c");
      assertThat(log.lost()).isZero();
    }
  }

  @Test
  void anEmptyLogTakesNoSpace() throws IOException {
    try (SpoolLog log = open();
        SpoolReader reader = new SpoolReader(log)) {
      for (int round = 0; round < 3; round++) {
        append(log, "a", "b");
        assertThat(log.bytes()).isPositive();
        log.done(reader.next());
        assertThat(log.bytes()).isZero();
        assertThat(files()).containsExactly("position");
      }
    }
  }

  @Test
  void segmentsAreDeletedOneByOne() throws IOException {
    String large = "x".repeat(300_000);
    try (SpoolLog log = open(4 * MEBIBYTE, SegmentWriter::new)) {
      for (int i = 0; i < 6; i++) {
        append(log, i + large);
      }
      assertThat(files()).hasSize(1 + 6);
      try (SpoolReader reader = new SpoolReader(log)) {
        log.done(reader.next());
        log.done(reader.next());
        assertThat(files()).hasSize(1 + 4);
        assertThat(reader.next().firstSequence()).isEqualTo(2);
      }
    }
  }

  @Test
  void aBatchThatDoesNotFitLeavesNothing() throws IOException {
    String half = "x".repeat(600_000);
    try (SpoolLog log = open(MEBIBYTE, SegmentWriter::new)) {
      append(log, half);
      assertThatThrownBy(() -> append(log, "a", half))
          .isInstanceOf(SpoolLog.FullException.class)
          .hasMessageContaining("1048576 bytes");
      append(log, "b");
      assertThat(read(log)).containsExactly(half, "b");
    }
  }

  @Test
  void aLargeBatchIsSeveralBlocksAndOneWrite() throws IOException {
    String[] events =
        IntStream.range(0, 50).mapToObj(i -> i + "x".repeat(100_000)).toArray(String[]::new);
    try (SpoolLog log = open()) {
      append(log, events);
      assertThat(read(log)).containsExactly(events);
      try (SpoolReader reader = new SpoolReader(log)) {
        log.done(reader.next());
      }
      assertThat(log.events()).isBetween(30L, 49L);
    }
  }

  @Test
  void theAgeIsThatOfTheOldestThatIsLeft() throws IOException {
    try (SpoolLog log = open();
        SpoolReader reader = new SpoolReader(log)) {
      assertThat(log.oldestMillis()).isZero();
      append(log, "a");
      now = 2_000;
      append(log, "b");
      assertThat(log.oldestMillis()).isEqualTo(1_000);
      log.done(reader.next());
      log.done(reader.next());
      assertThat(log.oldestMillis()).isZero();
    }
  }

  /** A log that only waits for its next event must not look old: it would take no more in. */
  @Test
  void anEmptyOneHasNoAgeAlsoIfItsLastAppendFailed() throws Exception {
    AtomicBoolean fails = new AtomicBoolean();
    CountDownLatch appending = new CountDownLatch(1);
    CountDownLatch done = new CountDownLatch(1);
    SegmentWriter.Factory writers =
        segment ->
            new SegmentWriter(segment) {
              @Override
              void sync(RandomAccessFile of) throws IOException {
                if (fails.getAndSet(false)) {
                  appending.countDown();
                  try {
                    done.await();
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                  throw new IOException("No space left on device");
                }
              }
            };
    try (SpoolLog log = open(MEBIBYTE, writers);
        SpoolReader reader = new SpoolReader(log)) {
      append(log, "a");
      Block last = reader.next();
      fails.set(true);
      FutureTask<Void> failing =
          new FutureTask<>(
              () -> {
                append(log, "b");
                return null;
              });
      new Thread(failing).start();
      appending.await();
      log.done(last); // the writer stays open: it is in use
      done.countDown();
      assertThatThrownBy(failing::get).hasRootCauseMessage("No space left on device");
      assertThat(log.oldestMillis()).isZero();
      now = 9_000;
      append(log, "c");
      assertThat(log.oldestMillis()).isEqualTo(9_000);
    }
  }

  @Test
  void nothingIsPutIntoAClosedOne() throws IOException {
    SpoolLog log = open();
    log.close();
    assertThatThrownBy(() -> append(log, "a")).isInstanceOf(IOException.class);
    assertThat(files()).containsExactly("position");
  }
}

package com.reactive.platform.gateway.sink.spool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A spool on a disk that damages, tears, or refuses. */
class SpoolDamageTest {
  private static final long MEBIBYTE = 1 << 20;

  @TempDir Path dir;

  private SpoolLog open() throws IOException {
    return open(16 * MEBIBYTE, SegmentWriter::new);
  }

  private SpoolLog open(long maxBytes, SegmentWriter.Factory writers) throws IOException {
    return new SpoolLog(dir, maxBytes, () -> 1_000, writers);
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.list(dir)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  /** Somebody deletes or shortens files while they are in use. */
  @Test
  void whatCannotBeReadAnyMoreIsNotWaitedFor() throws IOException {
    try (SpoolLog log = open()) {
      SpoolLogTest.append(log, "a", "b");
      SpoolLogTest.append(log, "c");
      Path segment = dir.resolve(files().get(0));
      try (RandomAccessFile file = new RandomAccessFile(segment.toFile(), "rw")) {
        file.setLength(file.length() - 1);
      }
      try (SpoolReader reader = new SpoolReader(log)) {
        log.done(reader.next());
        assertThat(reader.next()).isNull();
      }
      assertThat(log.events()).isEqualTo(1);
      assertThat(SpoolLogTest.read(log)).isEmpty();
      assertThat(log.events()).isZero();
      assertThat(log.lost()).isEqualTo(1);
      SpoolLogTest.append(log, "d", "e");
      Files.delete(
          dir.resolve(files().stream().filter(f -> f.endsWith(".spool1")).findAny().get()));
      assertThat(SpoolLogTest.read(log)).isEmpty();
      assertThat(log.events()).isZero();
      assertThat(log.lost()).isEqualTo(3);
      SpoolLogTest.append(log, "f");
      assertThat(SpoolLogTest.read(log)).containsExactly("f");
    }
    try (SpoolLog log = open()) {
      assertThat(SpoolLogTest.read(log)).containsExactly("f");
      assertThat(log.lost()).as("it was told").isZero();
    }
  }

  private Path segment() throws IOException {
    return dir.resolve(files().stream().filter(f -> f.endsWith(".spool1")).findFirst().get());
  }

  private static void flip(Path file, long at) throws IOException {
    try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
      bytes.seek(at);
      int old = bytes.read();
      bytes.seek(at);
      bytes.write(old ^ 1);
    }
  }

  /** A volume that is away for a while, or a file that may not be looked at, is no loss. */
  @Test
  void whatCannotBeSeenForAMomentIsNotGivenUp() throws IOException {
    Path away = dir.resolveSibling(dir.getFileName() + "-away");
    try (SpoolLog log = open()) {
      SpoolLogTest.append(log, "a", "b");
      Path segment = segment();
      Files.move(segment, away);
      Files.createSymbolicLink(segment, segment.getFileName()); // to itself: an error of the disk
      assertThatThrownBy(() -> SpoolLogTest.read(log)).isInstanceOf(IOException.class);
      Files.delete(segment);
      Files.move(away, segment);

      Files.move(dir, away);
      assertThatThrownBy(() -> SpoolLogTest.read(log)).isInstanceOf(IOException.class);
      Files.createDirectory(dir); // where the volume was mounted
      assertThatThrownBy(() -> SpoolLogTest.read(log)).isInstanceOf(IOException.class);
      Files.delete(dir);
      Files.move(away, dir);

      assertThat(log.events()).isEqualTo(2);
      assertThat(log.lost()).isZero();
      assertThat(SpoolLogTest.read(log)).containsExactly("a", "b");
    }
  }

  @Test
  void aFileThatIsDamagedWhileItIsInUseIsKept() throws IOException {
    String large = "x".repeat(200_000);
    for (boolean first : new boolean[] {true, false}) {
      try (SpoolLog log = open(4 * MEBIBYTE, SegmentWriter::new);
          SpoolReader reader = new SpoolReader(log)) {
        SpoolLogTest.append(log, "a" + large);
        SpoolLogTest.append(log, "b" + large);
        SpoolLogTest.append(log, "c" + large); // in the next segment
        Path segment = segment();
        flip(segment, first ? 1_000 : Files.size(segment) - 1_000);
        byte[] damaged = Files.readAllBytes(segment);
        for (Block block = reader.next(); block != null; block = reader.next()) {
          log.done(block);
        }
        assertThat(log.events()).isZero();
        assertThat(log.lost()).isEqualTo(1);
        Path kept = dir.resolve(segment.getFileName() + ".damaged");
        assertThat(kept).hasBinaryContent(damaged);
        Files.delete(kept);
        assertThat(files()).containsExactly("position");
      }
    }
  }

  /** Else it would be in use for ever: there is always something to read. */
  @Test
  void whatCannotBeReadAnyMoreIsNotWaitedForAlsoIfOthersComeAllTheTime() throws IOException {
    try (SpoolLog log = open();
        SpoolReader reader = new SpoolReader(log)) {
      SpoolLogTest.append(log, "a", "b");
      SpoolLogTest.append(log, "c");
      SpoolLogTest.append(log, "d");
      flip(segment(), 0);
      log.done(reader.next());
      assertThat(log.events()).as("not all was read").isEqualTo(3);
      SpoolLogTest.append(log, "e");
      log.done(reader.next());
      assertThat(log.lost()).isZero();
      log.done(reader.next());
      assertThat(log.events()).isZero();
      assertThat(log.lost()).isEqualTo(2);
      SpoolLogTest.append(log, "f");
      assertThat(log.events()).isEqualTo(1);
      assertThat(SpoolLogTest.read(log)).containsExactly("f");
    }
  }

  /** What was replayed is not taken for lost, however often it is started. */
  @Test
  void aDamagedPositionLosesNothing() throws IOException {
    String large = "x".repeat(300_000);
    for (int left = 1; left >= 0; left--) {
      try (SpoolLog log = open(4 * MEBIBYTE, SegmentWriter::new);
          SpoolReader reader = new SpoolReader(log)) {
        for (int i = 0; i < 3; i++) {
          SpoolLogTest.append(log, i + large);
        }
        while (log.events() > left) {
          log.done(reader.next());
        }
      }
      Path position = dir.resolve("position");
      byte[] bytes = Files.readAllBytes(position);
      for (int at = -1; at < bytes.length; at++) {
        Files.write(position, bytes);
        if (at < 0) {
          Files.delete(position);
        } else {
          flip(position, at);
        }
        for (int start = 1; start <= 3; start++) {
          try (SpoolLog log = open(4 * MEBIBYTE, SegmentWriter::new)) {
            assertThat(log.lost()).as("byte %s, start %s, %s left", at, start, left).isZero();
            assertThat(log.events()).isEqualTo(left);
          }
        }
      }
      Files.write(position, bytes);
    }
  }

  /** What a crash has left on a full disk cannot be copied; the start must not depend on it. */
  @Test
  void aTornTailThatCannotBeKeptIsCutOff() throws IOException {
    try (SpoolLog log = open()) {
      SpoolLogTest.append(log, "a");
    }
    Path segment = dir.resolve(files().get(0));
    Files.write(segment, new byte[50], StandardOpenOption.APPEND);
    Files.createDirectory(dir.resolve("torn-tail.damaged"));
    try (SpoolLog log = open()) {
      assertThat(SpoolLogTest.read(log)).containsExactly("a");
    }
    try (SpoolLog log = open()) {
      assertThat(SpoolLogTest.read(log)).containsExactly("a");
    }
  }

  /** A disk that can be told to fail. */
  private static final class FailingDisk implements SegmentWriter.Factory {
    boolean writesHalf;
    boolean failsSync;
    boolean failsRollBack;

    @Override
    public SegmentWriter open(Segment segment) throws IOException {
      return new SegmentWriter(segment) {
        @Override
        void write(RandomAccessFile to, byte[] bytes, int count) throws IOException {
          super.write(to, bytes, writesHalf ? count / 2 : count);
          if (writesHalf) {
            throw new IOException("No space left on device");
          }
        }

        @Override
        void sync(RandomAccessFile of) throws IOException {
          super.sync(of);
          if (failsSync) {
            throw new IOException("Input/output error");
          }
        }

        @Override
        void rollBack() throws IOException {
          failsSync &= failsRollBack;
          super.rollBack();
        }
      };
    }
  }

  @Test
  void aBatchThatTheDiskTookByHalvesIsTakenBack() throws IOException {
    FailingDisk disk = new FailingDisk();
    try (SpoolLog log = open(16 * MEBIBYTE, disk)) {
      SpoolLogTest.append(log, "a");
      disk.writesHalf = true;
      assertThatThrownBy(() -> SpoolLogTest.append(log, "b"))
          .isInstanceOf(IOException.class)
          .isNotInstanceOf(SpoolLog.UncertainException.class);
      disk.writesHalf = false;
      SpoolLogTest.append(log, "c");
      assertThat(SpoolLogTest.read(log)).containsExactly("a", "c");
    }
    try (SpoolLog log = open()) {
      assertThat(SpoolLogTest.read(log)).containsExactly("a", "c");
    }
  }

  @Test
  void aBatchOfWhichTheDiskDoesNotSayThatItHasItIsTakenBack() throws IOException {
    FailingDisk disk = new FailingDisk();
    try (SpoolLog log = open(16 * MEBIBYTE, disk)) {
      SpoolLogTest.append(log, "a");
      disk.failsSync = true;
      assertThatThrownBy(() -> SpoolLogTest.append(log, "b"))
          .isInstanceOf(IOException.class)
          .isNotInstanceOf(SpoolLog.UncertainException.class);
      SpoolLogTest.append(log, "c");
    }
    try (SpoolLog log = open()) {
      assertThat(SpoolLogTest.read(log)).containsExactly("a", "c");
    }
  }

  @Test
  void aBatchThatCannotBeTakenBackIsUncertainAndHarmsNoOther() throws IOException {
    FailingDisk disk = new FailingDisk();
    disk.failsRollBack = true;
    try (SpoolLog log = open(16 * MEBIBYTE, disk)) {
      SpoolLogTest.append(log, "a");
      disk.failsSync = true;
      assertThatThrownBy(() -> SpoolLogTest.append(log, "b"))
          .isInstanceOf(SpoolLog.UncertainException.class);
      disk.failsSync = false;
      SpoolLogTest.append(log, "c");
      assertThat(SpoolLogTest.read(log))
          .as("it was answered unknown, so it is left alone")
          .containsExactly("a", "c");
    }
    try (SpoolLog log = open()) {
      assertThat(SpoolLogTest.read(log)).contains("a", "c").isSubsetOf("a", "b", "c");
    }
  }

  @Test
  void thePositionSurvivesAPlaceThatWasTorn() throws IOException {
    Path file = dir.resolve("position");
    try (Position position = new Position(file)) {
      position.moveTo(5);
      position.moveTo(9);
    }
    byte[] bytes = Files.readAllBytes(file);
    for (int i = 0; i < bytes.length * 8; i++) {
      byte[] torn = bytes.clone();
      torn[i / 8] ^= (byte) (1 << (i % 8));
      Files.write(file, torn);
      try (Position position = new Position(file)) {
        assertThat(position.sequence()).isIn(5L, 9L);
      }
    }
    for (int length = 0; length < bytes.length; length++) {
      Files.write(file, java.util.Arrays.copyOf(bytes, length));
      try (Position position = new Position(file)) {
        assertThat(position.sequence()).isIn(0L, 5L, 9L);
      }
    }
  }
}

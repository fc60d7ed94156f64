package com.reactive.platform.gateway.sink.spool;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirFactory;
import org.slf4j.LoggerFactory;

/**
 * Copies of a log, each damaged at one place, at every place in turn: a bit that flipped, an end
 * that is cut off, halves that change places, a file that is gone. Nothing is thrown, nothing comes
 * out that was not put in, what lies elsewhere comes out, what does not is counted and reported
 * with that count, and once all was replayed nothing is counted as waiting.
 */
class TornSpoolTest {
  private static final int BATCHES = 8;
  private static final String SECOND = "second";

  /**
   * In memory where that is possible: thousands of logs are opened, and each waits for its disk.
   */
  @TempDir(factory = InMemory.class)
  Path dir;

  static final class InMemory implements TempDirFactory {
    @Override
    public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext context)
        throws IOException {
      Path memory = Path.of("/dev/shm");
      return Files.isWritable(memory)
          ? Files.createTempDirectory(memory, "torn-spool")
          : Files.createTempDirectory("torn-spool");
    }
  }

  private final ListAppender<ILoggingEvent> reports = new ListAppender<>();
  private Logger logger;

  /** By name. */
  private record FileCopy(String name, byte[] bytes) {}

  private List<List<String>> batches;
  private List<FileCopy> files;

  @BeforeEach
  void write() throws IOException {
    // Of the whole package, and not on the console: there are hundreds.
    logger = (Logger) LoggerFactory.getLogger(Recovery.class.getPackageName());
    logger.setAdditive(false);
    reports.start();
    logger.addAppender(reports);
    batches = new ArrayList<>();
    Path source = Files.createDirectory(dir.resolve("source"));
    for (int run = 0; run < 2; run++) {
      // A start in between, so that there are two segments.
      try (SpoolLog log = open(source)) {
        for (int i = 0; i < BATCHES / 2; i++) {
          List<String> batch =
              List.of("event " + batches.size(), run == 0 ? "first" : SECOND, "x".repeat(i));
          batches.add(batch);
          SpoolLogTest.append(log, batch.toArray(String[]::new));
        }
      }
    }
    files = new ArrayList<>();
    try (Stream<Path> found = Files.list(source)) {
      for (Path file : found.sorted().toList()) {
        files.add(new FileCopy(file.getFileName().toString(), Files.readAllBytes(file)));
      }
    }
    assertThat(files).extracting(FileCopy::name).hasSize(3);
  }

  @AfterEach
  void stopListening() {
    logger.detachAppender(reports);
    logger.setAdditive(true);
  }

  private static SpoolLog open(Path dir) throws IOException {
    return new SpoolLog(dir, 1 << 20, () -> 0, SegmentWriter::new);
  }

  /** What is read of the log with this file in place of the one of its name; no bytes: gone. */
  private List<String> readWith(FileCopy changed) throws IOException {
    Path copy = Files.createTempDirectory(dir, "copy");
    for (FileCopy file : files) {
      boolean its = file.name.equals(changed.name);
      if (!its || changed.bytes != null) {
        Files.write(copy.resolve(file.name), its ? changed.bytes : file.bytes);
      }
    }
    reports.list.clear();
    List<String> read;
    try (SpoolLog log = open(copy)) {
      read = SpoolLogTest.read(log);
      assertThat(log.events()).isEqualTo(read.size());
      assertThat(log.lost()).as("lost: %s", changed.name).isEqualTo(put() - read.size());
      if (log.lost() > 0) {
        assertThat(errors()).contains(" lacks " + log.lost() + " events with a 202 response");
      }
      SpoolLogTest.append(log, "and on");
      assertThat(SpoolLogTest.read(log)).endsWith("and on").hasSize(read.size() + 1);
    }
    List<ILoggingEvent> first = List.copyOf(reports.list);
    reports.list.clear();
    try (SpoolLog again = open(copy)) {
      assertThat(SpoolLogTest.read(again)).hasSize(read.size() + 1);
      replay(again);
      assertThat(again.events()).isZero();
      assertThat(again.bytes()).isZero();
    }
    try (SpoolLog empty = open(copy)) {
      assertThat(empty.events() + empty.lost()).as("it was told").isZero();
    }
    reports.list.clear();
    reports.list.addAll(first);
    try (Stream<Path> made = Files.list(copy)) {
      for (Path file : made.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(copy);
    return read;
  }

  private long put() {
    return batches.stream().mapToLong(List::size).sum();
  }

  private static void replay(SpoolLog log) throws IOException {
    try (SpoolReader reader = new SpoolReader(log)) {
      for (Block block = reader.next(); block != null; block = reader.next()) {
        log.done(block);
      }
    }
  }

  private String errors() {
    return reports.list.stream()
        .filter(line -> line.getLevel() == Level.ERROR)
        .map(ILoggingEvent::getFormattedMessage)
        .collect(Collectors.joining("\n"));
  }

  /** Whole batches, in their order, and not more than this many fewer than there were. */
  private void assertWhole(List<String> read, int most, String where) {
    List<String> rest = new ArrayList<>(read);
    int missing = 0;
    for (List<String> batch : batches) {
      boolean there = rest.size() >= batch.size() && rest.subList(0, batch.size()).equals(batch);
      if (there) {
        rest.subList(0, batch.size()).clear();
      } else {
        missing++;
      }
    }
    assertThat(rest).as(where).isEmpty();
    assertThat(missing).as(where).isLessThanOrEqualTo(most);
  }

  @Test
  void aBitThatFlipped() throws IOException {
    for (FileCopy file : files) {
      for (int at = 0; at < file.bytes.length; at++) {
        byte[] flipped = file.bytes.clone();
        flipped[at] ^= (byte) (1 << (at % 8));
        String where = file.name + " at " + at;
        assertWhole(readWith(new FileCopy(file.name, flipped)), 1, where);
      }
    }
  }

  @Test
  void aFileThatWasCutShort() throws IOException {
    for (FileCopy file : files) {
      for (int length = 0; length < file.bytes.length; length++) {
        byte[] cut = Arrays.copyOf(file.bytes, length);
        List<String> read = readWith(new FileCopy(file.name, cut));
        String where = file.name + " cut to " + length;
        assertThat(read.size() % 3).as(where).isZero();
        if (file.name.endsWith(".spool1")) {
          boolean last = file.name.equals(files.get(1).name);
          // The other segment is whole.
          assertThat(read.stream().filter(last ? "first"::equals : SECOND::equals).count())
              .as(where)
              .isEqualTo(BATCHES / 2);
        }
      }
    }
  }

  /** No block is damaged but the one that is cut in two; all others are to come, in their order. */
  @Test
  void halvesThatChangedPlaces() throws IOException {
    for (FileCopy file : files.subList(0, 2)) {
      for (int at = 1; at < file.bytes.length; at++) {
        byte[] exchanged = new byte[file.bytes.length];
        System.arraycopy(file.bytes, at, exchanged, 0, file.bytes.length - at);
        System.arraycopy(file.bytes, 0, exchanged, file.bytes.length - at, at);
        assertWhole(readWith(new FileCopy(file.name, exchanged)), 1, file.name + " at " + at);
      }
    }
  }

  /** A block that is there twice comes once. */
  @Test
  void partsThatWereWrittenOverOthers() throws IOException {
    for (FileCopy file : files.subList(0, 2)) {
      int half = file.bytes.length / 2;
      for (int at = 0; at < half; at++) {
        byte[] copied = file.bytes.clone();
        System.arraycopy(file.bytes, at, copied, half, half);
        assertWhole(
            readWith(new FileCopy(file.name, copied)), BATCHES / 2, file.name + " from " + at);
      }
    }
  }

  @Test
  void aFileThatIsGone() throws IOException {
    for (FileCopy file : files) {
      boolean segment = file.name.endsWith(".spool1");
      List<String> read = readWith(new FileCopy(file.name, null));
      assertWhole(read, segment ? BATCHES / 2 : 0, file.name + " is gone");
    }
  }

  @Test
  void allSegmentsThatAreGone() throws IOException {
    Path copy = Files.createDirectory(dir.resolve("position-only"));
    FileCopy position = files.get(2);
    Files.write(copy.resolve(position.name), position.bytes);
    try (SpoolLog log = open(copy)) {
      assertThat(log.events()).isZero();
      assertThat(log.lost()).isEqualTo(put());
      assertThat(errors()).contains(" lacks " + put() + " events with a 202 response");
    }
    try (SpoolLog again = open(copy)) {
      assertThat(again.lost()).as("it was told").isZero();
      SpoolLogTest.append(again, "and on");
      assertThat(SpoolLogTest.read(again)).containsExactly("and on");
    }
  }

  @Test
  void garbageInTheMiddle() throws IOException {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int round = 0; round < 200; round++) {
      FileCopy file = files.get(random.nextInt(2));
      byte[] ruined = file.bytes.clone();
      int from = random.nextInt(ruined.length);
      int to = from + random.nextInt(Math.min(200, ruined.length - from));
      for (int i = from; i < to; i++) {
        ruined[i] = (byte) random.nextInt();
      }
      assertWhole(readWith(new FileCopy(file.name, ruined)), BATCHES / 2, "seed " + seed);
    }
  }

  @Test
  void anEventThatLooksLikeABlockIsNone() throws IOException {
    Path own = Files.createDirectory(dir.resolve("own"));
    ByteBuffer forged = ByteBuffer.allocate(200);
    // Its maker knows the format, but not the salt.
    Block.write(forged, 42, 0, 0, List.of(ByteBuffer.wrap("forged".getBytes(US_ASCII))));
    try (SpoolLog log = open(own)) {
      log.append(List.of(forged.flip()));
      SpoolLogTest.append(log, "honest");
    }
    Path segment;
    try (Stream<Path> found = Files.list(own)) {
      segment = found.filter(file -> file.toString().endsWith(".spool1")).findAny().orElseThrow();
    }
    byte[] bytes = Files.readAllBytes(segment);
    bytes[0] ^= 1; // so that the block around it is passed over
    Files.write(segment, bytes);
    try (SpoolLog log = open(own)) {
      assertThat(SpoolLogTest.read(log)).containsExactly("honest");
    }
  }

  @Test
  void aDamagedFileIsKeptWhenTheRestOfItWasReplayed() throws IOException {
    FileCopy first = files.get(0);
    byte[] flipped = first.bytes.clone();
    flipped[20] ^= 1;
    Path copy = Files.createDirectory(dir.resolve("kept"));
    Files.write(copy.resolve(first.name), flipped);
    try (SpoolLog log = open(copy);
        SpoolReader reader = new SpoolReader(log)) {
      for (Block block = reader.next(); block != null; block = reader.next()) {
        log.done(block);
      }
      assertThat(log.events()).isZero();
    }
    assertThat(copy.resolve(first.name + ".damaged")).hasBinaryContent(flipped);
    try (SpoolLog log = open(copy)) {
      assertThat(log.events()).isZero();
    }
  }
}

package com.reactive.platform.gateway.spool;

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
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/**
 * Copies of a log, each damaged at one place, at every place in turn. Nothing is thrown, nothing
 * comes out that was not put in, what lies elsewhere comes out, and what does not is reported.
 */
class TornSpoolTest {
  private static final int BATCHES = 8;
  private static final String SECOND = "second";

  @TempDir Path dir;
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

  /** What is read of the log with this file in place of the one of its name. */
  private List<String> readWith(FileCopy changed) throws IOException {
    Path copy = Files.createTempDirectory(dir, "copy");
    for (FileCopy file : files) {
      boolean its = file.name.equals(changed.name);
      Files.write(copy.resolve(file.name), its ? changed.bytes : file.bytes);
    }
    reports.list.clear();
    List<String> read;
    try (SpoolLog log = open(copy)) {
      read = SpoolLogTest.read(log);
      assertThat(log.events()).isEqualTo(read.size());
      SpoolLogTest.append(log, "and on");
      assertThat(SpoolLogTest.read(log)).endsWith("and on").hasSize(read.size() + 1);
    }
    List<ILoggingEvent> first = List.copyOf(reports.list);
    reports.list.clear();
    try (SpoolLog again = open(copy)) {
      assertThat(SpoolLogTest.read(again)).hasSize(read.size() + 1);
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

  private boolean reported() {
    return reports.list.stream().anyMatch(line -> line.getLevel().isGreaterOrEqual(Level.WARN));
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
    if (missing > 0) {
      assertThat(reported()).as("it is reported: " + where).isTrue();
    }
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
        int firstLost = read.size() / 3;
        if (file.name.endsWith(".spool1")) {
          boolean last = file.name.equals(files.get(1).name);
          // The other segment is whole.
          assertThat(read.stream().filter(last ? "first"::equals : SECOND::equals).count())
              .as(where)
              .isEqualTo(BATCHES / 2);
          if (!last && firstLost < BATCHES) {
            assertThat(reported()).as(where).isTrue();
          }
        }
      }
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
        SpoolLog.Reader reader = log.new Reader()) {
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

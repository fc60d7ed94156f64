package com.reactive.platform.gateway.sink.spool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** kill -9 of a process that spools, at any moment: what it answered is there. */
class SpoolKillTest {
  private static final int TRIALS = Integer.getInteger("spool.kill.trials", 12);

  @TempDir Path dir;

  /** The child: puts batches in, and says what it has answered; replays a bit in between. */
  static final class Child {
    private Child() {}

    public static void main(String[] arguments) throws IOException {
      Random random = new Random(Long.parseLong(arguments[1]));
      try (SpoolLog log =
          new SpoolLog(
              Path.of(arguments[0]), 8 << 20, System::currentTimeMillis, SegmentWriter::new)) {
        long id = Long.parseLong(arguments[2]);
        while (true) {
          List<ByteBuffer> batch = new ArrayList<>();
          StringBuilder answered = new StringBuilder("+");
          for (int i = random.nextInt(20); i >= 0; i--) {
            byte[] event = new byte[8 + random.nextInt(random.nextInt(20) == 0 ? 60_000 : 300)];
            ByteBuffer.wrap(event).putLong(id);
            batch.add(ByteBuffer.wrap(event));
            answered.append(' ').append(id++);
          }
          log.append(batch);
          say(answered.toString());
          if (random.nextInt(4) == 0 || log.bytes() > 6 << 20) {
            replay(log, random.nextInt(8) + (log.bytes() > 6 << 20 ? 1_000 : 0));
          }
        }
      }
    }

    private static void replay(SpoolLog log, int blocks) throws IOException {
      try (SpoolReader reader = new SpoolReader(log)) {
        for (int i = 0; i < blocks; i++) {
          Block block = reader.next();
          if (block == null) {
            return;
          }
          StringBuilder replayed = new StringBuilder("-");
          block.events().forEach(e -> replayed.append(' ').append(ByteBuffer.wrap(e).getLong()));
          say(replayed.toString());
          log.done(block);
        }
      }
    }

    private static void say(String line) {
      System.out.println(line);
      System.out.flush();
    }
  }

  /** The other child: goes on until the disk has failed some times. */
  static final class Filler {
    private Filler() {}

    public static void main(String[] arguments) throws IOException {
      long id = 0;
      try (SpoolLog log =
          new SpoolLog(
              Path.of(arguments[0]), 64 << 20, System::currentTimeMillis, SegmentWriter::new)) {
        for (int failures = 0; failures < 5; ) {
          byte[] event = new byte[20_000];
          ByteBuffer.wrap(event).putLong(id);
          try {
            log.append(List.of(ByteBuffer.wrap(event)));
            System.out.println("+ " + id);
          } catch (SpoolLog.UncertainException e) {
            throw e;
          } catch (IOException e) {
            System.out.println("! " + id);
            failures++;
          }
          id++;
        }
      }
    }
  }

  /** A real write that fails in its middle: files may have no more than so many bytes. */
  @Test
  void whatTheDiskDidNotTakeIsNotThere() throws Exception {
    Process child =
        new ProcessBuilder(
                "bash",
                "-c",
                "ulimit -f 250; exec \"$0\" \"$@\"",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Filler.class.getName(),
                dir.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    Set<Long> answered = new HashSet<>();
    Set<Long> refused = new HashSet<>();
    try (BufferedReader lines = child.inputReader(StandardCharsets.US_ASCII)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        note(line, answered, refused);
      }
    }
    assertThat(child.waitFor()).isZero();
    assertThat(refused).hasSize(5);
    assertThat(answered).isNotEmpty().isEqualTo(left());
  }

  @Test
  void whatWasAnsweredIsThere() throws Exception {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    Set<Long> answered = new HashSet<>();
    Set<Long> replayed = new HashSet<>();
    long next = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
      Process child =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-Xmx64m",
                  "-XX:TieredStopAtLevel=1",
                  "-Xshare:auto",
                  "-cp",
                  System.getProperty("java.class.path"),
                  Child.class.getName(),
                  dir.toString(),
                  Long.toString(random.nextLong()),
                  Long.toString(next))
              .redirectError(new File("/dev/null"))
              .start();
      try (BufferedReader lines = child.inputReader(StandardCharsets.US_ASCII)) {
        int linesBeforeTheKill = 1 + random.nextInt(150);
        long delayNanos = random.nextInt(3_000_000);
        String line = lines.readLine();
        for (int i = 0; line != null; i++, line = lines.readLine()) {
          next = Math.max(next, note(line, answered, replayed));
          if (i == linesBeforeTheKill) {
            long until = System.nanoTime() + delayNanos;
            while (System.nanoTime() < until) {
              Thread.onSpinWait();
            }
            child.toHandle().destroyForcibly(); // the process's own method closes its output, too
          }
        }
      }
      assertThat(child.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(child.exitValue()).as("killed, not ended by itself").isEqualTo(137);

      Set<Long> left = left();
      Set<Long> missing = new HashSet<>(answered);
      missing.removeAll(left);
      missing.removeAll(replayed);
      assertThat(missing).as("seed " + seed + ", trial " + trial).isEmpty();
      next = Math.max(next, left.stream().mapToLong(id -> id + 1).max().orElse(0));
      next += 1_000;
    }
    assertThat(answered).hasSizeGreaterThan(TRIALS);
  }

  /** Returns the largest id of the line, and one. A line without its end was not said. */
  private static long note(String line, Set<Long> answered, Set<Long> replayed) {
    long next = 0;
    String[] words = line.split(" ", -1);
    for (int i = 1; i < words.length; i++) {
      long id = Long.parseLong(words[i]);
      (words[0].equals("+") ? answered : replayed).add(id);
      next = Math.max(next, id + 1);
    }
    return next;
  }

  private Set<Long> left() throws IOException {
    Set<Long> ids = new HashSet<>();
    long last = -1;
    try (SpoolLog log = new SpoolLog(dir, 8 << 20, System::currentTimeMillis, SegmentWriter::new);
        SpoolReader reader = new SpoolReader(log)) {
      for (Block block = reader.next(); block != null; block = reader.next()) {
        for (byte[] event : block.events()) {
          long id = ByteBuffer.wrap(event).getLong();
          assertThat(id).as("in their order").isGreaterThan(last);
          last = id;
          ids.add(id);
        }
      }
    }
    return ids;
  }
}

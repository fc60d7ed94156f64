package com.reactive.platform.reliability.oracle;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * The client's process. Standard input: settings as {@code key=value} lines, an empty line, then
 * perhaps {@code stop MILLIS}; when it ends, so does the client. Standard output: counts, ten times
 * a second. Not for use by others; it is public because the {@code java} command asks for it.
 */
public final class OracleMain {
  static final String STOP = "stop ";
  static final String DONE = "done";

  private static final long ORPHAN_MILLIS = 1_000;

  private OracleMain() {}

  /** Runs it; ends the JVM, with 0 if all is in the journal. */
  public static void main(String[] args) throws IOException {
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    OracleSettings settings = OracleSettings.fromLines(readSettings(input));
    CountDownLatch closed = new CountDownLatch(1);
    long run = ThreadLocalRandom.current().nextLong();
    try (JournalWriter journal =
        JournalWriter.create(settings.journals(), run, System::currentTimeMillis)) {
      OracleClient client = new OracleClient(settings, run, journal, System.out::println);
      Thread commands = new Thread(() -> obey(input, client), "commands");
      commands.setDaemon(true);
      commands.start();
      Runtime.getRuntime().addShutdownHook(new Thread(() -> end(client, closed), "end"));
      client.run();
    }
    System.out.println(DONE);
    closed.countDown();
    System.exit(0);
  }

  /** Ctrl-C reaches this process as it does its parent: what was answered is noted all the same. */
  private static void end(OracleClient client, CountDownLatch closed) {
    client.stop(TimeUnit.MILLISECONDS.toNanos(ORPHAN_MILLIS));
    try {
      closed.await(2 * ORPHAN_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void obey(BufferedReader input, OracleClient client) {
    long graceMillis = ORPHAN_MILLIS;
    try {
      String line = input.readLine();
      if (line != null && line.startsWith(STOP)) {
        graceMillis = Long.parseLong(line.substring(STOP.length()));
      }
    } catch (IOException e) {
      // Its parent is gone.
    }
    client.stop(TimeUnit.MILLISECONDS.toNanos(graceMillis));
  }

  private static Map<String, String> readSettings(BufferedReader input) throws IOException {
    Map<String, String> lines = new TreeMap<>();
    String line = input.readLine();
    while (line != null && !line.isEmpty()) {
      int equals = line.indexOf('=');
      lines.put(line.substring(0, equals), line.substring(equals + 1));
      line = input.readLine();
    }
    return lines;
  }
}

package com.reactive.platform.reliability.oracle;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * The client's process. Standard input: a line with the settings as JSON, then perhaps {@code stop
 * MILLIS}; when it ends, so does the client. Standard output: counts, ten times a second. Not for
 * use by others; it is public because the {@code java} command asks for it.
 */
public final class OracleMain {
  /** For the settings, which go by standard input: headers may be secrets. */
  static final ObjectMapper JSON = new ObjectMapper();

  static final String STOP = "stop ";
  static final String DONE = "done";

  private static final long ORPHAN_MILLIS = 1_000;

  private OracleMain() {}

  /** Runs it; ends the JVM, with 0 if all is in the journal. */
  public static void main(String[] args) throws IOException {
    PrintStream counts = System.out;
    System.setOut(System.err); // A library's log is not for the parent.
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    OracleSettings settings = JSON.readValue(input.readLine(), OracleSettings.class);
    CountDownLatch closed = new CountDownLatch(1);
    long run = ThreadLocalRandom.current().nextLong();
    try (JournalWriter journal =
        JournalWriter.create(settings.journals(), run, System::currentTimeMillis)) {
      OracleClient client = new OracleClient(settings, run, journal, counts::println);
      Thread commands = new Thread(() -> obey(input, client), "commands");
      commands.setDaemon(true);
      commands.start();
      Runtime.getRuntime().addShutdownHook(new Thread(() -> end(client, closed), "end"));
      client.run();
    }
    counts.println(DONE);
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
}

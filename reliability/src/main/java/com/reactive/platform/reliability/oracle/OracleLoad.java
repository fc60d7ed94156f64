package com.reactive.platform.reliability.oracle;

import com.reactive.platform.testbed.ChildJvm;
import com.reactive.platform.testbed.ChildProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A client that runs, in a process of its own. It goes on while the gateway is away and ends when
 * this process does. Methods may be called from any thread.
 */
public final class OracleLoad implements AutoCloseable {
  private static final int HEAP_MEGABYTES = 128;
  private static final long START_SECONDS = 60;
  private static final long END_SECONDS = 30;

  private final ChildProcess process;
  private final CountDownLatch started = new CountDownLatch(1);
  private final Thread reader;
  private volatile Map<String, Long> counts = Map.of();
  private volatile boolean done;

  private OracleLoad(ChildProcess process) {
    this.process = process;
    this.reader = new Thread(this::read, "oracle-output");
    reader.setDaemon(true);
  }

  /**
   * Starts it; it sends from now on.
   *
   * @throws IOException with its standard error if it does not start within a minute
   */
  public static OracleLoad start(OracleSettings settings) throws IOException, InterruptedException {
    OracleLoad load =
        new OracleLoad(
            ChildProcess.start(
                ChildJvm.command(
                    HEAP_MEGABYTES, ChildJvm.ownClassPath(), OracleMain.class.getName()),
                Map.of()));
    try {
      load.reader.start();
      load.process.write(OracleMain.JSON.writeValueAsString(settings) + "\n");
      if (!load.started.await(START_SECONDS, TimeUnit.SECONDS) || load.counts.isEmpty()) {
        throw new IOException("the oracle's client did not start" + load.process.tail());
      }
      return load;
    } catch (IOException | InterruptedException | RuntimeException e) {
      load.close();
      throw e;
    }
  }

  private void read() {
    try {
      for (String line = process.nextLineOrEnd(); line != null; line = process.nextLineOrEnd()) {
        onLine(line);
      }
    } catch (IOException | InterruptedException e) {
      // It is over either way.
    } finally {
      started.countDown();
    }
  }

  private void onLine(String line) {
    if (line.equals(OracleMain.DONE)) {
      done = true;
      return;
    }
    Map<String, Long> read = new TreeMap<>();
    for (String pair : line.split(" ", -1)) {
      int equals = pair.indexOf('=');
      read.put(pair.substring(0, equals), Long.parseLong(pair.substring(equals + 1)));
    }
    counts = read;
    started.countDown();
  }

  /** Answers by status, as of a tenth of a second ago; 0 stands for connections that were lost. */
  public Map<Integer, Long> counts() {
    Map<Integer, Long> statuses = new TreeMap<>();
    counts.forEach(
        (name, count) -> {
          if (Character.isDigit(name.charAt(0))) {
            statuses.put(Integer.valueOf(name), count);
          }
        });
    return statuses;
  }

  /** Number of responses with this status, as of a tenth of a second ago. */
  public long count(int status) {
    return counts.getOrDefault(Integer.toString(status), 0L);
  }

  /** Requests so far, as of a tenth of a second ago. */
  public long sent() {
    return counts.getOrDefault("sent", 0L);
  }

  /** Number of responses that named another event or could not be read; the check lists them. */
  public long faults() {
    return counts.getOrDefault("faults", 0L);
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /**
   * Lets it send no more and wait for its answers, at most for so long; returns when all is in the
   * journal. Those that are still owed one then count as unanswered.
   *
   * @throws IOException with its standard error if it ended in another way
   */
  public void stop(Duration grace) throws IOException, InterruptedException {
    try {
      process.write(OracleMain.STOP + grace.toMillis() + "\n");
    } catch (IOException e) {
      // It has ended; the exit code says how.
    }
    boolean ended = process.awaitExit(grace.plusSeconds(END_SECONDS));
    reader.join(TimeUnit.SECONDS.toMillis(END_SECONDS));
    if (!ended || !done) {
      throw new IOException(
          "the oracle's client did not end as it should: "
              + (ended ? "exit code " + process.exitCode() : "it still runs")
              + process.tail());
    }
  }

  /** Kills it if it still runs; what it has journalled stays. */
  @Override
  public void close() throws IOException {
    process.close();
  }
}

package com.reactive.platform.reliability.oracle;

import com.reactive.platform.testbed.ChildJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A client that runs, in a process of its own. It goes on while the gateway is away and ends when
 * this process does. Methods may be called from any thread.
 */
public final class OracleLoad implements AutoCloseable {
  private static final int HEAP_MEGABYTES = 128;
  private static final long START_SECONDS = 60;
  private static final long END_SECONDS = 30;

  private final Process process;
  private final Path errors;
  private final CompletableFuture<Void> started = new CompletableFuture<>();
  private final Thread reader;
  private volatile Map<String, Long> counts = Map.of();
  private volatile boolean done;

  private OracleLoad(Process process, Path errors) {
    this.process = process;
    this.errors = errors;
    this.reader = new Thread(this::read, "oracle-output");
  }

  /**
   * Starts it; it sends from now on.
   *
   * @throws IOException with what it said if it does not start within a minute
   */
  public static OracleLoad start(OracleSettings settings) throws IOException, InterruptedException {
    Path errors = Files.createTempFile("reactive-oracle", ".err");
    Process process =
        new ProcessBuilder(
                ChildJvm.command(
                    HEAP_MEGABYTES, ChildJvm.ownClassPath(), OracleMain.class.getName()))
            .redirectError(Redirect.to(errors.toFile()))
            .start();
    OracleLoad load = new OracleLoad(process, errors);
    try {
      load.reader.setDaemon(true);
      load.reader.start();
      StringBuilder lines = new StringBuilder();
      settings.toLines().forEach((key, value) -> lines.append(key + "=" + value + "\n"));
      load.tell(lines.append('\n').toString());
      load.started.get(START_SECONDS, TimeUnit.SECONDS);
      return load;
    } catch (ExecutionException | TimeoutException e) {
      String said = load.said();
      load.close();
      throw new IOException("the oracle's client did not start: " + said, e);
    } catch (IOException | InterruptedException | RuntimeException e) {
      load.close();
      throw e;
    }
  }

  private void tell(String text) throws IOException {
    Writer input = process.outputWriter(StandardCharsets.UTF_8);
    input.write(text);
    input.flush();
  }

  private void read() {
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      lines.lines().forEach(this::onLine);
    } catch (IOException | UncheckedIOException e) {
      // It ended.
    }
    started.completeExceptionally(new IOException("it ended"));
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
    started.complete(null);
  }

  private String said() throws IOException {
    return Files.readString(errors, StandardCharsets.UTF_8).strip();
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

  /** How many were answered with this status, as of a tenth of a second ago. */
  public long count(int status) {
    return counts.getOrDefault(Integer.toString(status), 0L);
  }

  /** Requests so far, as of a tenth of a second ago. */
  public long sent() {
    return counts.getOrDefault("sent", 0L);
  }

  /** Answers that named another event or could not be read; the check tells more of them. */
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
   * @throws IOException with what it said if it ended in another way
   */
  public void stop(Duration grace) throws IOException, InterruptedException {
    try {
      tell(OracleMain.STOP + grace.toMillis() + "\n");
    } catch (IOException e) {
      // It has ended; the exit code says how.
    }
    boolean ended = process.waitFor(grace.toSeconds() + END_SECONDS, TimeUnit.SECONDS);
    reader.join(TimeUnit.SECONDS.toMillis(END_SECONDS));
    if (!ended || !done) {
      throw new IOException(
          "the oracle's client did not end as it should: "
              + (ended ? "exit code " + process.exitValue() : "it still runs")
              + "; "
              + said());
    }
  }

  /** Kills it if it still runs; what it has journalled stays. */
  @Override
  public void close() throws IOException {
    process.destroyForcibly();
    Files.deleteIfExists(errors);
  }
}

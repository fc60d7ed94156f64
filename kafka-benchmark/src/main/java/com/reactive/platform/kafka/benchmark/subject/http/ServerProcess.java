package com.reactive.platform.kafka.benchmark.subject.http;

import com.reactive.platform.kafka.benchmark.rig.ResourceUse;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A server in a JVM of its own. Its first line of output says {@code key=value ...}: where it
 * listens, and more. It lives as long as its standard input stays open, so it ends with this
 * process however that ends. What it says on standard error is kept in memory, the last of it.
 */
final class ServerProcess implements AutoCloseable {
  private static final long START_SECONDS = 90;
  private static final long STOP_SECONDS = 40;
  private static final long ANSWER_SECONDS = 5;
  private static final int MAX_LINES = 50;
  private static final int MAX_LINE_CHARS = 500;

  private final String name;
  private final Process process;
  private final ArrayDeque<String> said = new ArrayDeque<>();
  private final CompletableFuture<String> firstLine = new CompletableFuture<>();
  private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
  private final List<Thread> readers = new ArrayList<>();

  private ServerProcess(String name, Process process) {
    this.name = name;
    this.process = process;
  }

  /**
   * Starts it and waits for its first line, a minute and a half at most.
   *
   * @param input lines for its standard input, which stays open behind them
   * @throws IOException with the end of what it said if it does not start
   */
  static ServerProcess start(String name, List<String> command, List<String> input)
      throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).start();
    ServerProcess server = new ServerProcess(name, process);
    try {
      server.read("out", process.inputReader(StandardCharsets.UTF_8), server::onOutput);
      server.read("err", process.errorReader(StandardCharsets.UTF_8), server::onError);
      server.tell(input);
      server.firstLine.get(START_SECONDS, TimeUnit.SECONDS);
      return server;
    } catch (TimeoutException e) {
      server.kill();
      throw new IOException(name + " did not start within " + START_SECONDS + " s" + server.tail());
    } catch (ExecutionException | IOException e) {
      server.kill();
      throw new IOException(name + " did not start" + server.tail(), e);
    } catch (InterruptedException | RuntimeException | Error e) {
      server.kill();
      throw e;
    }
  }

  /** Writes lines to its standard input. */
  void tell(List<String> lines) throws IOException {
    Writer input = process.outputWriter(StandardCharsets.UTF_8);
    for (String line : lines) {
      input.write(line + "\n");
    }
    input.flush();
  }

  private void read(String stream, BufferedReader reader, java.util.function.Consumer<String> to) {
    Thread thread =
        new Thread(
            () -> {
              try (reader) {
                reader.lines().forEach(to);
              } catch (IOException | UncheckedIOException e) {
                // It ended.
              }
              if (stream.equals("out")) {
                firstLine.completeExceptionally(new IOException("it ended"));
              }
            },
            name + "-" + stream);
    thread.setDaemon(true);
    thread.start();
    readers.add(thread);
  }

  private void onOutput(String line) {
    if (!firstLine.complete(line)) {
      answers.add(line);
    }
  }

  /**
   * Asks what it has spent, and waits a few seconds for its answer; servers that are told lines for
   * another purpose are not to be asked. For one thread.
   */
  ResourceUse spending() {
    answers.clear();
    try {
      tell(List.of("spent"));
      String line = answers.poll(ANSWER_SECONDS, TimeUnit.SECONDS);
      if (line == null) {
        return ResourceUse.UNKNOWN;
      }
      Map<String, String> spent = facts(line);
      return new ResourceUse(
          count(spent, "requests"), count(spent, "records"), count(spent, "allocated-bytes"));
    } catch (IOException ended) {
      return ResourceUse.UNKNOWN;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ResourceUse.UNKNOWN;
    }
  }

  private static Long count(Map<String, String> spent, String name) {
    String value = spent.getOrDefault(name, "");
    return value.matches("\\d{1,18}") ? (Long) Long.parseLong(value) : null;
  }

  private synchronized void onError(String line) {
    said.add(line.length() > MAX_LINE_CHARS ? line.substring(0, MAX_LINE_CHARS) : line);
    if (said.size() > MAX_LINES) {
      said.remove();
    }
  }

  /** What its first line said. */
  Map<String, String> facts() {
    return facts(firstLine.join());
  }

  private static Map<String, String> facts(String line) {
    Map<String, String> facts = new TreeMap<>();
    for (String fact : line.split(" ", -1)) {
      int equals = fact.indexOf('=');
      if (equals > 0) {
        facts.put(fact.substring(0, equals), fact.substring(equals + 1));
      }
    }
    return facts;
  }

  /** A number of its first line. */
  int number(String fact) throws IOException {
    String value = facts().getOrDefault(fact, "");
    if (!value.matches("\\d{1,9}")) {
      throw new IOException(name + " said '" + firstLine.join() + "', which has no " + fact);
    }
    return Integer.parseInt(value);
  }

  long pid() {
    return process.pid();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Once it is dead. */
  int exitCode() {
    return process.exitValue();
  }

  /** The end of what it said, for an error message; empty if it said nothing. */
  synchronized String tail() {
    return said.isEmpty() ? "" : ":\n" + String.join("\n", said);
  }

  /** Closes its input and waits until it has ended in order; kills it if that takes too long. */
  @Override
  public void close() {
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      // It ended by itself.
    }
    try {
      if (process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
        joinReaders();
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    kill();
  }

  private void kill() {
    process.destroyForcibly();
    boolean interrupted = Thread.interrupted();
    try {
      process.waitFor(STOP_SECONDS, TimeUnit.SECONDS);
      joinReaders();
    } catch (InterruptedException e) {
      interrupted = true;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void joinReaders() throws InterruptedException {
    for (Thread reader : readers) {
      reader.join(TimeUnit.SECONDS.toMillis(5));
    }
  }
}

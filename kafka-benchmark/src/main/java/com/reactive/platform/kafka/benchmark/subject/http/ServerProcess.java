package com.reactive.platform.kafka.benchmark.subject.http;

import com.reactive.platform.kafka.benchmark.rig.ResourceUse;
import com.reactive.platform.testbed.ChildProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A server in a process of its own. Its first line of output has its ports and more, as {@code
 * key=value ...}. It lives as long as its standard input stays open, so it ends with this process,
 * however that ends.
 */
final class ServerProcess implements AutoCloseable {
  private static final Duration START = Duration.ofSeconds(90);
  private static final Duration STOP = Duration.ofSeconds(40);
  private static final Duration ANSWER = Duration.ofSeconds(5);

  private final String name;
  private final ChildProcess process;
  private final String firstLine;

  private ServerProcess(String name, ChildProcess process, String firstLine) {
    this.name = name;
    this.process = process;
    this.firstLine = firstLine;
  }

  /**
   * Starts it and waits for its first line, a minute and a half at most.
   *
   * @param input lines for its standard input, which stays open behind them
   * @throws IOException with the end of its standard error if it does not start
   */
  static ServerProcess start(String name, List<String> command, List<String> input)
      throws IOException, InterruptedException {
    ChildProcess process = ChildProcess.start(command, Map.of());
    try {
      String firstLine = firstLine(process, input);
      return new ServerProcess(name, process, firstLine);
    } catch (IOException e) {
      process.close();
      throw new IOException(name + " did not start: " + e.getMessage(), e);
    } catch (InterruptedException | RuntimeException | Error e) {
      process.close();
      throw e;
    }
  }

  private static String firstLine(ChildProcess process, List<String> input)
      throws IOException, InterruptedException {
    try {
      send(process, input);
    } catch (IOException ended) {
      // Its errors, which the next line throws, say why.
    }
    return process.nextLine(START);
  }

  /** Writes lines to its standard input. */
  void send(List<String> lines) throws IOException {
    send(process, lines);
  }

  private static void send(ChildProcess process, List<String> lines) throws IOException {
    StringBuilder text = new StringBuilder();
    lines.forEach(line -> text.append(line).append('\n'));
    process.write(text.toString());
  }

  /**
   * Asks for its resource use, and waits a few seconds for the response. Only for servers that read
   * no other lines. For one thread.
   */
  ResourceUse resourceUse() {
    process.dropLines();
    try {
      send(List.of("spent"));
      Map<String, String> spent = facts(process.nextLine(ANSWER));
      return new ResourceUse(
          count(spent, "requests"), count(spent, "records"), null, count(spent, "allocated-bytes"));
    } catch (IOException endedOrLate) {
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

  /** The entries of its first line. */
  Map<String, String> facts() {
    return facts(firstLine);
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
      throw new IOException(name + " said '" + firstLine + "', which has no " + fact);
    }
    return Integer.parseInt(value);
  }

  /** The loopback address with a port of its first line. */
  InetSocketAddress address(String fact) throws IOException {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), number(fact));
  }

  long pid() {
    return process.pid();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** After its end. */
  int exitCode() {
    return process.exitCode();
  }

  /** The end of its standard error, to be appended to a message; may be empty. */
  String tail() {
    return process.tail();
  }

  /** Closes its input and waits until it has ended in order; kills it if that takes too long. */
  @Override
  public void close() {
    process.closeInput();
    try {
      process.awaitExit(STOP);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    try {
      process.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

package com.reactive.platform.kafka.benchmark.reading;

import com.reactive.platform.testbed.ChildProcess;
import com.reactive.platform.testbed.ProcStat;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A reader in a process of its own, measured from outside. For one thread. */
final class ReaderProcess implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private final ReaderKind kind;
  private final ChildProcess process;

  private ReaderProcess(ReaderKind kind, ChildProcess process) {
    this.kind = kind;
    this.process = process;
  }

  /**
   * Starts it.
   *
   * @param command that answers each line of its input as {@link ReaderMain} does
   */
  static ReaderProcess start(ReaderKind kind, List<String> command) throws IOException {
    return new ReaderProcess(kind, ChildProcess.start(command, Map.of()));
  }

  ReaderKind kind() {
    return kind;
  }

  /**
   * Has it read the topic once.
   *
   * @param expected ids
   * @throws IOException with one sentence if it does not, or has not seen each record once
   */
  ReadingPass read(TopicLayout topic, IdSum expected) throws IOException, InterruptedException {
    try {
      double cpuBefore = process.cpuSeconds();
      process.write("read\n");
      Map<String, Long> answer = numbers(process.awaitLine("records=", PATIENCE));
      double cpuSeconds = process.cpuSeconds() - cpuBefore;
      if (answer.get("records") != expected.count() || answer.get("sum") != expected.sum()) {
        throw new IOException(
            "%,d records of %,d were read, or their ids are not those that were written"
                .formatted(answer.get("records"), expected.count()));
      }
      long allocated = answer.getOrDefault("allocated-bytes", -1L);
      return new ReadingPass(
          expected.count(),
          answer.get("nanos") / 1e9,
          cpuSeconds,
          ProcStat.megabytes(process.pid(), "Rss"),
          allocated < 0 ? Double.NaN : (double) allocated / expected.count());
    } catch (IOException e) {
      throw new IOException(kind.text() + ", " + topic.label() + ": " + e.getMessage(), e);
    }
  }

  private static Map<String, Long> numbers(String line) {
    Map<String, Long> numbers = new HashMap<>();
    for (String pair : line.split(" ", -1)) {
      int equals = pair.indexOf('=');
      numbers.put(pair.substring(0, equals), Long.parseLong(pair.substring(equals + 1)));
    }
    return numbers;
  }

  @Override
  public void close() throws IOException {
    process.close();
  }
}

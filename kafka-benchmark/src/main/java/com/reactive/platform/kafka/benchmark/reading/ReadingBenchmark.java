package com.reactive.platform.kafka.benchmark.reading;

import com.reactive.platform.kafka.embedded.EmbeddedKafka;
import com.reactive.platform.testbed.Experiment;
import com.reactive.platform.testbed.ExperimentReport;
import com.reactive.platform.testbed.Machine;
import com.reactive.platform.testbed.ProcStat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Readers of the gateway's topics beside each other, each in a process of its own: how fast they
 * are, and what it costs. All of a topic's readers are alive; they read it in turns, the order
 * rotates, and the ids of all records are checked. For one thread.
 */
public final class ReadingBenchmark implements Experiment {
  private static final int BROKER_HEAP_MEGABYTES = 1_024;

  private final ReadingPlan plan;
  private final String path;
  private final Consumer<String> progress;
  private final List<String> problems = new ArrayList<>();

  /**
   * @param path to search for programs, as the environment's PATH
   * @param progress receives lines for people who wait
   */
  public ReadingBenchmark(ReadingPlan plan, String path, Consumer<String> progress) {
    this.plan = plan;
    this.path = path;
    this.progress = progress;
  }

  @Override
  public ExperimentReport run() throws IOException, InterruptedException {
    if (!ProcStat.isThere()) {
      throw new IOException("reading is measured on Linux");
    }
    ReadingReport report = new ReadingReport(Machine.current(), plan);
    ReaderCommands commands = ReaderCommands.find(path, progress);
    commands.leftOut().forEach(progress);
    EmbeddedKafka.Builder builder =
        EmbeddedKafka.builder().fullJit(true).heapMegabytes(BROKER_HEAP_MEGABYTES);
    plan.topics().forEach(topic -> builder.topic(topic.name(), topic.partitions()));
    try (EmbeddedKafka kafka = builder.start()) {
      for (TopicLayout topic : plan.topics()) {
        progress.accept(topic.label() + " ...");
        IdSum ids = new TopicFiller().fill(kafka.bootstrapServers(), topic);
        report.add(topic, measure(kafka.bootstrapServers(), topic, ids, commands));
      }
    }
    return report.finished(commands.leftOut(), problems);
  }

  private Map<ReaderKind, List<ReadingPass>> measure(
      String bootstrapServers, TopicLayout topic, IdSum ids, ReaderCommands commands)
      throws IOException, InterruptedException {
    Map<ReaderKind, List<ReadingPass>> passes = new EnumMap<>(ReaderKind.class);
    List<ReaderProcess> readers = new ArrayList<>();
    try {
      for (ReaderKind kind : commands.kinds()) {
        readers.add(ReaderProcess.start(kind, commands.command(kind, bootstrapServers, topic)));
      }
      for (int round = -plan.warmUps(); round < plan.rounds(); round++) {
        for (int turn = 0; turn < readers.size(); turn++) {
          ReaderProcess reader = readers.get(Math.floorMod(turn + round, readers.size()));
          ReadingPass pass = reader.read(topic, ids);
          if (round >= 0) {
            passes.computeIfAbsent(reader.kind(), none -> new ArrayList<>()).add(pass);
          }
        }
      }
    } catch (IOException e) {
      // The figures of the others are of use, the run is not verified.
      problems.add(e.getMessage());
    } finally {
      for (ReaderProcess reader : readers) {
        reader.close();
      }
    }
    return passes;
  }
}

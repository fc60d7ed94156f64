package com.reactive.platform.kafka.benchmark.reading;

import com.reactive.platform.cli.ExecutablePath;
import com.reactive.platform.kafka.benchmark.subject.http.GoBuild;
import com.reactive.platform.testbed.ChildJvm;
import com.reactive.platform.testbed.ChildProcess;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Command lines of the readers, as far as they can be had here. */
final class ReaderCommands {
  private static final int HEAP_MEGABYTES = 512;
  private static final Duration ASKING = Duration.ofSeconds(30);
  private static final String SCRIPT = "read.py";

  private final Map<ReaderKind, List<String>> begins = new EnumMap<>(ReaderKind.class);
  private final List<String> leftOut = new ArrayList<>();

  /**
   * Builds and looks for the readers that are no Java.
   *
   * @param path to search for programs, as the environment's PATH
   * @param progress receives lines for people who wait
   */
  static ReaderCommands find(String path, Consumer<String> progress) throws InterruptedException {
    ReaderCommands commands = new ReaderCommands();
    commands.add(
        ReaderKind.FRANZ_GO,
        () ->
            List.of(
                GoBuild.ofProject(path, ChildJvm.ownLocation())
                    .program("reader", progress)
                    .toString()));
    commands.add(ReaderKind.LIBRDKAFKA, () -> python(path));
    return commands;
  }

  private interface Search {
    List<String> command() throws IOException, InterruptedException;
  }

  private void add(ReaderKind kind, Search search) throws InterruptedException {
    try {
      begins.put(kind, search.command());
    } catch (IOException e) {
      leftOut.add(kind.text() + ": " + e.getMessage());
    }
  }

  private static List<String> python(String path) throws IOException, InterruptedException {
    Path python =
        ExecutablePath.find("python3", path)
            .orElseThrow(() -> new IOException("there is no python3 on the PATH"));
    List<String> asked = List.of(python.toString(), "-c", "import confluent_kafka");
    if (ChildProcess.run(asked, Map.of(), ASKING).exitCode() != 0) {
      throw new IOException("python3 has no package confluent-kafka");
    }
    try (InputStream script = ReaderCommands.class.getResourceAsStream(SCRIPT)) {
      String text = new String(script.readAllBytes(), StandardCharsets.UTF_8);
      return List.of(python.toString(), "-c", text);
    }
  }

  /** Those that can be had here. */
  List<ReaderKind> kinds() {
    return Stream.of(ReaderKind.values())
        .filter(kind -> kind.isJava() || begins.containsKey(kind))
        .toList();
  }

  /** The others, each with the reason. */
  List<String> leftOut() {
    return List.copyOf(leftOut);
  }

  List<String> command(ReaderKind kind, String bootstrapServers, TopicLayout topic) {
    if (kind.isJava()) {
      return ChildJvm.command(
          HEAP_MEGABYTES,
          ChildJvm.ownClassPath(),
          ReaderMain.class.getName(),
          ReaderMain.arguments(kind, bootstrapServers, topic).toArray(String[]::new));
    }
    List<String> command = new ArrayList<>(begins.get(kind));
    command.add(bootstrapServers);
    command.add(topic.name());
    command.add(Integer.toString(topic.partitions()));
    command.add(Long.toString(topic.records()));
    return command;
  }
}

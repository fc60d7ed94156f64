package com.reactive.platform.kafka.benchmark.jmh;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.reactive.platform.testbed.Experiment;
import com.reactive.platform.testbed.ExperimentReport;
import com.reactive.platform.testbed.Machine;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs benchmarks in rounds, each in a JVM of its own with this one's class path.
 *
 * <p>The speed of a shared machine varies. So everything runs once, briefly, then once more.
 * Figures that are compared come from the same minute, ratios are computed in each round, and the
 * median over the rounds counts.
 */
public final class JmhRunner implements Experiment {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern THROWN =
      Pattern.compile("(?m)^(?:Caused by: )?(?:[\\w$]+\\.)+([\\w$]+(?:Exception|Error)(?:: .*)?)$");
  private static final int TIMEOUT_SECONDS = 90;
  private static final int TAIL_CHARS = 500;

  private final List<JmhRow> rows;
  private final JmhOptions options;
  private final List<Path> homes;
  private final Consumer<String> progress;

  /**
   * @param ids of the rows
   * @param homes JDK folders, run one after the other; if empty, the JDK that runs this
   * @param progress receives a line now and then
   * @throws IllegalArgumentException if a folder is no JDK
   */
  public JmhRunner(
      Set<String> ids, JmhOptions options, List<Path> homes, Consumer<String> progress) {
    this.rows = JmhSuite.rows().stream().filter(row -> ids.contains(row.id())).toList();
    this.options = options;
    this.homes = homes.isEmpty() ? List.of(Path.of(System.getProperty("java.home"))) : homes;
    this.progress = progress;
    this.homes.forEach(JmhRunner::java);
  }

  @Override
  public ExperimentReport run() throws IOException {
    Machine machine = Machine.current();
    List<JmhRounds> all = new ArrayList<>();
    for (Path home : homes) {
      JmhRounds rounds = new JmhRounds(home.toString(), rows);
      for (int round = 1; round <= options.rounds(); round++) {
        run(round, java(home), rounds);
      }
      all.add(rounds);
    }
    return JmhReport.of(machine, options, all);
  }

  private void run(int round, Path java, JmhRounds rounds) throws IOException {
    Map<String, JmhRow> runs = new LinkedHashMap<>();
    rows.forEach(row -> runs.putIfAbsent(row.run(), row));
    int number = 0;
    for (JmhRow row : runs.values()) {
      number++;
      if (row.isIdle() && round > 1) {
        continue;
      }
      progress.accept(
          "round %d/%d  %2d/%d  %s  %s"
              .formatted(
                  round, options.rounds(), number, runs.size(), row.run(), run(row, java, rounds)));
    }
  }

  /** Runs it once and adds the result or the failure to the rounds. Returns it in a few words. */
  private String run(JmhRow row, Path java, JmhRounds rounds) throws IOException {
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    String failure;
    try (PrintStream out = new PrintStream(log, true, StandardCharsets.UTF_8)) {
      Collection<RunResult> results =
          new Runner(
                  options(row, java).build(),
                  OutputFormatFactory.createFormatInstance(out, VerboseMode.NORMAL))
              .run();
      if (results.size() == 1) {
        JsonNode result = json(results).path(0);
        rounds.add(row.run(), result);
        double rate = result.path("primaryMetric").path("score").asDouble();
        return row.isIdle() ? "done" : String.format(Locale.ROOT, row.digits(rate) + " M/s", rate);
      }
      failure = reason(log.toString(StandardCharsets.UTF_8));
    } catch (RunnerException e) {
      failure = e.getMessage();
    }
    rounds.fail(row.run(), failure);
    return "FAILED: " + failure;
  }

  /** The output of JMH with {@code -rf json}. */
  private static JsonNode json(Collection<RunResult> results) throws IOException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    try (PrintStream out = new PrintStream(text, true, StandardCharsets.UTF_8)) {
      ResultFormatFactory.getInstance(ResultFormatType.JSON, out).writeOut(results);
    }
    return JSON.readTree(text.toByteArray());
  }

  /** The exception of the benchmark's JVM, or else the end of its output. */
  static String reason(String log) {
    Matcher thrown = THROWN.matcher(log);
    String last = null;
    while (thrown.find()) {
      last = thrown.group(1);
    }
    return last != null ? last : log.substring(Math.max(0, log.length() - TAIL_CHARS)).strip();
  }

  private ChainedOptionsBuilder options(JmhRow row, Path java) {
    TimeValue time = TimeValue.milliseconds(options.iterationTime().toMillis());
    ChainedOptionsBuilder built =
        new OptionsBuilder()
            .include(row.include())
            .forks(1)
            .jvm(java.toString())
            .jvmArgs("-Xmx2g")
            .timeout(TimeValue.seconds(TIMEOUT_SECONDS))
            .addProfiler(GCProfiler.class);
    row.params().forEach(built::param);
    if (row.isIdle()) {
      return built.param("seconds", Integer.toString(options.idleSeconds()));
    }
    return built
        .warmupIterations(options.warmUpIterations())
        .warmupTime(time)
        .measurementIterations(options.iterations())
        .measurementTime(time);
  }

  private static Path java(Path home) {
    Path java = home.resolve("bin").resolve("java");
    if (!Files.isExecutable(java)) {
      throw new IllegalArgumentException(home + " is no JDK: it has no bin/java");
    }
    return java;
  }
}

package com.reactive.platform.kafka.benchmark.command;

import com.reactive.platform.kafka.benchmark.jmh.JmhOptions;
import com.reactive.platform.kafka.benchmark.jmh.JmhRunner;
import com.reactive.platform.kafka.benchmark.jmh.JmhSuite;
import com.reactive.platform.testbed.ExperimentReport;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "jmh",
    mixinStandardHelpOptions = true,
    description = {
      "Compare the batchers with a lower bound and with rivals, each in its own JVM.",
      "Exit code 0 if everything ran and no message was lost, whether or not the targets were met."
          + " docs/performance.md explains the rows."
    },
    footer = {"", "Example: ./reactive bench jmh --quick"})
final class BenchJmhCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "PATTERN",
      description = "Only benchmarks whose id matches this regular expression, and their rivals.")
  private List<String> patterns = new ArrayList<>();

  @Option(names = "--quick", description = "About a minute instead of four; one round.")
  private boolean quick;

  @Option(
      names = "--forks",
      paramLabel = "N",
      description = "Rounds per benchmark, each in a new JVM.")
  private Integer forks;

  @Option(
      names = "--jdk",
      paramLabel = "HOME",
      description = "JDK to measure on; may be repeated (default: the one in use).")
  private List<Path> jdks = new ArrayList<>();

  @Option(names = "--json", paramLabel = "FILE", description = "Also write the report as JSON.")
  private Path json;

  @Option(names = "--list", description = "Print the ids and exit.")
  private boolean list;

  @Override
  public Integer call() throws Exception {
    PrintWriter out = spec.commandLine().getOut();
    if (list) {
      JmhSuite.ids().forEach(out::println);
      out.flush();
      return 0;
    }
    if (json != null) {
      requireFile(json);
    }
    ExperimentReport report = runner().run();
    out.print(report.console());
    out.flush();
    if (json != null) {
      Files.writeString(json, report.json());
    }
    return report.passed() ? 0 : 1;
  }

  /** Found out before the measurements rather than after them. */
  private void requireFile(Path file) {
    if (Files.isDirectory(file)) {
      throw new ParameterException(spec.commandLine(), "--json: " + file + " is a directory");
    }
    Path folder = file.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      throw new ParameterException(spec.commandLine(), "--json: no such directory for " + file);
    }
  }

  /** The runner that the options describe; what cannot be run is wrong usage. */
  private JmhRunner runner() {
    try {
      JmhOptions options = quick ? JmhOptions.QUICK : JmhOptions.FULL;
      return new JmhRunner(
          JmhSuite.chosen(patterns),
          forks == null ? options : options.withRounds(forks),
          jdks,
          this::progress);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private void progress(String line) {
    PrintWriter err = spec.commandLine().getErr();
    err.println(line);
    err.flush();
  }
}

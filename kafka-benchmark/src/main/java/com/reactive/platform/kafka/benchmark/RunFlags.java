package com.reactive.platform.kafka.benchmark;

import com.reactive.platform.kafka.benchmark.brochure.AllTargets;
import com.reactive.platform.kafka.benchmark.brochure.BrochureJob;
import com.reactive.platform.kafka.benchmark.rig.BenchKafka;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Flags of every command that runs a benchmark. */
public final class RunFlags {
  private static final String EMBEDDED = "embedded";
  private static final String SERVERS = "[^\\s:,]+:\\d{1,5}(,[^\\s:,]+:\\d{1,5})*";

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--bootstrap",
      paramLabel = "HOST:PORT",
      description = "A running Kafka (default: an embedded one for the run).")
  private String bootstrap;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      description = "Timeout for a response from a running Kafka (default: 30 seconds).")
  private Integer timeoutSeconds;

  @Option(
      names = "--json",
      description = "Print the result as JSON to standard output; progress goes to standard error.")
  private boolean json;

  /** True if this text names a Kafka. */
  static boolean isBootstrap(String text) {
    return text.equals(EMBEDDED) || text.contains(":");
  }

  /**
   * The address of the option, or of a parameter in its place; empty if an embedded Kafka is
   * wanted.
   */
  Optional<String> bootstrapServers(String parameter) {
    if (bootstrap != null && parameter != null) {
      throw usage("HOST:PORT is given twice: " + bootstrap + " and " + parameter);
    }
    String given = bootstrap == null ? parameter : bootstrap;
    if (given == null || given.equals(EMBEDDED)) {
      return Optional.empty();
    }
    if (!given.matches(SERVERS)) {
      throw usage("Kafka must be HOST:PORT, comma-separated, or embedded, not '" + given + "'");
    }
    return Optional.of(given);
  }

  /** The address of the option. */
  public Optional<String> bootstrapServers() {
    return bootstrapServers(null);
  }

  /** Timeout for a response of a running Kafka. */
  public Duration kafkaTimeout() {
    if (timeoutSeconds != null && (timeoutSeconds < 1 || timeoutSeconds > 3_600)) {
      throw usage("--timeout must be 1 to 3600 seconds, not " + timeoutSeconds);
    }
    return timeoutSeconds == null ? BenchKafka.ANSWER_TIMEOUT : Duration.ofSeconds(timeoutSeconds);
  }

  /** Runs a brochure for this command. */
  public BrochureJob job(Optional<Path> reports) {
    CommandLine commandLine = spec.commandLine();
    return new BrochureJob(
        AllTargets.known(), reports, json, commandLine.getOut(), commandLine.getErr());
  }

  /** Wrong usage, in one sentence. */
  ParameterException usage(String sentence) {
    return new ParameterException(spec.commandLine(), sentence);
  }

  /** Parses a measured time. */
  public double seconds(String text) {
    try {
      double seconds = Double.parseDouble(text);
      if (seconds >= 0.1 && seconds <= 86_400) {
        return seconds;
      }
    } catch (NumberFormatException e) {
      // Refused below, with the bounds.
    }
    throw usage("SECONDS must be a number from 0.1 to 86400, not '" + text + "'");
  }
}

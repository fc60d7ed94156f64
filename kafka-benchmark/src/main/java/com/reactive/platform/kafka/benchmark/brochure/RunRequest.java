package com.reactive.platform.kafka.benchmark.brochure;

import com.reactive.platform.kafka.benchmark.rig.BenchKafka;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * The options for a run of a brochure.
 *
 * @param command reproduces the run; stands in its report
 * @param isQuick whether it is the short form, whose figures are rough
 * @param bootstrapServers of a Kafka that runs already; empty for one of our own
 * @param calibrationFile where calibration keeps what it learns; empty for a file that is deleted
 *     afterwards
 * @param kafkaTimeout how long a Kafka that runs already may take to answer
 */
public record RunRequest(
    String command,
    boolean isQuick,
    Optional<String> bootstrapServers,
    Optional<Path> calibrationFile,
    Duration kafkaTimeout) {

  /** With the usual patience. */
  public RunRequest(
      String command,
      boolean isQuick,
      Optional<String> bootstrapServers,
      Optional<Path> calibrationFile) {
    this(command, isQuick, bootstrapServers, calibrationFile, BenchKafka.ANSWER_TIMEOUT);
  }
}

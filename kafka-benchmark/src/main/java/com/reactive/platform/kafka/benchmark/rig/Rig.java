package com.reactive.platform.kafka.benchmark.rig;

import com.reactive.platform.kafka.benchmark.result.RunResult;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;

/**
 * Puts load on targets and validates the outcome. One run at a time: the runs of one machine would
 * disturb each other.
 */
public final class Rig {
  private final MessageLog.Opener logs;
  private final Map<String, Long> brokers;
  private final Progress progress;
  private final Timeouts timeouts;

  /** The offsets up to which the last run of a partition was read: there the next one begins. */
  private final Map<TopicPartition, Long> readUpTo = new HashMap<>();

  /**
   * Shows its progress on standard error.
   *
   * @param kafka that the targets write to; none for targets without Kafka
   */
  public Rig(Optional<BenchKafka> kafka) {
    this(kafka, ProgressLine.onStderr(), Timeouts.DEFAULT.drain());
  }

  /**
   * @param kafka that the targets write to; none for targets without Kafka
   * @param progress shows how far a run is
   * @param drainTimeout for outcomes after the load
   */
  public Rig(Optional<BenchKafka> kafka, Progress progress, Duration drainTimeout) {
    this(
        destination -> new TopicLog(kafka.orElseThrow(Rig::noKafka), destination.topics()),
        kafka.map(BenchKafka::processes).orElse(Map.of()),
        progress,
        Timeouts.DEFAULT.withDrain(drainTimeout));
  }

  Rig(MessageLog.Opener logs, Map<String, Long> brokers, Progress progress, Timeouts timeouts) {
    this.logs = logs;
    this.brokers = Map.copyOf(brokers);
    this.progress = progress;
    this.timeouts = timeouts;
  }

  private static IllegalStateException noKafka() {
    return new IllegalStateException("the target writes to Kafka, but the rig was given none");
  }

  /**
   * One iteration: warm-up, load, drain, verification. Blocks for all of it. An error of the target
   * or Kafka is a reason in the result, not an exception; an interrupt ends the run, and its
   * threads with it.
   *
   * <p>A run begins where the run before it ended in the topic, so that nothing lands unread: a
   * message that is written twice, and once after its own run was read, is a phantom of the next.
   */
  public Iteration run(Target target, RunResult.Role role, Load load) throws InterruptedException {
    try {
      return new RigRun(target, role, load, logs, readUpTo, brokers, progress, timeouts).run();
    } finally {
      progress.done();
    }
  }
}

package com.reactive.platform.kafka.benchmark.rig;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is measured: takes messages, and tells of each what became of it. Opened once, then driven
 * by any number of runs, one at a time.
 */
public interface Target extends AutoCloseable {
  /** As it stands in the tables. */
  String name();

  /** Messages that one send carries, at least 1. */
  default int messagesPerSend() {
    return 1;
  }

  /**
   * A lane for one load thread and one run. Called by that thread before the run begins; may block,
   * as for connecting.
   */
  TargetSession openSession(SessionContext context) throws IOException, InterruptedException;

  /**
   * Hurries what was sent, and returns when all of it has an outcome or the timeout is over. The
   * rig calls it after the load; it counts what is still open by itself.
   */
  void drain(Duration timeout) throws InterruptedException;

  /** Where the messages end; empty if Kafka has no part in it. */
  Optional<Destination> destination();

  /** Settings as they are in force, read back from the producer, the batcher or the process. */
  Map<String, String> settings();

  /** Processes besides the rig's own and the broker's that work for this target: name and pid. */
  default Map<String, Long> processes() {
    return Map.of();
  }

  /**
   * What can be seen of the batching, of now or of about a second ago; called several times a
   * second.
   */
  default Gauges gauges() {
    return Gauges.NONE;
  }

  /**
   * What it has sent and allocated so far; called when something begins or ends to be measured. The
   * same moment as {@link #gauges} if that was called just before.
   */
  default ResourceUse resourceUse() {
    return ResourceUse.UNKNOWN;
  }

  /**
   * What the target saw that nobody expected, in sentences, such as an answer that is no success
   * and how often it came. Counts go up from the opening on. For the reasons of a run that failed.
   */
  default List<String> problems() {
    return List.of();
  }

  /** Ends all of it; nothing is left running. */
  @Override
  void close();
}

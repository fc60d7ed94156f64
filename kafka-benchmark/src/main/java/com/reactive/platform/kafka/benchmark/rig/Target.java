package com.reactive.platform.kafka.benchmark.rig;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The subject of a measurement: takes messages and reports the outcome of each. Opened once, then
 * driven by any number of runs, one at a time.
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

  /** The destination of the messages; empty if Kafka has no part in it. */
  Optional<Destination> destination();

  /** Settings as they are in force, read back from the producer, the batcher or the process. */
  Map<String, String> settings();

  /** Processes besides the rig's own and the broker's that work for this target: name and pid. */
  default Map<String, Long> processes() {
    return Map.of();
  }

  /**
   * The visible state of the batching, of now or of about a second ago; called several times a
   * second.
   */
  default Gauges gauges() {
    return Gauges.NONE;
  }

  /**
   * The traffic and allocation so far; called at the begin and the end of a measurement. The same
   * moment as {@link #gauges} if that was called just before.
   */
  default ResourceUse resourceUse() {
    return ResourceUse.UNKNOWN;
  }

  /**
   * Unexpected events, in sentences, such as a response that is no success and how often it came.
   * Counts go up from the opening on. For the reasons of a run that failed.
   */
  default List<String> problems() {
    return List.of();
  }

  /** Ends all of it; nothing is left running. */
  @Override
  void close();
}

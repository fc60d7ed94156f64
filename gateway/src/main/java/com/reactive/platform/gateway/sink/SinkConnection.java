package com.reactive.platform.gateway.sink;

import com.reactive.platform.gateway.stream.DeliveryProfile;
import com.reactive.platform.gateway.stream.StreamDefinition;
import com.reactive.platform.gateway.telemetry.BatchMetrics;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * A gateway's connection to the destination of its events, such as a Kafka cluster. Its methods are
 * for any thread, and do not block unless they say so.
 */
public interface SinkConnection extends SinkHealth, SinkFactory, AutoCloseable {
  /** As {@link #create}, for a pipeline with a spool in front of its sink. */
  SpoolableSink createSpoolable(
      DeliveryProfile profile, IntFunction<String> topics, BatchMetrics metrics);

  /**
   * The sinks of the pipeline with this profile, if they can live on event loops; else {@link
   * #create} makes one for a dispatcher thread.
   */
  default Optional<LoopSinks> onLoops(
      DeliveryProfile profile, IntFunction<String> topics, BatchMetrics metrics) {
    return Optional.empty();
  }

  /**
   * Closes what lives on event loops, after whatever it still holds is sent or given up on. While
   * the loops still run; before {@link #close}. Blocks for some seconds.
   */
  default void closeOnLoops() throws InterruptedException {}

  /**
   * Opens a way for a replay. May block, and may throw while the destination is away.
   *
   * @param windowBytes the most that it is given before the oldest event has its outcome
   */
  OrderedSender openOrdered(long windowBytes);

  /**
   * Sends a framed event at once, without an outcome, past all batching: for the diagnostic route
   * alone. May block.
   *
   * @param frame may be used again when this returns
   * @return whether it was taken
   */
  boolean sendUnheard(StreamDefinition stream, byte[] frame, int offset, int length);

  /** Reads back what was sent, by whomever. It ends with this. */
  default EventLog log() {
    return EventLog.none("events that were sent here cannot be read back");
  }

  /** Watches this topic from now on. */
  TopicStatus watch(String topic);

  /** Watches the topics of these streams, their quarantines and their hot keys, and no others. */
  void watchOnly(List<StreamDefinition> streams);

  /** Starts connecting; returns at once. */
  void start();

  /** Closes it, after whatever it still holds is sent or given up on. Blocks for some seconds. */
  @Override
  void close();
}

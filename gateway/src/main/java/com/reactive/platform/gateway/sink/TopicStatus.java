package com.reactive.platform.gateway.sink;

import java.util.List;
import java.util.Optional;

/** The last known state of one topic. From any thread; never blocks. */
public interface TopicStatus {
  String topic();

  SinkState state();

  /** Why the state is not READY, in a few words without secrets; empty if it is. */
  String detail();

  /**
   * Whether an event that is accepted now has a fair chance. A blip does not end it: events are
   * held for as long as they may wait in the queue anyway; after that, rejecting them at once is
   * better for clients.
   */
  boolean accepting();

  /** True if Kafka has said that it does not exist, which is more than that it may not be seen. */
  default boolean isAbsent() {
    return false;
  }

  /** What was last read of its settings; empty before that. */
  Optional<TopicSettings> settings();

  /** Its partitions as Kafka described them last; empty before that. */
  default Optional<TopicPartitions> partitions() {
    return Optional.empty();
  }

  /** What is wrong with its settings for its streams, one sentence for each. */
  List<String> findings();

  /** Why a stream with {@code acks: all} must not send there, in words; empty if it may. */
  String tooWeak();
}

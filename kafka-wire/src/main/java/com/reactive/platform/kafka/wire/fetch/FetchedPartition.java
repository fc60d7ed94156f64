package com.reactive.platform.kafka.wire.fetch;

import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;

/** How far one partition was read. */
final class FetchedPartition {
  final TopicPartition id;

  /** Exclusive. */
  final long end;

  long position;

  /** Of the last batch read; -1 if there is none. A leader compares it with its own log. */
  int lastEpoch = -1;

  /** As first seen: another one means that the topic was made anew. */
  Uuid topicId = Uuid.ZERO_UUID;

  boolean inFlight;

  /** Its position is not in the log: the log's bounds were asked for. */
  boolean searching;

  /** Why its leader cannot be asked; null if it can. */
  Exception refusal;

  int failures;
  long notBeforeNanos;

  FetchedPartition(TopicPartition id, long position, long end, long nowNanos) {
    this.id = id;
    this.position = position;
    this.end = end;
    notBeforeNanos = nowNanos;
  }

  boolean isComplete() {
    return position >= end;
  }

  /** Its listener is to hear that there is nothing more to come. */
  boolean isOver() {
    return isComplete() || refusal != null;
  }

  boolean wantsFetch() {
    return !inFlight && !searching && !isOver();
  }
}

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

  /** It was read to its end, so nobody asks because of it alone before this. */
  long pauseEndNanos;

  FetchedPartition(TopicPartition id, long position, long end, long nowNanos) {
    this.id = id;
    this.position = position;
    this.end = end;
    notBeforeNanos = nowNanos;
    pauseEndNanos = nowNanos;
  }

  /** True if it has no end, so that what is not wanted may be passed over. */
  boolean isFollowed() {
    return end == Long.MAX_VALUE;
  }

  /** Passes over what lies before this offset, whose epoch nobody has seen. */
  void passOverTo(long offset) {
    if (offset > position) {
      position = offset;
      lastEpoch = -1;
    }
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

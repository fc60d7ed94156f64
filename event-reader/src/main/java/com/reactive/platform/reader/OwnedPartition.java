package com.reactive.platform.reader;

import org.apache.kafka.common.TopicPartition;

/** How far a partition of ours was read. */
final class OwnedPartition {
  final TopicPartition id;

  /** Events before it were dealt with in an earlier life; they are only remembered. */
  long first;

  /** Null if repeats are not dropped. */
  final RepeatWindow window;

  /** All before it was dealt with. */
  long next;

  /** Of what there is to read; -1 if no answer has said so. */
  long end = -1;

  /** As last committed; -1 for never. */
  long committed = -1;

  /** The source does not read it: it must be told to. */
  boolean isIdle = true;

  OwnedPartition(TopicPartition id, long first, int windowEvents) {
    this.id = id;
    this.first = first;
    window = windowEvents == 0 ? null : new RepeatWindow(windowEvents);
    next = Math.max(0, first - windowEvents);
  }

  /** The next offset to be dealt with. */
  long position() {
    return Math.max(first, next);
  }

  long lag() {
    return end < 0 ? -1 : Math.max(0, end - position());
  }
}

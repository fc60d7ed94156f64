package com.reactive.platform.kafka.wire.produce;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A produce request that has no answer yet: at most one batch of each partition. */
final class InFlightRequest {
  /** A batch, and the partition that it is for. */
  record Part(PartitionQueue partition, RecordBatch batch) {}

  private static final Comparator<Part> BY_TOPIC =
      Comparator.comparingInt(part -> part.partition().topic.ordinal);

  final List<Part> parts = new ArrayList<>();
  int correlationId;
  int version;
  long sentAt;
  long deadline;

  /** Parts of the same topic stand together afterwards. */
  void groupByTopic() {
    if (parts.size() > 1) {
      parts.sort(BY_TOPIC);
    }
  }
}

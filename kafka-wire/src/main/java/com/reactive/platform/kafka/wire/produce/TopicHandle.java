package com.reactive.platform.kafka.wire.produce;

import com.reactive.platform.kafka.wire.cluster.ClusterView;
import java.util.Arrays;
import org.apache.kafka.common.protocol.Errors;

/** A topic as one produce core knows it. Belongs to the core's thread. */
public final class TopicHandle {
  final TopicInfo info;

  /** One for each partition that the topic ever had. */
  PartitionQueue[] partitions = {};

  /** As many as it has now. */
  private int count;

  private int sticky;

  TopicHandle(TopicInfo info, int firstSticky) {
    this.info = info;
    this.sticky = firstSticky;
  }

  public String name() {
    return info.name;
  }

  /** NONE, or what the brokers last answered instead of the topic's partitions. */
  public Errors error() {
    return info.error;
  }

  /** The number of partitions; 0 while it is not known. */
  public int partitions() {
    return count;
  }

  /** The partition for a record, or null if it is not known. */
  PartitionQueue partitionFor(ProduceRecord record, int wanted) {
    if (wanted >= 0) {
      return wanted < count ? partitions[wanted] : null;
    }
    if (count == 0) {
      return null;
    }
    if (record.keyLength != ProduceRecord.NO_KEY) {
      return partitions[
          KeyPartitioner.partition(record.key, record.keyOffset, record.keyLength, count)];
    }
    if (record.chooserLength != ProduceRecord.NO_KEY) {
      return partitions[
          KeyPartitioner.partition(
              record.chooser, record.chooserOffset, record.chooserLength, count)];
    }
    return stickyPartition();
  }

  /** Moves on with each batch, past partitions that are in trouble if there are others. */
  private PartitionQueue stickyPartition() {
    sticky = (sticky & Integer.MAX_VALUE) % count;
    boolean begun = partitions[sticky].open != null;
    if (begun && partitions[sticky].isHealthy()) {
      return partitions[sticky];
    }
    for (int i = 1; i <= count; i++) {
      int next = (sticky + i) % count;
      if (partitions[next].isHealthy()) {
        sticky = next;
        return partitions[sticky];
      }
    }
    sticky = begun ? sticky : (sticky + 1) % count;
    return partitions[sticky];
  }

  /** Takes over all but the leaders. */
  void update(ClusterView.Topic topic) {
    info.error = topic.error();
    if (topic.error() != Errors.NONE) {
      return;
    }
    info.limit(topic.maxMessageBytes());
    if (!info.id.equals(topic.id())) {
      if (info.hasId()) {
        for (PartitionQueue partition : partitions) {
          partition.restart();
        }
        count = 0;
      }
      info.id = topic.id();
    }
    // A broker that is behind may know fewer; only a topic that was made anew can have fewer.
    count = Math.max(count, topic.partitions().size());
    int known = partitions.length;
    if (count > known) {
      partitions = Arrays.copyOf(partitions, count);
      for (int i = known; i < partitions.length; i++) {
        partitions[i] = new PartitionQueue(info, i);
      }
    }
  }
}

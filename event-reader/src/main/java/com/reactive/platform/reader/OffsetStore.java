package com.reactive.platform.reader;

import java.util.Collection;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * Offsets that are stored where results are, in the same transaction: then each event has its
 * effect once. Called on the thread that polls, within a poll.
 */
public interface OffsetStore {
  /**
   * The next offset to read of each partition that is now ours.
   *
   * @return without those of which nothing is stored: these begin where the group, or the reset
   *     policy, says
   */
  Map<TopicPartition, Long> load(Collection<TopicPartition> partitions);

  /**
   * These are not ours any more, or will not be in a moment: results and offsets that are not
   * stored yet are to be stored now, or never. Those of a partition that was lost may be read by
   * others already: store results with their next offset only if the stored offset is the one that
   * was loaded, or stored last; then no other member has had their effects.
   */
  default void revoked(Collection<TopicPartition> partitions) {}
}

package com.reactive.platform.kafka.wire.produce;

import com.reactive.platform.kafka.wire.produce.BrokerLink.State;

/**
 * Finds out who leads the partitions of a broker that keeps them waiting. It may be gone without a
 * word, and the cluster takes some seconds to notice it and to elect others; so it is asked again
 * and again, as long as the broker neither answers nor can be connected to.
 */
final class LeaderSearch {
  private final ProduceSettings settings;
  private final ProduceIo io;
  private final WakeUp wakeUp;

  LeaderSearch(ProduceSettings settings, ProduceIo io, WakeUp wakeUp) {
    this.settings = settings;
    this.io = io;
    this.wakeUp = wakeUp;
  }

  /** The connection is gone: notes why for the partitions that wait for it, and asks once. */
  void begin(BrokerLink link, Exception reason) {
    TopicInfo last = null;
    for (PartitionQueue partition : link.ready) {
      partition.trouble.stuck(reason);
      if (partition.topic != last) {
        last = partition.topic;
        io.refreshMetadata(last.name);
      }
    }
  }

  /**
   * Asks, if it is time to.
   *
   * @return true if another broker leads what this one owes an answer to, so that the answer is not
   *     worth waiting for
   */
  boolean hasFound(BrokerLink link, long now) {
    if (!link.keepsWaiting(now, settings.patienceNanos())) {
      link.searching = false;
      return false;
    }
    if (!link.searching) {
      link.searching = true;
      link.searchAt = link.state == State.UP ? now : now + settings.searchNanos();
    }
    if (link.state == State.UP && link.owesToOthers()) {
      return true;
    }
    if (link.searchAt - now <= 0) {
      link.searchAt = now + settings.searchNanos();
      io.refreshMetadata(link.waitingTopic().name);
    }
    wakeUp.by(link.searchAt);
    return false;
  }
}

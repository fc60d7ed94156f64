package com.reactive.platform.kafka.wire.produce;

import com.reactive.platform.kafka.wire.cluster.BrokerAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;

/** The connection to one broker as the core sees it, and the partitions that wait for it. */
final class BrokerLink {
  enum State {
    DOWN,
    CONNECTING,
    UP,
    CLOSING
  }

  final int id;
  final BrokerHealth health = new BrokerHealth();
  private final LongConsumer answerTimes;
  final ArrayDeque<InFlightRequest> inFlight = new ArrayDeque<>();

  /** Partitions that this broker leads and that may have a batch to send. */
  final List<PartitionQueue> ready = new ArrayList<>();

  /** Null while no address is known. */
  BrokerAddress node;

  State state = State.DOWN;
  int version;

  /** The number of partitions that this broker leads. */
  int leads;

  long upSince;

  /** Attempts that failed since the last answer. */
  int failures;

  /** No attempt to connect before that, if {@code failures > 0}. */
  long connectAt;

  /**
   * The last connection ended while it owed answers, and this one has brought none yet. What is new
   * would share the fate of what was sent, so it waits: then it is certainly not written.
   */
  boolean owedAnswers;

  /** The broker asked for a pause until then. */
  boolean muted;

  long mutedUntil;

  /** It keeps partitions waiting, and others may lead them; asked for again at {@code searchAt}. */
  boolean searching;

  long searchAt;

  /**
   * @param answerTimes hears the time of each answer, nanoseconds
   */
  BrokerLink(int id, LongConsumer answerTimes) {
    this.id = id;
    this.answerTimes = answerTimes;
  }

  void list(PartitionQueue partition) {
    if (partition.listedAt != id) {
      partition.listedAt = id;
      ready.add(partition);
    }
  }

  void unlist(PartitionQueue partition) {
    if (partition.listedAt == id) {
      partition.listedAt = PartitionQueue.NO_BROKER;
      ready.remove(partition);
    }
  }

  void mute(long now, int millis) {
    long until = now + TimeUnit.MILLISECONDS.toNanos(millis);
    mutedUntil = isMuted(now) && mutedUntil - until > 0 ? mutedUntil : until;
    muted = true;
  }

  boolean isMuted(long now) {
    muted = muted && mutedUntil - now > 0;
    return muted;
  }

  /** An answer has come. */
  void answered(long nanos) {
    failures = 0;
    owedAnswers = false;
    health.answered(nanos);
    answerTimes.accept(nanos);
  }

  /** As {@link BrokerHealth#isSilent}. */
  boolean isSilent(long now) {
    InFlightRequest oldest = inFlight.peek();
    return oldest != null && health.isSilent(now - oldest.sentAt);
  }

  /** True if it has not answered for a while, or partitions wait for a connection to it. */
  boolean keepsWaiting(long now, long patienceNanos) {
    InFlightRequest oldest = inFlight.peek();
    return state == State.UP
        ? oldest != null && now - oldest.sentAt >= patienceNanos
        : !ready.isEmpty();
  }

  /** A topic that waits; only with {@link #keepsWaiting}. */
  TopicInfo waitingTopic() {
    PartitionQueue waiting =
        ready.isEmpty() ? inFlight.peek().parts.get(0).partition() : ready.get(0);
    return waiting.topic;
  }

  /** True if it owes an answer to a partition that another broker leads by now. */
  boolean owesToOthers() {
    for (InFlightRequest request : inFlight) {
      for (InFlightRequest.Part part : request.parts) {
        int leader = part.partition().leader;
        if (leader != id && leader != PartitionQueue.NO_BROKER) {
          return true;
        }
      }
    }
    return false;
  }

  boolean mayConnect(long now) {
    return state == State.DOWN && node != null && (failures == 0 || connectAt - now <= 0);
  }
}

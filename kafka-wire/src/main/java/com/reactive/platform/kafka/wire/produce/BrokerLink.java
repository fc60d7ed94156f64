package com.reactive.platform.kafka.wire.produce;

import com.reactive.platform.kafka.wire.cluster.BrokerAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The connection to one broker as the core sees it, and the partitions that wait for it. */
final class BrokerLink {
  enum State {
    DOWN,
    CONNECTING,
    UP,
    CLOSING
  }

  private static final int ANSWERS_AVERAGED = 8;
  private static final int SILENCE_ANSWERS = 4;
  private static final long SILENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  final int id;
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

  /** The broker asked for a pause until then. */
  boolean muted;

  long mutedUntil;

  /** Moving average of the time from a request to its answer. */
  private long answerNanos;

  private boolean silent;

  BrokerLink(int id) {
    this.id = id;
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

  /** Notes how long an answer took. */
  void answered(InFlightRequest request, long now) {
    answerNanos += (now - request.sentAt - answerNanos) / ANSWERS_AVERAGED;
    silent = false;
  }

  /**
   * True if the oldest request has waited for much longer than answers take: the broker, or the way
   * to it, may be gone. What is not sent meanwhile has a known outcome, and a broker serves the
   * requests of a connection one after the other, so nothing is lost by it.
   */
  boolean isSilent(long now) {
    InFlightRequest oldest = inFlight.peek();
    silent =
        oldest != null
            && now - oldest.sentAt > Math.max(SILENCE_NANOS, SILENCE_ANSWERS * answerNanos);
    return silent;
  }

  /** False if it did not answer when it was looked at last, or cannot be connected to. */
  boolean isReachable() {
    return !silent && (failures == 0 || state == State.UP);
  }

  boolean mayConnect(long now) {
    return state == State.DOWN && node != null && (failures == 0 || connectAt - now <= 0);
  }
}

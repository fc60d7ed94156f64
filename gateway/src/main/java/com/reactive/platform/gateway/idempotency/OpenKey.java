package com.reactive.platform.gateway.idempotency;

import com.reactive.platform.gateway.microbatch.Completion;
import java.util.ArrayList;
import java.util.List;

/**
 * A key whose first request has no final outcome yet, with the repeats that wait for it.
 * Thread-safe.
 */
public final class OpenKey {
  /** More repeats than that are not kept waiting. */
  static final int MAX_WAITING = 64;

  /** A repeat that waits for the outcome of the first request. Told one of these, once. */
  public interface Repeat {
    /**
     * The event is in Kafka, or in the spool.
     *
     * @param outcome by {@link StoredOutcome}, not unknown
     */
    void written(long outcome);

    /** As {@link Completion#notWritten}. */
    void notWritten(Throwable reason);

    /** As {@link Completion#unknown}. */
    void unknown(Throwable reason);
  }

  /** The window that the key is open in. Its monitor guards the key, too. */
  interface Owner {
    /**
     * The key has this outcome from now on, and is not open any more.
     *
     * @return those who have waited for that
     */
    List<Repeat> close(OpenKey key, long outcome);

    /** As {@link #close}, but as if the key never had been open. */
    List<Repeat> forget(OpenKey key);

    /** True if the key's first request may be one with this fingerprint. */
    boolean isOf(OpenKey key, long requestFingerprint);
  }

  final long high;
  final long low;
  final int fingerprint;

  /** Its request came with it, and is the first one. Else it was opened when that was unknown. */
  final boolean claimed;

  private final Owner owner;

  /** Belongs to the {@link OpenKeys} that this key is one of. */
  OpenKey next;

  /** Null while there are none. */
  private List<Repeat> waiting;

  private boolean closed;

  OpenKey(long high, long low, int fingerprint, boolean claimed, Owner owner) {
    this.high = high;
    this.low = low;
    this.fingerprint = fingerprint;
    this.claimed = claimed;
    this.owner = owner;
  }

  /**
   * The event of the first request is in Kafka, or in the spool.
   *
   * @param outcome by {@link StoredOutcome}, not unknown
   */
  public void written(long outcome) {
    List<Repeat> told = owner.close(this, outcome);
    for (int i = 0; i < told.size(); i++) {
      told.get(i).written(outcome);
    }
  }

  /** The first request wrote nothing and never will: the next one is a new try. */
  public void notWritten(Throwable reason) {
    List<Repeat> told = owner.forget(this);
    for (int i = 0; i < told.size(); i++) {
      told.get(i).notWritten(reason);
    }
  }

  /** The outcome is not known, but will be: the key stays open. */
  public void unknown(Throwable reason) {
    List<Repeat> told;
    synchronized (owner) {
      told = takeWaiting();
    }
    tellUnknown(told, reason);
  }

  /** The outcome will not be known. */
  public void unsettled(Throwable reason) {
    tellUnknown(owner.close(this, StoredOutcome.UNKNOWN), reason);
  }

  private static void tellUnknown(List<Repeat> told, Throwable reason) {
    for (int i = 0; i < told.size(); i++) {
      told.get(i).unknown(reason);
    }
  }

  /** With the owner's monitor held: nobody waits any more. */
  List<Repeat> closed() {
    closed = true;
    return takeWaiting();
  }

  private List<Repeat> takeWaiting() {
    List<Repeat> taken = waiting == null ? List.of() : waiting;
    waiting = null;
    return taken;
  }

  /** True if its first request may be one with this fingerprint. */
  public boolean isOf(long requestFingerprint) {
    return owner.isOf(this, requestFingerprint);
  }

  /** True if it has its outcome: a repeat that comes now need not wait. */
  public boolean isClosed() {
    synchronized (owner) {
      return closed;
    }
  }

  /**
   * The repeat wants to hear the outcome: on any thread, perhaps before this returns.
   *
   * @return false if it is too late or too many do; then it is not told
   */
  public boolean await(Repeat repeat) {
    synchronized (owner) {
      if (closed || (waiting != null && waiting.size() == MAX_WAITING)) {
        return false;
      }
      if (waiting == null) {
        waiting = new ArrayList<>(2);
      }
      waiting.add(repeat);
      return true;
    }
  }

  /**
   * The repeat wants to hear nothing any more.
   *
   * @return true if it was waiting: then it is not told; false if it was told, or is told just now
   */
  public boolean stopWaiting(Repeat repeat) {
    synchronized (owner) {
      return waiting != null && waiting.remove(repeat);
    }
  }
}

package com.reactive.platform.kafka.wire.produce;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The batches of one partition, in order, and which of them may be sent now.
 *
 * <pre>
 * open -> waiting -> sent (numbered, at most five) -> acked, or given up
 *            ^         |
 *            +- again -+  certainly not written, and behind a gap: numbered anew once nothing is sent
 * </pre>
 *
 * <p>The broker must see the numbers in order. So a batch is sent again only when none of the
 * partition is in flight, the oldest first; one at a time until that succeeds. New ones wait
 * meanwhile. For the same reason nothing goes to a new leader while the old one owes answers, and
 * only one batch is in flight until the leader has acknowledged one, lately: a leader that does not
 * know the producer, or has forgotten it, takes any number for its first. And no more than five are
 * numbered from the oldest unresolved one on, even if those behind it are acknowledged already: the
 * leader would no longer know the oldest again.
 *
 * <p>A batch whose callers were told <em>unknown</em> keeps its place and its numbers while it is
 * settled, so all of this holds for it, too. New ones wait behind it: what they would hear
 * meanwhile is what it hears.
 */
final class PartitionQueue {
  static final int NO_BROKER = -1;

  private static final int FIRST_BYTES = 1 << 10;

  /** No broker forgets a producer so soon (producer.id.expiration.ms is a day). */
  private static final long REMEMBERED_NANOS = TimeUnit.MINUTES.toNanos(1);

  final TopicInfo topic;
  final int index;
  final ProducerSequence sequence = new ProducerSequence();
  final PartitionTrouble trouble = new PartitionTrouble();

  int leader = NO_BROKER;
  int leaderEpoch = -1;

  /** The leader's; null without one. */
  private BrokerHealth leaderHealth;

  /** The broker in whose list this partition stands, as one that may have something to send. */
  int listedAt = NO_BROKER;

  /** Records were appended since the last flush. */
  boolean dirty;

  /** What the open batch holds may leave. */
  boolean flushed;

  RecordBatch open;

  /** Size of the last batch before compression: a guess for the next. */
  int expectedBytes = FIRST_BYTES;

  private final ArrayDeque<RecordBatch> waiting = new ArrayDeque<>();
  private final ArrayDeque<RecordBatch> sent = new ArrayDeque<>();
  private final List<RecordBatch> again = new ArrayList<>();
  private int numbered;
  private int inFlight;
  private int inFlightAt = NO_BROKER;
  private boolean leaderKnowsUs;
  private boolean madeAnew;

  /** The last that is known of a batch is that it may be written. */
  private boolean doubtful;

  /** The leader knew the producer at this time, or later. */
  private long knownAt;

  private long lastOffset = -1;

  PartitionQueue(TopicInfo topic, int index) {
    this.topic = topic;
    this.index = index;
  }

  /** Closes the open batch, since it is full. */
  void closeOpen() {
    waiting.add(open);
    open = null;
  }

  boolean hasWork() {
    return open != null || !waiting.isEmpty() || !sent.isEmpty() || !again.isEmpty();
  }

  /** The time at which a batch must have its outcome, or be settled; only with work to do. */
  long firstDeadline(long latest) {
    long first = latest;
    for (RecordBatch batch : sent) {
      first = batch.isDone() ? first : earlier(first, batch);
    }
    first = again.isEmpty() ? first : earlier(first, again.get(0));
    first = waiting.isEmpty() ? first : earlier(first, waiting.peekFirst());
    return open == null ? first : earlier(first, open);
  }

  private static long earlier(long time, RecordBatch batch) {
    return batch.deadline - time < 0 ? batch.deadline : time;
  }

  /** True if nothing can be sent for the want of a producer id. */
  boolean needsProducerId() {
    return sent.isEmpty() && !sequence.usable();
  }

  /** Follows a leader; a batch that may be sent there is one for {@link #next}. */
  void follow(int newLeader, int epoch, BrokerHealth health) {
    if (newLeader != leader) {
      leaderKnowsUs = false;
      trouble.noPause();
    }
    leader = newLeader;
    leaderEpoch = epoch;
    leaderHealth = health;
  }

  /** The topic was made anew: offsets and leader epochs begin again. */
  void restart() {
    leaderEpoch = -1;
    lastOffset = -1;
    leaderKnowsUs = false;
    madeAnew = true;
  }

  /** Tells once if {@link #restart} was called. */
  boolean wasMadeAnew() {
    boolean was = madeAnew;
    madeAnew = false;
    return was;
  }

  /**
   * The batch that may be sent to the leader now, or null. Stays where it is until {@link #take}.
   */
  RecordBatch next(long now) {
    if (inFlight > 0) {
      boolean inOrder = inFlightAt == leader && sent.size() == inFlight && !sequence.hasGap();
      boolean known = leaderKnowsUs && now - knownAt < REMEMBERED_NANOS;
      int window = known ? ProduceSettings.BATCHES_REMEMBERED : 1;
      return inOrder && numbered - sent.peekFirst().place < window ? firstNew() : null;
    }
    if (trouble.pausesAt(now)) {
      return null;
    }
    return sent.isEmpty() ? firstNew() : sent.peekFirst().unlessOver(now);
  }

  private RecordBatch firstNew() {
    if (!sequence.usable()) {
      return null;
    }
    return waiting.isEmpty() && flushed ? open : waiting.peekFirst();
  }

  /**
   * Takes what {@link #next} gave, to be sent now: numbered if it is new.
   *
   * @return true if it is sent for the first time
   */
  boolean take(RecordBatch batch, BatchPool pool) {
    boolean isNew = batch != sent.peekFirst();
    if (isNew) {
      if (batch == open) {
        open = null;
        flushed = false;
      } else {
        waiting.removeFirst();
      }
      pool.compress(batch, topic);
      expectedBytes = batch.uncompressedBytes;
      sequence.seal(batch);
      batch.place = numbered++;
      sent.addLast(batch);
    }
    batch.inFlight = true;
    inFlight++;
    inFlightAt = leader;
    return isNew;
  }

  /** A batch's request was answered. */
  void landed(RecordBatch batch) {
    batch.inFlight = false;
    inFlight--;
  }

  /** A batch's request will never be answered; the broker may have forgotten the producer. */
  void lost(RecordBatch batch) {
    landed(batch);
    mayBeWritten(batch);
    leaderKnowsUs = false;
  }

  /** A batch was sent, and nobody knows if it is in the log. */
  void mayBeWritten(RecordBatch batch) {
    batch.maybeWritten = true;
    doubtful = true;
  }

  /**
   * True if a batch may be written and none was acknowledged since then. The next new batch may
   * share its fate, so it had better be small.
   */
  boolean isDoubtful() {
    return doubtful;
  }

  boolean isHead(RecordBatch batch) {
    return sent.peekFirst() == batch;
  }

  /**
   * The batch is in the log.
   *
   * @param offset of its first record, -1 if unknown
   * @param sentAt when the request was sent: the answer may be much older than it seems, if the
   *     machine slept
   * @return false if the offset is not above that of the batch before
   */
  boolean acked(RecordBatch batch, long offset, long sentAt) {
    // A retry of an older batch, which is in the log already, may be acknowledged after this one.
    boolean comparable = isHead(batch) && offset >= 0;
    boolean upwards = !comparable || offset > lastOffset;
    lastOffset = comparable ? offset + batch.records - 1 : lastOffset;
    sent.remove(batch);
    sequence.acked();
    leaderKnowsUs = true;
    doubtful = false;
    knownAt = sentAt;
    trouble.over();
    return upwards;
  }

  /** The batch is given up, and is certainly not written. */
  void leaveUnwritten(RecordBatch batch) {
    if (isHead(batch)) {
      sent.removeFirst();
      sequence.leftUnwritten(batch);
    } else {
      leaveUnknown(batch);
    }
  }

  /** The batch is given up, and may be written. */
  void leaveUnknown(RecordBatch batch) {
    sent.remove(batch);
    sequence.leftUnknown();
  }

  /**
   * Puts parts in the place of a batch that is certainly not written; they keep its numbers. If it
   * was about to be sent, its first part is now.
   */
  void replace(RecordBatch batch, List<RecordBatch> parts) {
    parts.get(0).inFlight = batch.inFlight;
    batch.inFlight = false;
    List<RecordBatch> all = new ArrayList<>(sent);
    int place = all.indexOf(batch);
    all.remove(place);
    all.addAll(place, parts);
    sent.clear();
    sent.addAll(all);
    int number = batch.baseSequence;
    for (RecordBatch part : parts) {
      number = sequence.sealPart(part, number);
      part.place = batch.place;
    }
  }

  /** Has records sent under new numbers that are certainly not written: before all that wait. */
  void sendAgain(RecordBatch batch) {
    again.add(batch);
  }

  /**
   * Behind a gap, takes back what is certainly not written; at its end, closes the gap.
   *
   * @return true if the partition goes on under a new epoch or id
   */
  boolean settle() {
    if (!hasWork()) {
      trouble.over();
    }
    while (sequence.hasGap() && !sent.isEmpty() && sent.peekFirst().isUnwritten()) {
      RecordBatch head = sent.removeFirst();
      sequence.leftUnwritten(head);
      again.add(head);
    }
    if (!sent.isEmpty() || !sequence.hasGap()) {
      return false;
    }
    for (int i = again.size() - 1; i >= 0; i--) {
      waiting.addFirst(again.get(i));
    }
    again.clear();
    boolean bumped = sequence.closeGap();
    leaderKnowsUs &= !bumped;
    return bumped;
  }

  /** Removes all batches that were never numbered, or will be numbered anew, and match. */
  void removeUnsent(Predicate<RecordBatch> which, Consumer<RecordBatch> to) {
    removeFrom(again.iterator(), which, to);
    removeFrom(waiting.iterator(), which, to);
    if (open != null && which.test(open)) {
      RecordBatch batch = open;
      open = null;
      flushed = false;
      to.accept(batch);
    }
  }

  private static void removeFrom(
      Iterator<RecordBatch> batches, Predicate<RecordBatch> which, Consumer<RecordBatch> to) {
    while (batches.hasNext()) {
      RecordBatch batch = batches.next();
      if (which.test(batch)) {
        batches.remove();
        to.accept(batch);
      }
    }
  }

  /** True if nothing went wrong that has not been put right. */
  boolean isHealthy() {
    return leader != NO_BROKER
        && leaderHealth.isReachable()
        && trouble.isOver()
        && sent.size() == inFlight;
  }

  /** A copy of the numbered batches, oldest first. */
  List<RecordBatch> sent() {
    return sent.isEmpty() ? List.of() : List.copyOf(sent);
  }
}

package com.reactive.platform.kafka.benchmark.rig;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * Takes the outcomes of one lane: into the ledger, the latencies and the slots. What a target calls
 * here may come from any thread; the rest says whose it is.
 */
final class OutcomeRecorder implements Outcomes {
  static final long MAX_LATENCY_NANOS = TimeUnit.MINUTES.toNanos(10);

  private static final int DIGITS = 3;

  private final int messagesPerSend;
  private final SendLedger ledger;
  private final Slots slots;
  private final Recorder latency = new Recorder(1, MAX_LATENCY_NANOS, DIGITS);
  private final Recorder refusedLatency = new Recorder(1, MAX_LATENCY_NANOS, DIGITS);
  private final Samples samples;
  private final boolean answers;
  private final LongAdder unacked = new LongAdder();
  private final LongAdder repeated = new LongAdder();
  private final LongAdder late = new LongAdder();
  private volatile long measuredFrom = Long.MAX_VALUE;
  private volatile long lateFromNanos;
  private volatile long lastAckNanos;
  private volatile Thread waiting; // the lane's thread, while it waits for a slot
  private volatile boolean closed;

  /**
   * @param samples of the lane
   * @param answers whether the answers to them are to be noted
   */
  OutcomeRecorder(
      int messagesPerSend, SendLedger ledger, Slots slots, Samples samples, boolean answers) {
    this.messagesPerSend = messagesPerSend;
    this.samples = samples;
    this.answers = answers;
    this.ledger = ledger;
    this.slots = slots;
  }

  @Override
  public void acked(long firstSequence, long intendedNanos) {
    settle(firstSequence, intendedNanos, SendLedger.ACKED);
  }

  @Override
  public void notWritten(long firstSequence, long intendedNanos) {
    settle(firstSequence, intendedNanos, SendLedger.NOT_WRITTEN);
  }

  @Override
  public void unknown(long firstSequence, long intendedNanos) {
    settle(firstSequence, intendedNanos, SendLedger.UNKNOWN);
  }

  @Override
  public boolean wantsAnswer(long firstSequence) {
    return answers && Samples.has(firstSequence / messagesPerSend);
  }

  @Override
  public void answered(long firstSequence, ResponseFields answer) {
    samples.answered(firstSequence / messagesPerSend, answer);
  }

  private void settle(long firstSequence, long intendedNanos, int outcome) {
    if (closed) {
      return;
    }
    long send = firstSequence / messagesPerSend;
    if (send * messagesPerSend != firstSequence || !ledger.settle(send, outcome)) {
      repeated.increment();
      return;
    }
    if (outcome != SendLedger.ACKED) {
      unacked.increment();
    }
    long now = System.nanoTime();
    if (outcome == SendLedger.ACKED && send >= measuredFrom) {
      long nanos = Math.max(0, Math.min(now - intendedNanos, MAX_LATENCY_NANOS));
      latency.recordValueWithCount(nanos, messagesPerSend);
      if (now - lastAckNanos > 0) {
        lastAckNanos = now; // of threads at the same moment either may win
      }
      if (now - lateFromNanos > 0) {
        late.increment();
      }
    }
    if (outcome == SendLedger.NOT_WRITTEN && send >= measuredFrom) {
      long nanos = Math.max(0, Math.min(now - intendedNanos, MAX_LATENCY_NANOS));
      refusedLatency.recordValueWithCount(nanos, messagesPerSend);
    }
    slots.free(now);
    Thread lane = waiting;
    if (lane != null) {
      waiting = null;
      if (lane != Thread.currentThread()) {
        LockSupport.unpark(lane);
      }
    }
  }

  /**
   * By the lane's thread: has it woken by the next outcome.
   *
   * @return whether a slot became free meanwhile, so that there is nothing to wait for
   */
  boolean announceWait() {
    waiting = Thread.currentThread();
    return slots.isFree();
  }

  /** By the lane's thread, after its wait. */
  void endWait() {
    waiting = null;
  }

  /**
   * By the lane's thread, before it makes this send: from here on it is measured.
   *
   * @param lateNanos acknowledgements from then on are late
   */
  void measureFrom(long send, long nowNanos, long lateNanos) {
    lastAckNanos = nowNanos;
    lateFromNanos = lateNanos;
    measuredFrom = send;
  }

  /**
   * By the lane's thread, at the end of the load: what was due and was not sent had to wait at
   * least so long, and counts like a message that was slow. Else a target that stalls at the end
   * would have no slow messages but those few that were in flight.
   */
  void unsent(long atLeastNanos) {
    latency.recordValueWithCount(
        Math.max(0, Math.min(atLeastNanos, MAX_LATENCY_NANOS)), messagesPerSend);
  }

  /** Later outcomes are ignored: the run is judged. */
  void close() {
    closed = true;
  }

  /** The latencies since the last call, nanoseconds, one for each message. By one thread. */
  Histogram takeLatencies(Histogram recycled) {
    return latency.getIntervalHistogram(recycled);
  }

  /** Latencies until it was known that a message was not written, nanoseconds. By one thread. */
  Histogram takeRefusedLatencies() {
    return refusedLatency.getIntervalHistogram();
  }

  /** Sends that were acknowledged so far; at most a moment's too few. From any thread. */
  long ackedSends() {
    long settled = slots.returned();
    return settled - unacked.sum(); // in this order, so that it is never one too many
  }

  /** Of a send that is measured; when that began if there was none. */
  long lastAckNanos() {
    return lastAckNanos;
  }

  /** Sends that are measured, and that were acknowledged late. */
  long lateAcks() {
    return late.sum();
  }

  /** Outcomes of sends that had one, or that were never made. */
  long repeated() {
    return repeated.sum();
  }
}

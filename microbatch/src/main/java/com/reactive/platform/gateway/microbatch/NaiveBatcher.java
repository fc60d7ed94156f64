package com.reactive.platform.gateway.microbatch;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * Does not batch: each message is a batch of its own, sent by the thread that submits it. It is the
 * baseline that shows what batching is for.
 *
 * <p>Submitting therefore <b>may block</b>, for as long as the sender does, and for the threads
 * that came before: messages are sent one at a time, in the order in which threads get their turn.
 * A completion may submit again from within the sender; every such message is sent at once, inside
 * the first one's call.
 */
public final class NaiveBatcher implements Batcher {
  private final BatchSender sender;
  private final int maxMessageBytes;
  private final int maxInFlight;
  private final FlushCounters counters = new FlushCounters();

  // All guarded by this object's monitor, which nobody holds while sending.
  private Thread sending;
  private int inFlight;
  private long openBytes;
  private long acceptedMessages;
  private long acceptedBytes;
  private long refusedFull;
  private boolean closed;
  private boolean aborted;

  /**
   * @param sender called by the threads that submit, one at a time
   * @param maxMessageBytes the largest message, at least 1
   * @param maxInFlight the most messages accepted and not completed, at least 1; one more is FULL
   */
  public NaiveBatcher(BatchSender sender, int maxMessageBytes, int maxInFlight) {
    this.sender = Objects.requireNonNull(sender, "sender");
    this.maxMessageBytes = BatcherSupport.atLeast("maxMessageBytes", maxMessageBytes, 1);
    this.maxInFlight = BatcherSupport.atLeast("maxInFlight", maxInFlight, 1);
  }

  /** {@inheritDoc} This one blocks while the sender does. */
  @Override
  public SubmitResult submit(byte[] buffer, int offset, int length, Completion completion) {
    BatcherSupport.checkSubmit(buffer, offset, length, completion, maxMessageBytes);
    boolean nested;
    synchronized (this) {
      if (closed) {
        return SubmitResult.CLOSED;
      }
      if (inFlight == maxInFlight) {
        refusedFull++;
        return SubmitResult.FULL;
      }
      inFlight++;
      openBytes += length;
      acceptedMessages++;
      acceptedBytes += length;
      nested = sending == Thread.currentThread();
    }
    Batch batch = single(buffer, offset, length, completion);
    if (nested) {
      send(batch);
    } else if (awaitTurn()) {
      send(batch);
      endTurn();
    } else {
      batch.notWritten(BatcherSupport.closedBeforeSent());
    }
    return SubmitResult.ACCEPTED;
  }

  @Override
  public int maxMessageBytes() {
    return maxMessageBytes;
  }

  @Override
  public synchronized BatcherStats stats() {
    Map<FlushReason, Long> byReason = new EnumMap<>(counters.batchesByReason());
    long batches = byReason.values().stream().mapToLong(Long::longValue).sum();
    return new BatcherStats(
        acceptedMessages,
        acceptedBytes,
        refusedFull,
        batches,
        counters.messages(),
        counters.bytes(),
        inFlight,
        openBytes,
        (double) inFlight / maxInFlight,
        inFlight,
        byReason,
        counters.lastReason(),
        1,
        1,
        0);
  }

  /**
   * {@inheritDoc}
   *
   * <p>Threads that wait for their turn get it; at the timeout those that still wait give up. The
   * thread that is inside the sender is not interrupted: it is not this batcher's.
   */
  @Override
  public synchronized boolean close(Duration timeout) throws InterruptedException {
    closed = true;
    long start = System.nanoTime();
    long timeoutNanos = Math.max(0, TimeUnit.NANOSECONDS.convert(timeout));
    while (inFlight > 0) {
      long left = timeoutNanos - (System.nanoTime() - start);
      if (left <= 0) {
        aborted = true;
        notifyAll();
        return false;
      }
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
    return true;
  }

  private Batch single(byte[] buffer, int offset, int length, Completion completion) {
    byte[] copy = new byte[length];
    System.arraycopy(buffer, offset, copy, 0, length);
    MessageSlots slots = new MessageSlots(copy, 1);
    slots.put(0, 0, length, completion);
    return new Batch(this::completed, slots, FlushReason.SIZE, 0, 1, length, System.nanoTime());
  }

  private void send(Batch batch) {
    synchronized (this) {
      counters.count(batch);
    }
    try {
      sender.send(batch);
    } catch (InterruptedException interrupted) {
      batch.unknown(interrupted);
      Thread.currentThread().interrupt(); // the submitting thread's, which has to know
    } catch (Throwable thrown) {
      batch.unknown(thrown);
    }
  }

  /** False if the batcher gave up before it was this thread's turn. */
  private synchronized boolean awaitTurn() {
    boolean interrupted = false;
    while (sending != null && !aborted) {
      try {
        wait();
      } catch (InterruptedException kept) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    if (aborted) {
      return false;
    }
    sending = Thread.currentThread();
    return true;
  }

  private synchronized void endTurn() {
    sending = null;
    notifyAll();
  }

  private synchronized void completed(Batch batch) {
    inFlight--;
    openBytes -= batch.bytes();
    notifyAll();
  }
}

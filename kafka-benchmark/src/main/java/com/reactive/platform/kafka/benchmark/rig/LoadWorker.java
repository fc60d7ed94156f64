package com.reactive.platform.kafka.benchmark.rig;

import java.util.Locale;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * The thread that puts one lane's part of the load on the target.
 *
 * <pre>
 *   open the lane -> [start] -> send, or wait for a slot or a due time -> [end, halt] -> let the lane
 *   work until nothing is open or [release] -> close the lane
 * </pre>
 *
 * <p>A send needs a slot. In a closed loop it was intended when its slot became free; in an open
 * loop when it was due, however late it is. What the target refuses is tried again with the same
 * sequence and time. What is due but was not sent at the end is never sent, and counts with the
 * time that it had waited by then. A lane that stood still for all of its time sends some at its
 * end, so that a run of which nothing was measured is the target's fault.
 */
final class LoadWorker implements Runnable {
  /** Linux lets a parked thread sleep about 50 us longer than it asked for. */
  private static final long OVERSLEEP_NANOS = TimeUnit.MICROSECONDS.toNanos(60);

  /** If sends are closer than this, waking early to spin would keep a processor busy. */
  private static final long SPIN_PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private static final long REFUSED_WAIT_NANOS = TimeUnit.MICROSECONDS.toNanos(50);
  private static final long SLOT_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
  private static final long DUE_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long DRAIN_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  /** Sends between two looks at the clock, unless they are slow. */
  private static final int BURST = 16;

  private static final int SUBMIT_DIGITS = 3;

  private static final long SLOW_BURST_NANOS = TimeUnit.MICROSECONDS.toNanos(200);

  private final Target target;
  private final Load load;
  private final MessageFormat format;
  private final int index;
  private final int messagesPerSend;
  private final SendLedger ledger;
  private final Slots slots;
  private final Samples samples = new Samples();
  private final OutcomeRecorder outcomes;
  private final CompletableFuture<Long> start;
  private final CountDownLatch opened = new CountDownLatch(1);
  private final CountDownLatch loaded = new CountDownLatch(1);

  private volatile boolean halted;
  private volatile boolean released;
  private volatile String failure = "";
  private volatile long sent;
  private volatile long measuredFrom = -1;
  private final Histogram submits = new Histogram(SUBMIT_DIGITS); // of this lane's thread
  private long refusals;
  private long unsent;
  private long settledBelow;
  private long heldSlotNanos = Slots.NONE;

  /**
   * @param answers whether what was answered is to be noted
   * @param start when the load begins; to be completed after all lanes are open
   */
  LoadWorker(
      Target target,
      Load load,
      MessageFormat format,
      int index,
      SendLedger ledger,
      boolean answers,
      CompletableFuture<Long> start) {
    this.target = target;
    this.load = load;
    this.format = format;
    this.index = index;
    this.ledger = ledger;
    this.start = start;
    messagesPerSend = target.messagesPerSend();
    slots = new Slots(load.concurrencyOf(index));
    outcomes = new OutcomeRecorder(messagesPerSend, ledger, slots, samples, answers);
  }

  @Override
  public void run() {
    SessionContext context = new SessionContext(index, load.concurrencyOf(index), format, outcomes);
    try (TargetSession session = target.openSession(context)) {
      opened.countDown();
      LoadSchedule schedule = LoadSchedule.of(load, index, messagesPerSend, start.get());
      slots.start(schedule.startNanos());
      load(session, schedule);
      countUnsent(schedule);
      loaded.countDown();
      while (openSends() > 0 && !released) {
        session.await(DRAIN_WAIT_NANOS);
      }
    } catch (CancellationException | ExecutionException | InterruptedException notStarted) {
      fail("was stopped");
    } catch (Exception | Error e) { // a lane that throws is a finding, not the end of the rig
      fail(opened.getCount() > 0 ? "could not be opened: " + e : "threw " + e);
    } finally {
      opened.countDown();
      loaded.countDown();
    }
  }

  private void load(TargetSession session, LoadSchedule schedule) {
    boolean measured = false;
    long before = schedule.startNanos();
    while (!halted) {
      long now = System.nanoTime();
      if (measured && now - schedule.endNanos() >= 0) {
        return;
      }
      if (now - schedule.startNanos() < 0) {
        session.await(schedule.startNanos() - now);
        continue;
      }
      if (!measured && now - schedule.measureNanos() >= 0) {
        measured = true;
        outcomes.measureFrom(sent, now, schedule.endNanos() + LoadSchedule.GRACE_NANOS);
        measuredFrom = sent;
      }
      int burst = now - before > SLOW_BURST_NANOS ? 1 : BURST;
      before = now;
      int sends = 0;
      while (sends < burst && sendNext(session, schedule, now, measured && sends == 0)) {
        sends++;
      }
    }
  }

  /** Counts sends that were due while it was measured and were not made. */
  private void countUnsent(LoadSchedule schedule) {
    if (!schedule.open()) {
      return;
    }
    long now = System.nanoTime();
    long end = now - schedule.endNanos() < 0 ? now : schedule.endNanos();
    long due = schedule.dueBefore(end);
    for (long send = Math.max(sent, schedule.dueBefore(schedule.measureNanos()));
        send < due;
        send++) {
      outcomes.unsent(end - schedule.dueNanos(send));
      unsent++;
    }
  }

  /**
   * Sends if it can; if not, waits for what is missing and returns false.
   *
   * @param timed whether it is noted how long the target took to take it over: not of every send,
   *     since the clock costs as much as some of them
   */
  private boolean sendNext(
      TargetSession session, LoadSchedule schedule, long nowNanos, boolean timed) {
    long send = sent;
    long dueNanos = schedule.open() ? schedule.dueNanos(send) : nowNanos;
    if (dueNanos - nowNanos > 0) {
      awaitDue(session, schedule, Math.min(dueNanos, schedule.endNanos()) - nowNanos);
      return false;
    }
    if (heldSlotNanos == Slots.NONE) {
      heldSlotNanos = slots.take();
    }
    if (heldSlotNanos == Slots.NONE) {
      awaitSlot(session);
      return false;
    }
    if (!ledger.prepare(send)) {
      halted = true;
      fail(
          String.format(
              Locale.ROOT,
              "sent %,d times, and more outcomes are not kept: shorten the run",
              send));
      return false;
    }
    if (Samples.has(send)) {
      samples.sending(send, settledBelow(send));
    }
    long intendedNanos = schedule.open() ? dueNanos : heldSlotNanos;
    long beginNanos = timed ? System.nanoTime() : 0;
    boolean taken = session.trySend(send * messagesPerSend, intendedNanos);
    if (timed) {
      submits.recordValue(Math.max(0, System.nanoTime() - beginNanos));
    }
    if (!taken) {
      refusals++;
      session.await(REFUSED_WAIT_NANOS);
      return false;
    }
    heldSlotNanos = Slots.NONE;
    sent = send + 1;
    return true;
  }

  /** The first send, up to this one, that has no outcome. */
  private long settledBelow(long send) {
    while (settledBelow < send && ledger.state(settledBelow) != SendLedger.OPEN) {
      settledBelow++;
    }
    return settledBelow;
  }

  private static void awaitDue(TargetSession session, LoadSchedule schedule, long gapNanos) {
    if (schedule.periodNanos() < SPIN_PERIOD_NANOS) {
      session.await(gapNanos);
    } else if (gapNanos > OVERSLEEP_NANOS) {
      session.await(Math.min(gapNanos - OVERSLEEP_NANOS, DUE_WAIT_NANOS)); // sees a halt
    } else {
      session.await(0);
      Thread.onSpinWait();
    }
  }

  private void awaitSlot(TargetSession session) {
    if (!outcomes.announceWait()) {
      session.await(SLOT_WAIT_NANOS);
    }
    outcomes.endWait();
  }

  private void fail(String what) {
    if (failure.isEmpty()) {
      failure = "lane " + index + " " + what;
    }
  }

  /** Waits until the lane is open, or is not going to be; false if it took longer. */
  boolean awaitOpened(long nanos) throws InterruptedException {
    return opened.await(Math.max(0, nanos), TimeUnit.NANOSECONDS);
  }

  /** Waits until the load is over; false if it took longer. */
  boolean awaitLoaded(long nanos) throws InterruptedException {
    return loaded.await(Math.max(0, nanos), TimeUnit.NANOSECONDS);
  }

  /** Has the load end now. From any thread. */
  void halt() {
    halted = true;
  }

  /** Has the lane closed even if sends are open. From any thread. */
  void release() {
    halted = true;
    released = true;
  }

  /** Why the lane ended early, in words; empty if it did not. */
  String failure() {
    return failure;
  }

  int index() {
    return index;
  }

  /** Sends that the target took over so far. */
  long sent() {
    return sent;
  }

  /** Sends with an outcome so far. */
  long settledSends() {
    return slots.returned();
  }

  /** Sends without an outcome so far. */
  long openSends() {
    return sent - slots.returned();
  }

  /** The first send that is measured; as many as were sent if none is. After the load. */
  long measuredFrom() {
    return measuredFrom < 0 ? sent : measuredFrom;
  }

  /** Sends that the target refused for the time being. After the load. */
  long refusals() {
    return refusals;
  }

  /** Sends that were due while it was measured, and were not made. After the load. */
  long unsent() {
    return unsent;
  }

  /** Times until the target accepted or refused a send, nanoseconds. After the load. */
  Histogram submits() {
    return submits;
  }

  SendLedger ledger() {
    return ledger;
  }

  /** Data that was recorded of some of its sends. After the load. */
  Samples samples() {
    return samples;
  }

  OutcomeRecorder outcomes() {
    return outcomes;
  }
}

package com.reactive.platform.gateway.microbatch.internal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;

/**
 * The place where one thread, the sleeper, parks until others have work for it. No wake-up is lost,
 * and a caller who finds the sleeper awake pays for a fence and a read.
 *
 * <pre>
 *   caller    work is there   fence   reads state      {@link #press}
 *   sleeper   state = ASLEEP  fence   looks for work   {@link #announceSleep}, then {@link #sleep}
 * </pre>
 *
 * <p>Of two full fences one comes first, and what was written before it is seen after the other. So
 * either the sleeper sees the work, or the caller sees that it is asleep, or both. Without the
 * fences a processor may let the read overtake the write, and both would see nothing.
 *
 * <p>DOZING is a sleep that only urgent work ends, and GONE works the same way as well: who sets it
 * by {@link #leave} and then looks for work for the last time sees the work of every caller whose
 * {@link #press} returned true.
 */
public final class Doorbell {
  /** For {@link #sleep}: until somebody presses. */
  public static final long FOREVER = Long.MAX_VALUE;

  private static final int AWAKE = 0;
  private static final int ASLEEP = 1;
  private static final int DOZING = 2;
  private static final int GONE = 3;
  private static final long NOT_YET = Long.MIN_VALUE;
  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(Doorbell.class, "state", int.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }

  @SuppressWarnings("unused") // through STATE
  private int state = AWAKE;

  private volatile Thread sleeper;
  private volatile long pressedNanos = NOT_YET;

  /**
   * Wakes the sleeper if it is asleep, or if it is dozing and the work is urgent. Any thread, after
   * it brought work.
   *
   * @return false if the sleeper has left, and may have done so without seeing the work
   */
  public boolean press(boolean urgent) {
    VarHandle.fullFence();
    int seen = (int) STATE.getOpaque(this);
    if (seen == ASLEEP || (seen == DOZING && urgent)) {
      wake(seen);
    }
    return seen != GONE;
  }

  /** Says that the calling thread is about to sleep: it has to look for work once more now. */
  public void announceSleep() {
    announce(ASLEEP);
  }

  /** Says that the calling thread is about to doze: it has to look for urgent work now. */
  public void announceDoze() {
    announce(DOZING);
  }

  /**
   * Parks until somebody presses, for so long at most; returns at once if somebody did since the
   * announcement, or if the time is not positive. May return early, with no reason.
   */
  public void sleep(long nanos) {
    Thread.interrupted(); // with the flag set, park would return at once, again and again
    int announced = (int) STATE.getOpaque(this);
    if (announced == AWAKE || announced == GONE) {
      return;
    }
    if (nanos == FOREVER) {
      LockSupport.park(this);
    } else if (nanos > 0) {
      LockSupport.parkNanos(this, nanos);
    }
    Thread.interrupted(); // it has ended the sleep, and is not meant for the work that follows
    STATE.compareAndSet(this, announced, AWAKE);
  }

  /**
   * Time of the press that ended the last sleep; now, if none did or its caller is still at it. The
   * sleeper's.
   */
  public long wokenAtNanos() {
    long nanos = pressedNanos;
    return nanos == NOT_YET ? System.nanoTime() : nanos;
  }

  /** From now on nobody sleeps here; who does wakes up. Any thread. */
  public void leave() {
    STATE.setVolatile(this, GONE);
    VarHandle.fullFence();
    LockSupport.unpark(sleeper);
  }

  /** True once somebody left. */
  public boolean hasLeft() {
    return (int) STATE.getAcquire(this) == GONE;
  }

  /** True if a press would wake the sleeper. */
  public boolean isAsleep() {
    return (int) STATE.getAcquire(this) == ASLEEP;
  }

  private void wake(int seen) {
    long nowNanos = System.nanoTime();
    if (STATE.compareAndSet(this, seen, AWAKE)) {
      pressedNanos = nowNanos;
      LockSupport.unpark(sleeper);
    }
  }

  private void announce(int how) {
    sleeper = Thread.currentThread();
    pressedNanos = NOT_YET;
    STATE.compareAndSet(this, AWAKE, how);
    VarHandle.fullFence();
  }
}

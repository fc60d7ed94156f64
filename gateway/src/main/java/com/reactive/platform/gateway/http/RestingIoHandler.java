package com.reactive.platform.gateway.http;

import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoRegistration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The I/O of an event loop that may rest: sleep without looking at its sockets, and read afterwards
 * all that has come. Tasks and timers end a rest, so only what comes from sockets waits.
 */
final class RestingIoHandler implements IoHandler {
  private static final Logger log = LoggerFactory.getLogger(RestingIoHandler.class);

  private final IoHandler io;
  private volatile LongSupplier restNanos = () -> 0;

  /** While it rests, else null. */
  private volatile Thread resting;

  private volatile long restEndNanos = System.nanoTime();

  RestingIoHandler(IoHandler io) {
    this.io = io;
  }

  /**
   * @param nanos how long it may rest now, asked by the loop whenever it has nothing to do; 0 for
   *     not at all
   */
  void restBy(LongSupplier nanos) {
    restNanos = nanos;
  }

  /**
   * What is left of the time for which it could rest when it was last asked; 0 or less for nothing.
   * Whoever has events for the loop may as well gather them for almost as long, also where a task
   * has woken it up. Any thread.
   */
  long nanosLeft() {
    return restEndNanos - System.nanoTime();
  }

  @Override
  public int run(IoHandlerContext context) {
    if (context.canBlock()) {
      rest(context);
    }
    return io.run(context);
  }

  private void rest(IoHandlerContext context) {
    long nanos = mayRest();
    if (nanos <= 0) {
      return;
    }
    long now = System.nanoTime();
    restEndNanos = now + nanos;
    long left = Math.min(nanos, context.delayNanos(now));
    Thread thread = Thread.currentThread();
    resting = thread;
    // Again: a task that came before is not followed by a wake-up.
    // And again: a wake-up may come late, when its task has run.
    while (left > 0 && context.canBlock() && !thread.isInterrupted()) {
      LockSupport.parkNanos(this, left);
      long later = System.nanoTime();
      left -= later - now;
      now = later;
    }
    resting = null;
  }

  /** A fault of ours must not end the loop, and with it all of its connections. */
  private long mayRest() {
    try {
      return restNanos.getAsLong();
    } catch (RuntimeException e) {
      log.error("The event loop does not rest any more", e);
      restNanos = () -> 0;
      return 0;
    }
  }

  @Override
  public void wakeup() {
    io.wakeup();
    Thread thread = resting;
    if (thread != null) {
      LockSupport.unpark(thread);
    }
  }

  @Override
  public void initialize() {
    io.initialize();
  }

  @Override
  public void prepareToDestroy() {
    io.prepareToDestroy();
  }

  @Override
  public void destroy() {
    io.destroy();
  }

  @Override
  public IoRegistration register(IoHandle handle) throws Exception {
    return io.register(handle);
  }

  @Override
  public boolean isCompatible(Class<? extends IoHandle> handleType) {
    return io.isCompatible(handleType);
  }
}

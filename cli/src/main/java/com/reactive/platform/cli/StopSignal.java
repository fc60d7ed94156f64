package com.reactive.platform.cli;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;

/**
 * Waits for Ctrl-C or SIGTERM, so that the main thread can stop in order and exit 0; a second
 * signal ends the process at once.
 *
 * <p>A shutdown hook could do neither. The JDK's only other way, {@code sun.misc.Signal}, is called
 * by reflection because naming it is a compiler warning that cannot be switched off.
 */
public final class StopSignal {
  private static final int EXIT_BY_SECOND_SIGNAL = 130;

  private final CountDownLatch received = new CountDownLatch(1);
  private Thread interruptible;
  private Runnable onHangup;
  private boolean hungUp;

  StopSignal() {}

  /** From now on INT, TERM and HUP no longer end the process by themselves. */
  public static StopSignal install() {
    StopSignal stop = new StopSignal();
    for (String name : new String[] {"INT", "TERM", "HUP"}) {
      tryHandle(name, stop::onSignal);
    }
    return stop;
  }

  /** The same, but HUP is no reason to stop; see {@link #onHangup}. */
  static StopSignal installForReload() {
    StopSignal stop = new StopSignal();
    for (String name : new String[] {"INT", "TERM"}) {
      tryHandle(name, stop::onSignal);
    }
    tryHandle("HUP", stop::hangUp);
    return stop;
  }

  private static void tryHandle(String name, Runnable action) {
    try {
      handle(name, action);
    } catch (ReflectiveOperationException | IllegalArgumentException e) {
      // A platform without this signal, or a JVM that keeps it for itself: its default stays.
      System.getLogger(StopSignal.class.getName())
          .log(System.Logger.Level.DEBUG, "no handler for SIG" + name, e);
    }
  }

  private static void handle(String name, Runnable action) throws ReflectiveOperationException {
    Class<?> signalType = Class.forName("sun.misc.Signal");
    Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
    InvocationHandler calls =
        (proxy, method, args) ->
            switch (method.getName()) {
              case "handle" -> {
                action.run();
                yield null;
              }
              case "hashCode" -> System.identityHashCode(proxy);
              case "equals" -> proxy == args[0];
              default -> "handler of SIG" + name;
            };
    Object handler =
        Proxy.newProxyInstance(handlerType.getClassLoader(), new Class<?>[] {handlerType}, calls);
    Object signal = signalType.getConstructor(String.class).newInstance(name);
    signalType.getMethod("handle", signalType, handlerType).invoke(null, signal, handler);
  }

  /**
   * From now on HUP does this, on a thread of its own; a HUP that came before does it now, on the
   * caller's.
   */
  void onHangup(Runnable action) {
    boolean now;
    synchronized (this) {
      onHangup = action;
      now = hungUp;
    }
    if (now) {
      action.run();
    }
  }

  void hangUp() {
    Runnable action;
    synchronized (this) {
      action = onHangup;
      hungUp = true;
    }
    if (action != null) {
      action.run();
    }
  }

  /** As the first signal does. */
  void request() {
    received.countDown();
    synchronized (this) {
      if (interruptible != null) {
        interruptible.interrupt();
      }
    }
  }

  private void onSignal() {
    if (received.getCount() == 0) {
      Runtime.getRuntime().halt(EXIT_BY_SECOND_SIGNAL);
    }
    request();
  }

  /** Runs what takes long and may be interrupted by the signal; afterwards nothing is. */
  <T> T interrupting(Callable<T> work) throws Exception {
    synchronized (this) {
      interruptible = Thread.currentThread();
    }
    try {
      return work.call();
    } finally {
      synchronized (this) {
        interruptible = null;
      }
      // The signal is noted in the latch; a flag left over would spoil an orderly stop.
      Thread.interrupted();
    }
  }

  public boolean isReceived() {
    return received.getCount() == 0;
  }

  void await() throws InterruptedException {
    received.await();
  }
}

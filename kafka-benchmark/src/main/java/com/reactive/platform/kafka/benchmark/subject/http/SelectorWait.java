package com.reactive.platform.kafka.benchmark.subject.http;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Waits for sockets as finely as a load needs. A selector knows only waits of whole milliseconds.
 * Finer ones are ended by an {@link Alarm}, and the shortest, where one due send follows the other,
 * are naps between looks at the sockets: a nap lasts about 60 us on Linux, however short it was
 * meant to be, so a response may be seen that much late. Spinning would see it at once, and take a
 * processor from the server for it.
 */
final class SelectorWait implements AutoCloseable {
  private static final long NAP_NANOS = TimeUnit.MICROSECONDS.toNanos(10);
  private static final long NAP_BELOW_NANOS = TimeUnit.MICROSECONDS.toNanos(150);
  private static final long ALARM_BELOW_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private final Selector selector;
  private final Alarm alarm;

  SelectorWait(Selector selector) {
    this.selector = selector;
    this.alarm = new Alarm(selector);
  }

  /** Passes on what is ready; waits so long for it at most. */
  void await(long nanos, Consumer<SelectionKey> onReady) throws IOException {
    if (nanos < NAP_BELOW_NANOS) {
      nap(nanos, onReady);
    } else if (nanos < ALARM_BELOW_NANOS) {
      alarm.set(System.nanoTime() + nanos);
      selector.select(onReady);
    } else {
      selector.select(onReady, TimeUnit.NANOSECONDS.toMillis(nanos));
    }
  }

  private void nap(long nanos, Consumer<SelectionKey> onReady) throws IOException {
    long deadline = System.nanoTime() + nanos;
    while (selector.selectNow(onReady) == 0 && deadline - System.nanoTime() > 0) {
      LockSupport.parkNanos(this, NAP_NANOS);
    }
  }

  @Override
  public void close() {
    alarm.close();
  }
}

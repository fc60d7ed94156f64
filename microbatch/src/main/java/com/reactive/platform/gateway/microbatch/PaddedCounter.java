package com.reactive.platform.gateway.microbatch;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A number on cache lines of its own, for what many threads read for every message: an {@code
 * AtomicLong} may come to lie beside one that others write for every batch. Accesses are volatile.
 */
@SuppressWarnings("unused")
final class PaddedCounter extends StripeCursors.CounterField {
  private static final VarHandle VALUE;

  static {
    try {
      VALUE =
          MethodHandles.lookup()
              .findVarHandle(StripeCursors.CounterField.class, "value", long.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }

  private long p20, p21, p22, p23, p24, p25, p26, p27;
  private long p28, p29, p30, p31, p32, p33, p34, p35;

  long get() {
    return value;
  }

  void set(long newValue) {
    value = newValue;
  }

  long getAndSet(long newValue) {
    return (long) VALUE.getAndSet(this, newValue);
  }

  /** Returns the sum. */
  long add(long delta) {
    return (long) VALUE.getAndAdd(this, delta) + delta;
  }
}

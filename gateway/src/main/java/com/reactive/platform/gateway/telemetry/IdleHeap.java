package com.reactive.platform.gateway.telemetry;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.VMOption;
import java.lang.management.ManagementFactory;
import java.util.Set;

/**
 * Has the JVM give back, at its next collection, the heap that a load has left behind. It usually
 * keeps more than twice as much free as is alive, which spares a load collections and is of no use
 * without one. So it keeps less while no event comes, and the usual again as soon as one does.
 *
 * <p>Does nothing where the JVM has no such settings, or was started with them. Any thread.
 */
public final class IdleHeap {
  private static final String MIN_FREE = "MinHeapFreeRatio";
  private static final String MAX_FREE = "MaxHeapFreeRatio";

  // Percent of the heap.
  private static final String IDLE_MIN_FREE = "10";
  private static final String IDLE_MAX_FREE = "20";

  /** After so many samples without an event. */
  private static final int IDLE_SAMPLES = 15;

  /** MANAGEMENT: by an earlier one of these, as in tests. */
  private static final Set<VMOption.Origin> NOT_CHOSEN =
      Set.of(VMOption.Origin.DEFAULT, VMOption.Origin.ERGONOMIC, VMOption.Origin.MANAGEMENT);

  /** Null if there is nothing to be done. */
  private HotSpotDiagnosticMXBean jvm;

  private final String minFree;
  private final String maxFree;
  private long events;
  private int samplesWithout;
  private boolean idle;

  /** Of this JVM, which has no second one. */
  public IdleHeap() {
    HotSpotDiagnosticMXBean found = null;
    VMOption min = null;
    VMOption max = null;
    try {
      found = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
      min = changeable(found, MIN_FREE);
      max = changeable(found, MAX_FREE);
    } catch (RuntimeException e) {
      // Another JVM, which has no such settings.
    }
    jvm = min == null || max == null ? null : found;
    minFree = jvm == null ? "" : min.getValue();
    maxFree = jvm == null ? "" : max.getValue();
  }

  /** Null if it cannot be changed, or somebody has chosen it. */
  private static VMOption changeable(HotSpotDiagnosticMXBean jvm, String name) {
    VMOption option = jvm == null ? null : jvm.getVMOption(name);
    boolean free =
        option != null && option.isWriteable() && NOT_CHOSEN.contains(option.getOrigin());
    return free ? option : null;
  }

  /**
   * To be called once a second.
   *
   * @param eventsSoFar that were received since the start
   */
  public synchronized void sample(long eventsSoFar) {
    samplesWithout = eventsSoFar == events ? samplesWithout + 1 : 0;
    events = eventsSoFar;
    boolean idleNow = samplesWithout >= IDLE_SAMPLES;
    if (jvm == null || idleNow == idle) {
      return;
    }
    idle = idleNow;
    if (idle) {
      set(MIN_FREE, IDLE_MIN_FREE, MAX_FREE, IDLE_MAX_FREE);
    } else {
      restore();
    }
  }

  /** Puts the usual settings in force. */
  public synchronized void close() {
    if (idle) {
      idle = false;
      restore();
    }
  }

  private void restore() {
    set(MAX_FREE, maxFree, MIN_FREE, minFree);
  }

  /** In this order: at no moment may the least be above the most. */
  private void set(String first, String value, String second, String secondValue) {
    try {
      jvm.setVMOption(first, value);
      jvm.setVMOption(second, secondValue);
    } catch (IllegalArgumentException e) {
      jvm = null; // Somebody else has changed them meanwhile, and may have reasons.
    }
  }
}

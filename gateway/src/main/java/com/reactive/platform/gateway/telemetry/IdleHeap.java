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
  private static final String LEAST_FREE = "MinHeapFreeRatio";
  private static final String MOST_FREE = "MaxHeapFreeRatio";

  // Percent of the heap.
  private static final String IDLE_LEAST_FREE = "10";
  private static final String IDLE_MOST_FREE = "20";

  /** After so many samples without an event. */
  private static final int IDLE_SAMPLES = 15;

  /** MANAGEMENT: by an earlier one of these, as in tests. */
  private static final Set<VMOption.Origin> OF_NOBODY =
      Set.of(VMOption.Origin.DEFAULT, VMOption.Origin.ERGONOMIC, VMOption.Origin.MANAGEMENT);

  private final HotSpotDiagnosticMXBean jvm;
  private final String leastFree;
  private final String mostFree;
  private long events;
  private int samplesWithout;
  private boolean idle;

  /** Of this JVM, which has no second one. */
  public IdleHeap() {
    HotSpotDiagnosticMXBean found =
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
    VMOption least = usual(found, LEAST_FREE);
    VMOption most = usual(found, MOST_FREE);
    jvm = least == null || most == null ? null : found;
    leastFree = jvm == null ? "" : least.getValue();
    mostFree = jvm == null ? "" : most.getValue();
  }

  /** Null if there is no such setting, it cannot be changed, or somebody has chosen it. */
  private static VMOption usual(HotSpotDiagnosticMXBean jvm, String name) {
    if (jvm == null) {
      return null;
    }
    try {
      VMOption option = jvm.getVMOption(name);
      return option.isWriteable() && OF_NOBODY.contains(option.getOrigin()) ? option : null;
    } catch (IllegalArgumentException e) {
      return null;
    }
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
    // At no moment may the least be above the most.
    if (idle) {
      jvm.setVMOption(LEAST_FREE, IDLE_LEAST_FREE);
      jvm.setVMOption(MOST_FREE, IDLE_MOST_FREE);
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
    jvm.setVMOption(MOST_FREE, mostFree);
    jvm.setVMOption(LEAST_FREE, leastFree);
  }
}

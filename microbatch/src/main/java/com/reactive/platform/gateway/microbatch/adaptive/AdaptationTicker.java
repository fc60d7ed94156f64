package com.reactive.platform.gateway.microbatch.adaptive;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** The thread that adapts: a daemon that ticks, usually once a second, until it is closed. */
public final class AdaptationTicker {
  private static final System.Logger LOG = System.getLogger(AdaptationTicker.class.getName());

  /** Milliseconds between ticks. */
  public static final long USUAL_TICK_MILLIS = 1_000;

  private final ScheduledExecutorService thread;

  /**
   * Starts ticking.
   *
   * @param threadName of the thread
   */
  public AdaptationTicker(Adaptation adaptation, String threadName, long tickMillis) {
    thread =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread daemon = new Thread(task, threadName);
              daemon.setDaemon(true);
              return daemon;
            });
    thread.scheduleWithFixedDelay(
        () -> tick(adaptation), tickMillis, tickMillis, TimeUnit.MILLISECONDS);
  }

  private static void tick(Adaptation adaptation) {
    try {
      adaptation.tick();
    } catch (Throwable e) {
      // Thrown on, it would end all further ticks; the limits in force go on being good ones.
      LOG.log(System.Logger.Level.ERROR, "adapting failed this time", e);
    }
  }

  /** No tick begins after this; one may be under way. */
  public void close() {
    thread.shutdown();
  }
}

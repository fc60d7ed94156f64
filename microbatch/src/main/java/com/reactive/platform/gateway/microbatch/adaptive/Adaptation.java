package com.reactive.platform.gateway.microbatch.adaptive;

import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Makes a batcher adaptive: watches its counts, and applies N, T and H of the level that they are
 * at. Every window is observed, learned from, and followed by what calibration wants next.
 *
 * <p>Does its work in {@link #tick}, which one thread calls about once a second and which may block
 * on calibration's disk; the batcher goes on meanwhile.
 */
public final class Adaptation {
  /** Length of a window, nanoseconds. */
  public static final long WINDOW_NANOS = LevelDetector.WINDOW_NANOS;

  /** A trial lasts at least so long, nanoseconds; a tick that comes early is no second. */
  private static final long LEAST_NANOS = 900_000_000;

  /** A stripe this full is filling up: the sink, or N and T, do not keep up. */
  static final double FILLING = 0.5;

  private final Supplier<LoadSample> load;
  private final BiConsumer<PressureLevel, FlushLimits> apply;
  private final Calibration calibration;
  private final WindowMeter meter;
  private final LongSupplier nanoClock;
  private final LevelDetector detector;
  private final FlushLimits kept; // null if limits follow what is learned
  private FlushLimits limits;
  private long refusedFull;

  /**
   * @param load counts of the batcher
   * @param apply puts a level's limits in force
   * @param initial level to begin with
   */
  public Adaptation(
      Supplier<LoadSample> load,
      BiConsumer<PressureLevel, FlushLimits> apply,
      Calibration calibration,
      WindowMeter meter,
      LongSupplier nanoClock,
      PressureLevel initial) {
    this.load = load;
    this.apply = apply;
    this.calibration = calibration;
    this.meter = meter;
    this.nanoClock = nanoClock;
    LoadSample now = load.get();
    detector = new LevelDetector(initial, nanoClock.getAsLong(), now.acceptedMessages());
    refusedFull = now.refusedFull();
    kept = calibration.kept(initial);
    applyLimits(calibration.getBestConfigForPressure(initial));
  }

  /** Follows the load; to be called about once a second, by one thread. */
  public void tick() {
    LoadSample now = load.get();
    boolean filling = now.fill() >= FILLING || now.refusedFull() > refusedFull;
    refusedFull = now.refusedFull();
    switch (detector.tick(nanoClock.getAsLong(), now.acceptedMessages(), filling)) {
      case NOTHING -> endIfHopeless(now);
      case WINDOW_ENDED ->
          applyLimits(calibration.observe(meter.end(detector.level(), limits, now, true)));
      case LEVEL_CHANGED ->
          // The window's load was not that of one level, so it teaches nothing.
          applyLimits(calibration.getBestConfigForPressure(detector.level()));
    }
  }

  /** A trial that is clearly bad need not last. */
  private void endIfHopeless(LoadSample now) {
    if (kept != null || limits.equals(calibration.getBestConfigForPressure(detector.level()))) {
      return;
    }
    Observation soFar = meter.soFar(detector.level(), limits, now, true);
    if (soFar.wallNanos() >= LEAST_NANOS && calibration.isHopeless(soFar)) {
      applyLimits(calibration.observe(soFar));
    }
  }

  /** From here on the window has these limits; finding them may have taken a while. */
  private void applyLimits(FlushLimits next) {
    limits = kept == null ? next : kept;
    apply.accept(detector.level(), limits);
    meter.start(load.get());
  }
}

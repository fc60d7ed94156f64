package com.reactive.platform.gateway.microbatch.adaptive;

/**
 * State of calibration for one level.
 *
 * @param level the level
 * @param best the limits that were found best so far, or the bootstrap
 * @param expectedScore events per CPU-second that they lead to expect, at the load of the latest
 *     window; 0 if there was none yet
 * @param observations windows that taught something
 * @param trial the limits on trial; null if there are none
 * @param regression whether the latest window of the best limits was more than a tenth under what
 *     was expected
 * @param budgetNanos the level's budget, or the bound on latency if that is less
 * @param costs what the latest windows have shown
 */
public record LevelStatus(
    PressureLevel level,
    FlushLimits best,
    double expectedScore,
    long observations,
    FlushLimits trial,
    boolean regression,
    long budgetNanos,
    LevelCosts costs) {
  boolean isAlike(LevelStatus other) {
    return observations == 0
        && other.observations == 0
        && budgetNanos == other.budgetNanos
        && best.equals(other.best);
  }
}

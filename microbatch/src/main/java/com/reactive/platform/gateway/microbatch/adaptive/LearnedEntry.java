package com.reactive.platform.gateway.microbatch.adaptive;

/**
 * What a calibration file knows of one level under one key.
 *
 * @param environment as {@link CalibrationKey#environment}
 * @param deliveryMode as {@link CalibrationKey#deliveryMode}
 * @param level the level
 * @param learned what was learned
 * @param costs what the latest windows have shown; not part of what is exported
 */
public record LearnedEntry(
    String environment,
    String deliveryMode,
    PressureLevel level,
    Learned learned,
    LevelCosts costs) {
  /** The same under another key. */
  public LearnedEntry withEnvironment(String other) {
    return new LearnedEntry(other, deliveryMode, level, learned, costs);
  }

  /** Whether both are of the same key and level. */
  public boolean sameLevelAs(LearnedEntry other) {
    return environment.equals(other.environment)
        && deliveryMode.equals(other.deliveryMode)
        && level == other.level;
  }
}

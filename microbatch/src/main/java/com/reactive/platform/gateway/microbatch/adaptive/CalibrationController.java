package com.reactive.platform.gateway.microbatch.adaptive;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * The policy of calibration: observation in, limits out. No I/O, no threads, no clock, and all its
 * chance comes from one seed, so the same observations give the same limits. Not for several
 * threads.
 */
public final class CalibrationController {
  private final Map<PressureLevel, LevelLearner> learners = new EnumMap<>(PressureLevel.class);
  private long windows;

  /** All levels at their bootstrap. */
  public CalibrationController(CalibrationConfig config) {
    SplittableRandom seeds = new SplittableRandom(config.seed());
    for (PressureLevel level : PressureLevel.values()) {
      LimitsBox box =
          LimitsBox.of(level, config.targetLatencyNanos(), config.maxFlushBytes())
              .withPauses(config.pausing());
      Exploration exploration = new Exploration(box, seeds.split());
      learners.put(level, new LevelLearner(box, config, exploration));
    }
  }

  /** Learns from a window, and says which limits the next one is to have at the same level. */
  public FlushLimits observe(Observation seen) {
    windows++;
    return learners.get(seen.level()).observe(seen, windows);
  }

  /** As {@link Calibration#isHopeless}. */
  public boolean isHopeless(Observation soFar) {
    return learners.get(soFar.level()).isHopeless(soFar);
  }

  /** The limits at which learning of this level starts. */
  public FlushLimits bootstrap(PressureLevel level) {
    return learners.get(level).bootstrap();
  }

  /** The best limits known for this level. */
  public FlushLimits best(PressureLevel level) {
    return learners.get(level).best();
  }

  /** All that was learned of this level. */
  public Learned learned(PressureLevel level) {
    return learners.get(level).learned();
  }

  /** Goes on from what was learned earlier. */
  public void restore(PressureLevel level, Learned learned) {
    learners.get(level).restore(learned);
  }

  /** Shows what windows before the start have shown. */
  public void restore(PressureLevel level, LevelCosts seenEarlier) {
    learners.get(level).restore(seenEarlier);
  }

  /** Forgets a level. */
  public void reset(PressureLevel level) {
    learners.get(level).reset();
  }

  /** One entry for each level, lowest first. */
  public List<LevelStatus> status() {
    return learners.values().stream().map(LevelLearner::status).toList();
  }
}

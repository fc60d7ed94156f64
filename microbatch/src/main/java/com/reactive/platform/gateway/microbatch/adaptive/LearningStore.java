package com.reactive.platform.gateway.microbatch.adaptive;

import java.util.Map;

/** Keeps what was learned. Every call but {@link #status} may block on disk, and none throws. */
public interface LearningStore extends AutoCloseable {
  /** Reads what was kept earlier. */
  Map<PressureLevel, Learned> load();

  /**
   * Keeps a window, and what its level has learned by it.
   *
   * @return what the store turned out to hold and the caller cannot know yet: a file that could not
   *     be read before, or that another process wrote meanwhile, {@link Learned#FORGOTTEN} for a
   *     level that somebody reset in it; nearly always empty
   */
  Map<PressureLevel, Learned> save(Observation seen, Learned learned);

  /** What the latest windows of each level have shown, as far as it is kept. */
  default Map<PressureLevel, LevelCosts> costs() {
    return Map.of();
  }

  /** Forgets a level, at once or as soon as the store can be written. */
  void forget(PressureLevel level);

  /** Never blocks. */
  StoreStatus status();

  @Override
  void close();
}

package com.reactive.platform.gateway.microbatch;

import com.reactive.platform.gateway.microbatch.adaptive.FlushLimits;
import com.reactive.platform.gateway.microbatch.adaptive.Learned;
import com.reactive.platform.gateway.microbatch.adaptive.LearningStore;
import com.reactive.platform.gateway.microbatch.adaptive.Observation;
import com.reactive.platform.gateway.microbatch.adaptive.PressureLevel;
import com.reactive.platform.gateway.microbatch.adaptive.StoreStatus;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Holds what calibration is to begin with, and remembers what it was shown. */
final class RecordingStore implements LearningStore {
  final List<Observation> seen = new ArrayList<>();
  private final Map<PressureLevel, Learned> learned = new HashMap<>();

  /** All levels begin at these limits, as far as each may use them. */
  static RecordingStore startingAt(FlushLimits limits) {
    RecordingStore store = new RecordingStore();
    for (PressureLevel level : PressureLevel.values()) {
      store.learned.put(level, new Learned(limits, null, 0, 0));
    }
    return store;
  }

  @Override
  public Map<PressureLevel, Learned> load() {
    return learned;
  }

  @Override
  public Map<PressureLevel, Learned> save(Observation observation, Learned now) {
    seen.add(observation);
    return Map.of();
  }

  @Override
  public void forget(PressureLevel level) {}

  @Override
  public StoreStatus status() {
    return new StoreStatus(false, "a test's");
  }

  @Override
  public void close() {}
}

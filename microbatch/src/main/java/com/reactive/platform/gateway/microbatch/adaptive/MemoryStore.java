package com.reactive.platform.gateway.microbatch.adaptive;

import java.util.Map;

/** Keeps nothing. */
public class MemoryStore implements LearningStore {
  @Override
  public Map<PressureLevel, Learned> load() {
    return Map.of();
  }

  @Override
  public Map<PressureLevel, Learned> save(Observation seen, Learned learned) {
    return Map.of();
  }

  @Override
  public void forget(PressureLevel level) {}

  @Override
  public StoreStatus status() {
    return new StoreStatus(false, "in memory only, as configured");
  }

  @Override
  public void close() {}
}

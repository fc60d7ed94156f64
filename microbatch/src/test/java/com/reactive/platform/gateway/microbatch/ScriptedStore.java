package com.reactive.platform.gateway.microbatch;

import com.reactive.platform.gateway.microbatch.adaptive.Learned;
import com.reactive.platform.gateway.microbatch.adaptive.LearningStore;
import com.reactive.platform.gateway.microbatch.adaptive.Observation;
import com.reactive.platform.gateway.microbatch.adaptive.PressureLevel;
import com.reactive.platform.gateway.microbatch.adaptive.StoreStatus;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** Answers every observation as its test wants, and counts them. */
final class ScriptedStore implements LearningStore {
  final AtomicInteger saves = new AtomicInteger();
  private final Function<Observation, Map<PressureLevel, Learned>> answer;

  ScriptedStore(Function<Observation, Map<PressureLevel, Learned>> answer) {
    this.answer = answer;
  }

  @Override
  public Map<PressureLevel, Learned> load() {
    return Map.of();
  }

  @Override
  public Map<PressureLevel, Learned> save(Observation seen, Learned learned) {
    saves.incrementAndGet();
    return answer.apply(seen);
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

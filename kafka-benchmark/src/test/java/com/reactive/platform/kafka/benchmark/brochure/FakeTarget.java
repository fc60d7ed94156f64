package com.reactive.platform.kafka.benchmark.brochure;

import com.reactive.platform.kafka.benchmark.rig.Destination;
import com.reactive.platform.kafka.benchmark.rig.Gauges;
import com.reactive.platform.kafka.benchmark.rig.SessionContext;
import com.reactive.platform.kafka.benchmark.rig.Target;
import com.reactive.platform.kafka.benchmark.rig.TargetSession;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** A target without Kafka whose sends are all acknowledged at once, or all fail. */
abstract class FakeTarget implements Target {
  private final String name;

  FakeTarget(String name) {
    this.name = name;
  }

  /** Returns whether the sends of the run that begins will be acknowledged. */
  abstract boolean works();

  @Override
  public TargetSession openSession(SessionContext context) {
    boolean works = works();
    return (sequence, intendedNanos) -> {
      if (works) {
        context.outcomes().acked(sequence, intendedNanos);
      } else {
        context.outcomes().notWritten(sequence, intendedNanos);
      }
      return true;
    };
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public int messagesPerSend() {
    return 1;
  }

  @Override
  public void drain(Duration timeout) {}

  @Override
  public Optional<Destination> destination() {
    return Optional.empty();
  }

  @Override
  public Map<String, String> settings() {
    return Map.of();
  }

  @Override
  public Map<String, Long> processes() {
    return Map.of();
  }

  @Override
  public Gauges gauges() {
    return Gauges.NONE;
  }

  @Override
  public void close() {}
}

package com.reactive.platform.kafka.benchmark.brochure;

import com.reactive.platform.kafka.benchmark.result.RunResult.Role;
import com.reactive.platform.kafka.benchmark.rig.Load;
import com.reactive.platform.kafka.benchmark.subject.TargetSpec;
import java.util.HashMap;
import java.util.Map;

/**
 * A target and what it is in its brochure.
 *
 * @param spec what is opened
 * @param role what it is
 * @param inFlight sends in flight at most, instead of what the load says; 0 for what the load says.
 *     For targets of which one send carries much.
 * @param training what it learns from before anything is measured
 * @param brokers of the Kafka that it writes to, 1 or 3; three keep three replicas of everything,
 *     two of which at least must have a record before it is acknowledged at acks=all
 * @param rttMillis distance of that Kafka there and back, milliseconds; 0 for that of this machine
 * @param group of the loads that are put on it; empty for those without one
 */
public record PlannedTarget(
    TargetSpec spec,
    Role role,
    int inFlight,
    Training training,
    int brokers,
    int rttMillis,
    String group) {
  /** One that gets the loads as they are, and writes to one broker. */
  public PlannedTarget(TargetSpec spec, Role role) {
    this(spec, role, 0);
  }

  /** The same with a limit of sends in flight. */
  public PlannedTarget(TargetSpec spec, Role role, int inFlight) {
    this(spec, role, inFlight, Training.NONE, 1, 0, "");
  }

  /** As it stands in the tables. */
  public String name() {
    return spec.name();
  }

  /** The load as this target gets it; its warm-up is that of all. */
  Load fitted(Load load) {
    return load.withConcurrency(inFlight == 0 ? load.concurrency() : inFlight);
  }

  /** The same with other options put over its own. */
  PlannedTarget withOptions(Map<String, String> others) {
    Map<String, String> options = new HashMap<>(spec.options());
    options.putAll(others);
    TargetSpec changed = new TargetSpec(spec.name(), spec.kind(), options);
    return new PlannedTarget(changed, role, inFlight, training, brokers, rttMillis, group);
  }
}

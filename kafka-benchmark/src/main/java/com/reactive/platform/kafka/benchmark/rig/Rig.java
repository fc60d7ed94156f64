package com.reactive.platform.kafka.benchmark.rig;

import com.reactive.platform.kafka.benchmark.result.RunResult;
import java.util.Optional;

/** Puts load on targets and judges what became of it. */
public final class Rig {
  private final Optional<BenchKafka> kafka;

  /**
   * @param kafka that the targets write to; none for targets without Kafka
   */
  public Rig(Optional<BenchKafka> kafka) {
    this.kafka = kafka;
  }

  /** One turn: warm-up, load, drain, verification. Blocks for all of it. */
  public RunResult run(Target target, RunResult.Role role, Load load) throws InterruptedException {
    if (load.seconds() > 0) {
      throw new UnsupportedOperationException("the rig comes next: " + kafka + target + role);
    }
    return null;
  }
}

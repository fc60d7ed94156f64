package com.reactive.platform.kafka.benchmark.subject;

import com.reactive.platform.kafka.benchmark.rig.BenchKafka;
import com.reactive.platform.kafka.benchmark.rig.Target;
import java.io.IOException;

/** Opens a target whose options are known to be valid. */
@FunctionalInterface
public interface TargetFactory {
  /**
   * Opens the target. May block for as long as Kafka or a process takes.
   *
   * @param kafka to write to; null for kinds that need none
   */
  Target open(BenchKafka kafka) throws IOException, InterruptedException;
}

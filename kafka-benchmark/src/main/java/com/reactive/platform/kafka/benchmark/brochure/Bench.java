package com.reactive.platform.kafka.benchmark.brochure;

import com.reactive.platform.kafka.benchmark.rig.BenchKafka;
import com.reactive.platform.kafka.benchmark.rig.Rig;
import com.reactive.platform.kafka.benchmark.rig.Target;
import com.reactive.platform.kafka.benchmark.subject.Targets;
import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * What a procedure works with.
 *
 * @param known kinds of targets
 * @param kafka that they write to; null if none of them needs it
 * @param rig puts load on them
 * @param say tells people what is going on, a line each
 */
record Bench(Targets known, BenchKafka kafka, Rig rig, Consumer<String> say) {
  private static final int PULSE_SECONDS = 5;

  Target open(PlannedTarget target) throws IOException, InterruptedException {
    return known.open(target.spec(), kafka);
  }

  /** Whether what comes next would fail for the same reason: Kafka no longer answers. */
  boolean kafkaIsGone() throws InterruptedException {
    if (kafka == null) {
      return false;
    }
    try {
      return kafka.admin().describeCluster().nodes().get(PULSE_SECONDS, TimeUnit.SECONDS).isEmpty();
    } catch (ExecutionException | TimeoutException e) {
      return true;
    }
  }
}

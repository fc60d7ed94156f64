package com.reactive.platform.kafka.benchmark.brochure;

import com.reactive.platform.kafka.benchmark.rig.BenchKafka;
import com.reactive.platform.kafka.benchmark.rig.Iteration;
import com.reactive.platform.kafka.benchmark.rig.Load;
import com.reactive.platform.kafka.benchmark.rig.Target;
import com.reactive.platform.kafka.benchmark.subject.Targets;
import java.io.IOException;
import java.util.function.Consumer;

/**
 * What a procedure works with.
 *
 * @param known kinds of targets
 * @param clusters that they write to
 * @param say tells people what is going on, a line each
 */
record Bench(Targets known, Clusters clusters, Consumer<String> say) {
  Target open(PlannedTarget target) throws IOException, InterruptedException {
    return known.open(target.spec(), clusters.of(target));
  }

  /** One turn of an open target. */
  Iteration run(Target target, PlannedTarget planned, Load load) throws InterruptedException {
    return clusters.rig(planned).run(target, planned.role(), load);
  }

  /** That of most targets; null if none of them needs it. */
  BenchKafka kafka() {
    return clusters.first().orElse(null);
  }

  /** Whether what comes next would fail for the same reason: Kafka no longer answers. */
  boolean kafkaIsGone() throws InterruptedException {
    return clusters.anyIsGone();
  }
}

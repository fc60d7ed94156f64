package com.reactive.platform.kafka.benchmark.jmh;

import java.util.Collection;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Runs that never ran. */
final class JdkRuns {
  private JdkRuns() {}

  /** One round with these figures. */
  static JdkRun of(Map<Row, Double> values) {
    return of(values, 0);
  }

  /** One round with these figures and as many bytes per message. */
  static JdkRun of(Map<Row, Double> values, double bytes) {
    JdkRun run = new JdkRun("/jdk", rows(values.keySet()));
    values.forEach((row, value) -> run.add(row.fork(), result(Map.of(row.metric(), value), bytes)));
    return run;
  }

  static ForkResult result(Map<JmhMetric, Double> values, double bytes) {
    return new ForkResult(values, bytes, Optional.of("a JDK"), Optional.empty());
  }

  static Set<Row> rows(Collection<Row> rows) {
    return EnumSet.copyOf(rows);
  }
}

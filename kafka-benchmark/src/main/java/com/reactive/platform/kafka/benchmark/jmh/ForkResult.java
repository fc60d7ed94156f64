package com.reactive.platform.kafka.benchmark.jmh;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.RunResult;

/**
 * What one fork measured.
 *
 * @param values its figures
 * @param bytesPerMessage bytes allocated per message; NaN if it did not run
 * @param jdk the JVM that it ran on, empty if it did not run
 * @param failure why there are no figures, in a sentence; empty if there are
 */
record ForkResult(
    Map<JmhMetric, Double> values,
    double bytesPerMessage,
    Optional<String> jdk,
    Optional<String> failure) {

  static ForkResult of(RunResult result) {
    Map<JmhMetric, Double> values = new EnumMap<>(JmhMetric.class);
    for (JmhMetric metric : JmhMetric.values()) {
      values.put(metric, metric.of(result));
    }
    BenchmarkParams params = result.getParams();
    String jdk =
        params.getJdkVersion() + " (" + params.getVmName() + " " + params.getVmVersion() + ")";
    return new ForkResult(
        values, JmhMetric.bytesPerOperation(result), Optional.of(jdk), Optional.empty());
  }

  static ForkResult failed(String why) {
    return new ForkResult(Map.of(), Double.NaN, Optional.empty(), Optional.of(why));
  }
}

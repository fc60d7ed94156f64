package com.reactive.platform.kafka.benchmark.reading;

import com.reactive.platform.testbed.Median;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * A topic, read once from its begin to its end, connecting included.
 *
 * @param cpuSeconds of the whole process
 * @param residentMegabytes afterwards, MiB
 * @param allocatedBytes for each record; NaN if the process does not know
 */
record ReadingPass(
    long records,
    double seconds,
    double cpuSeconds,
    double residentMegabytes,
    double allocatedBytes) {
  double perSecond() {
    return records / seconds;
  }

  double perCpuSecond() {
    return records / cpuSeconds;
  }

  double cpuMicrosOfRecord() {
    return 1e6 * cpuSeconds / records;
  }

  /** The median of several. */
  static double median(List<ReadingPass> passes, ToDoubleFunction<ReadingPass> figure) {
    return Median.of(passes.stream().mapToDouble(figure).toArray());
  }
}

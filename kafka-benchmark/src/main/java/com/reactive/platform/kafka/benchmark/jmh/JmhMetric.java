package com.reactive.platform.kafka.benchmark.jmh;

import org.openjdk.jmh.results.RunResult;

/** Which of a run's figures a row shows. */
enum JmhMetric {
  /** Operations per microsecond, that is, millions of messages per second. */
  RATE(1) {
    @Override
    double of(RunResult result) {
      return result.getPrimaryResult().getScore();
    }
  },
  /** Messages that arrived intact, millions per second. */
  INTACT(1) {
    @Override
    double of(RunResult result) {
      return counter(result, "intact");
    }
  },
  /** Part that the slowest writer had of what it and the quickest did per second. */
  SLOWEST_SHARE(100) {
    @Override
    double of(RunResult result) {
      return counter(result, "quickestNanos") / counter(result, "bothNanos");
    }
  },
  /** CPU time of the whole process by time that passed; 1 is one core. */
  PROCESS_CPU(100) {
    @Override
    double of(RunResult result) {
      return counter(result, "processNanos") / counter(result, "wallNanos");
    }
  },
  /** CPU time of the threads that the subject has made, likewise. */
  OWN_CPU(100) {
    @Override
    double of(RunResult result) {
      return counter(result, "ownNanos") / counter(result, "wallNanos");
    }
  };

  private static final double SMALL_RATE = 3;

  private final int scale;

  JmhMetric(int scale) {
    this.scale = scale;
  }

  /** Reads the figure; NaN if the run has none. */
  abstract double of(RunResult result);

  /** Whether the figure is a rate and not a part of something. */
  boolean isRate() {
    return scale == 1;
  }

  /** Whether the figure is a part of a core's time. */
  boolean isCpu() {
    return this == PROCESS_CPU || this == OWN_CPU;
  }

  /** As people read it: rates as they are, parts in percent. */
  double shown(double value) {
    return value * scale;
  }

  /** The format of such a value: small ones need more digits to be told apart. */
  String digits(double shown) {
    return isCpu() || (isRate() && shown < SMALL_RATE) ? "%.3f" : "%.1f";
  }

  /** Bytes allocated per operation, by whichever thread; NaN if the run does not say. */
  static double bytesPerOperation(RunResult result) {
    return counter(result, "gc.alloc.rate.norm");
  }

  private static double counter(RunResult result, String name) {
    for (String key : result.getSecondaryResults().keySet()) {
      if (key.endsWith(name)) {
        return result.getSecondaryResults().get(key).getScore();
      }
    }
    return Double.NaN;
  }
}

package com.reactive.platform.kafka.benchmark.result;

import java.util.List;

/** Whether a run may be published. */
public enum Verdict {
  PASS,
  FAIL;

  /** PASS if there is no reason against it. */
  public static Verdict of(List<String> reasons) {
    return reasons.isEmpty() ? PASS : FAIL;
  }
}

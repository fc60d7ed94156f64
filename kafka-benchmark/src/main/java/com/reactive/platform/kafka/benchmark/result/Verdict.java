package com.reactive.platform.kafka.benchmark.result;

import java.util.List;

/** The verdict on a run: a failed one is not published. */
public enum Verdict {
  PASS,
  FAIL;

  /** PASS if there is no reason against it. */
  public static Verdict of(List<String> reasons) {
    return reasons.isEmpty() ? PASS : FAIL;
  }
}

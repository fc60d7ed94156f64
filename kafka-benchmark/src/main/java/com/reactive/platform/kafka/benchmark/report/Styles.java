package com.reactive.platform.kafka.benchmark.report;

import com.reactive.platform.kafka.benchmark.result.RunResult.Role;

/** Which targets stand out in charts with a line for each. */
final class Styles {
  /** With more lines than this the rivals go to the background; subjects never do. */
  private static final int MAX_COLOURED = 8;

  private final Shape shape;

  Styles(Shape shape) {
    this.shape = shape;
  }

  String of(String target) {
    Role role = shape.role(target);
    if (role == Role.SUBJECT && shape.subjects().size() == 1) {
      return "subject";
    }
    if (role == Role.BASELINE) {
      return "baseline";
    }
    if (role == Role.CEILING) {
      return "ceiling";
    }
    return role == Role.RIVAL && shape.targets().size() > MAX_COLOURED ? "quiet" : "rival";
  }
}

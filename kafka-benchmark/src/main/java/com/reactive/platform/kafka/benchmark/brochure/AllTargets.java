package com.reactive.platform.kafka.benchmark.brochure;

import com.reactive.platform.kafka.benchmark.target.Targets;
import com.reactive.platform.kafka.benchmark.target.http.HttpTargets;

/** Every kind of target that a brochure may name. */
public final class AllTargets {
  private AllTargets() {}

  /** In process and over HTTP. */
  public static Targets known() {
    return Targets.inProcess().with(HttpTargets.kinds());
  }
}

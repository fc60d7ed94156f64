package com.reactive.platform.kafka.benchmark.brochure;

import com.reactive.platform.kafka.benchmark.subject.Targets;
import com.reactive.platform.kafka.benchmark.subject.http.HttpTargets;
import com.reactive.platform.kafka.benchmark.subject.http.RivalKinds;

/** Every kind of target that a brochure may name. */
public final class AllTargets {
  private AllTargets() {}

  /** In process, over HTTP, and the rivals. */
  public static Targets known() {
    return Targets.inProcess()
        .with(HttpTargets.kinds())
        .with(RivalKinds.kinds(System.getenv().getOrDefault("PATH", "")));
  }
}

package com.reactive.platform.kafka.benchmark.subject;

import java.util.Map;

/**
 * What a user asks for.
 *
 * @param name as it stands in the tables
 * @param kind of target, such as {@code producer}
 * @param options by key, as text; what is not given has the kind's default
 */
public record TargetSpec(String name, String kind, Map<String, String> options) {
  /** Copies the options. */
  public TargetSpec {
    options = Map.copyOf(options);
  }
}

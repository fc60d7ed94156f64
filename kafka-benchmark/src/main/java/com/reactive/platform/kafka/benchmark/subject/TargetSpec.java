package com.reactive.platform.kafka.benchmark.subject;

import java.util.Map;

/**
 * A target as a user describes it.
 *
 * @param name in the tables
 * @param kind of target, such as {@code producer}
 * @param options by key, as text; others have the kind's defaults
 */
public record TargetSpec(String name, String kind, Map<String, String> options) {
  /** Copies the options. */
  public TargetSpec {
    options = Map.copyOf(options);
  }
}

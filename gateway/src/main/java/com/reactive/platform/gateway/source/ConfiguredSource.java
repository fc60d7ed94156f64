package com.reactive.platform.gateway.source;

import java.util.Map;

/** An event source as the settings describe it. */
public interface ConfiguredSource {
  /** As metrics, {@code /status} and logs call it; by it a gateway has one source. */
  String name();

  /** The settings in force, by their keys, without addresses and secrets. */
  Map<String, String> inForce();

  /** Makes the source; nothing runs yet. */
  EventSource create(SourceContext context);
}

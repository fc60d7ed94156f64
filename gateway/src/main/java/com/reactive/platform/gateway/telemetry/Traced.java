package com.reactive.platform.gateway.telemetry;

/** A message's completion that may have a trace: how the sink gets at it. */
public interface Traced {
  /** Null unless the request is sampled. */
  Trace trace();
}

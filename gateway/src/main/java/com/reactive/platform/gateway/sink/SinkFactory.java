package com.reactive.platform.gateway.sink;

import com.reactive.platform.gateway.stream.DeliveryProfile;
import com.reactive.platform.gateway.telemetry.BatchMetrics;
import java.util.function.IntFunction;

/** Makes the sinks of delivery pipelines. */
@FunctionalInterface
public interface SinkFactory {
  /**
   * A sink for the pipeline with this profile.
   *
   * @param topics the topic of the stream with this index
   */
  EventSink create(DeliveryProfile profile, IntFunction<String> topics, BatchMetrics metrics);
}

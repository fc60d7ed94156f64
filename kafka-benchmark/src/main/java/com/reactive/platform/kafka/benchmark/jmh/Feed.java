package com.reactive.platform.kafka.benchmark.jmh;

/** One writer's way into a subject. */
@FunctionalInterface
interface Feed {
  /** Offers the writer's next message or messages; false means full, try again. */
  boolean offer();
}

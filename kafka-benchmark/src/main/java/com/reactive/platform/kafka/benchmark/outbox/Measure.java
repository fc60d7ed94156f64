package com.reactive.platform.kafka.benchmark.outbox;

/** A figure of a run. */
enum Measure {
  BURST_RATE("rows that wait: rows/s"),
  BURST_CPU("rows that wait: CPU of the process, µs per row"),
  BURST_DATABASE_CPU("rows that wait: CPU of Postgres, µs per row"),
  BURST_BROKER_CPU("rows that wait: CPU of the broker, µs per row"),
  BURST_RSS("rows that wait: RSS of the process at most, MiB"),
  STEADY_RATE("steady: rows/s that were committed"),
  STEADY_P50("steady: from commit to Kafka, p50, ms"),
  STEADY_P99("steady: from commit to Kafka, p99, ms"),
  STEADY_CPU("steady: CPU of the process, µs per row"),
  STEADY_DATABASE_CPU("steady: CPU of Postgres with the inserts, µs per row"),
  STEADY_BROKER_CPU("steady: CPU of the broker, µs per row"),
  LARGE_RATE("one large transaction: rows/s"),
  LARGE_RSS_BEFORE("one large transaction: RSS before it, MiB"),
  LARGE_RSS_MOST("one large transaction: RSS at most, MiB"),
  LARGE_RSS_AFTER("one large transaction: RSS after it, MiB"),
  IDLE_CPU("idle after that: % of a core"),
  IDLE_THREADS_CPU("idle after that: CPU of the outbox's threads, % of a core"),
  IDLE_RSS("idle after that: RSS after a collection, MiB"),
  FRESH_CPU("idle, no row yet: % of a core"),
  FRESH_THREADS_CPU("idle, no row yet: CPU of the outbox's threads, % of a core"),
  FRESH_RSS("idle, no row yet: RSS after a collection, MiB");

  private final String text;

  Measure(String text) {
    this.text = text;
  }

  /** With its unit. */
  String text() {
    return text;
  }
}

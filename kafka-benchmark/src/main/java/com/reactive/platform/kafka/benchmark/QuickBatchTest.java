package com.reactive.platform.kafka.benchmark;

/** The name under which people know {@link BatchSizeBenchmark}. */
public final class QuickBatchTest {
  private QuickBatchTest() {}

  public static void main(String[] args) {
    BenchmarkMain.run("QuickBatchTest", new BatchSizeBenchmark(), args);
  }
}

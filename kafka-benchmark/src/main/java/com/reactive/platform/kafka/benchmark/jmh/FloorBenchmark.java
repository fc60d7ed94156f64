package com.reactive.platform.kafka.benchmark.jmh;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * A bound that no batcher can beat: the copy of a message into memory, without its length and
 * without a reader.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class FloorBenchmark {
  private static final int BUFFER_BYTES = 32 << 20;

  private final byte[] message = Messages.of(0);
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private int position;

  /** One message. */
  @Benchmark
  public void copy() {
    System.arraycopy(message, 0, buffer, position, Messages.BYTES);
    position = (position + Messages.BYTES) & (BUFFER_BYTES - 1);
  }
}

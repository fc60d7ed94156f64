package com.reactive.platform.kafka.benchmark.jmh;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A batcher or collector, from the first submit until its sink has read the last message. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class DeliveredBenchmark {
  /** As {@link Subjects#delivery} names it. */
  @Param({
    "StripedBatcher",
    "StripedBatcher-handle",
    "StripedBatcher-bulk",
    "MicrobatchCollector",
    "AdaptiveBatcher",
    "SimpleBatcher",
    "ExponentialBatcher",
    "NaiveBatcher"
  })
  public String subject;

  /** Number of writing threads. Two of them are for StripedBatcher, which has a stripe for each. */
  @Param({"1", "2"})
  public int writers;

  private DeliveryCheck delivery;

  @Setup
  public void start() {
    delivery = Subjects.delivery(subject, writers);
  }

  @TearDown
  public void stop() {
    delivery.close();
  }

  /** One message. */
  @Benchmark
  @OperationsPerInvocation(Messages.PER_INVOCATION)
  public void messages(WriterTimes times) {
    delivery.run(Messages.PER_INVOCATION, times);
  }
}

package com.reactive.platform.kafka.benchmark.jmh;

import com.reactive.platform.gateway.microbatch.StripedBatcher;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
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

/** StripedBatcher from the first submit until the sink has read the last message. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class DeliveredBenchmark {
  /** Number of writing threads, each with a stripe. */
  @Param({"1", "2"})
  public int writers;

  /** {@code handle}: a writer's own handle; {@code any}: the submit that any thread may call. */
  @Param({"handle", "any"})
  public String entry;

  private StripedBatcher batcher;
  private DeliveryCheck delivery;

  @Setup
  public void start() {
    MessageReader reader = new MessageReader(writers);
    batcher = new StripedBatcher(Subjects.config(writers), new ReadingSender(reader), "dispatcher");
    List<StampedFeed> feeds =
        IntStream.range(0, writers)
            .mapToObj(i -> new StampedFeed(i, Subjects.entry(batcher, entry, i)))
            .toList();
    delivery = new DeliveryCheck(reader, feeds, 1);
  }

  @TearDown
  public void stop() {
    delivery.close();
    batcher.close();
  }

  /** One message. */
  @Benchmark
  @OperationsPerInvocation(Messages.PER_INVOCATION)
  public void messages(WriterTimes times) {
    delivery.run(Messages.PER_INVOCATION, times);
  }
}

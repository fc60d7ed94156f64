package com.reactive.platform.kafka.benchmark.jmh;

import com.reactive.platform.gateway.microbatch.Batcher;
import com.reactive.platform.gateway.microbatch.SubmitResult;
import java.util.List;
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

/** Any batcher, by the submit of its interface, until the sink has read the last message. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class BatcherBenchmark {
  /** Which batcher. */
  @Param({"AdaptiveBatcher", "SimpleBatcher", "ExponentialBatcher", "NaiveBatcher"})
  public String batcher;

  private Batcher subject;
  private DeliveryCheck delivery;

  @Setup
  public void start() {
    MessageReader reader = new MessageReader(1);
    subject = Subjects.batcher(batcher, new ReadingSender(reader));
    Feed feed = new StampedFeed(0, message -> subject.submit(message) == SubmitResult.ACCEPTED);
    delivery = new DeliveryCheck(reader, List.of(feed), 1);
  }

  @TearDown
  public void stop() {
    delivery.close();
    subject.close();
  }

  /** One message. */
  @Benchmark
  @OperationsPerInvocation(Messages.PER_INVOCATION)
  public void messages(WriterTimes times) {
    delivery.run(Messages.PER_INVOCATION, times);
  }
}

package com.reactive.platform.kafka.benchmark.jmh;

import com.reactive.platform.gateway.microbatch.MessageBatch;
import com.reactive.platform.gateway.microbatch.StripedBatcher;
import com.reactive.platform.gateway.microbatch.SubmitResult;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** StripedBatcher given a thousand messages at a time, until the sink has read the last one. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class BulkBenchmark {
  private StripedBatcher batcher;
  private DeliveryCheck delivery;

  @Setup
  public void start() {
    MessageReader reader = new MessageReader(1, Blocks.CYCLE);
    batcher = new StripedBatcher(Subjects.config(1), new ReadingSender(reader), "dispatcher");
    StripedBatcher.Writer writer = batcher.writer(0);
    List<MessageBatch> batches = Blocks.packed().stream().map(BulkBenchmark::batch).toList();
    Feed feed =
        new CyclicFeed<>(batches, batch -> writer.submitBulk(batch) == SubmitResult.ACCEPTED);
    delivery = new DeliveryCheck(reader, List.of(feed), Blocks.MESSAGES);
  }

  @TearDown
  public void stop() {
    delivery.close();
    batcher.close();
  }

  /** One message of a thousand. */
  @Benchmark
  @OperationsPerInvocation(Blocks.MESSAGES_PER_INVOCATION)
  public void messages(WriterTimes times) {
    delivery.run(Blocks.MESSAGES_PER_INVOCATION, times);
  }

  private static MessageBatch batch(byte[] packed) {
    MessageBatch batch = new MessageBatch();
    for (int i = 0; i < Blocks.MESSAGES; i++) {
      batch.add(packed, i * Messages.BYTES, Messages.BYTES);
    }
    return batch;
  }
}

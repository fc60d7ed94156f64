package com.reactive.platform.kafka.benchmark.jmh;

import com.reactive.platform.gateway.microbatch.SubmitResult;
import com.reactive.platform.gateway.microbatch.collector.MicrobatchCollector;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * MicrobatchCollector with 64-byte arrays as items, until its sink has read the last one.
 *
 * <p>A collector passes references on, so the items are made beforehand: twice as many as its ring
 * holds.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class CollectorBenchmark {
  private static final int ITEMS = 2 * Subjects.STRIPE_MESSAGES;

  private MicrobatchCollector<byte[]> collector;
  private DeliveryCheck delivery;

  @Setup
  public void start() {
    MessageReader reader = new MessageReader(1, ITEMS);
    collector = MicrobatchCollector.create(batch -> read(batch, reader), Subjects.collector());
    List<byte[]> items = IntStream.range(0, ITEMS).mapToObj(CollectorBenchmark::item).toList();
    Feed feed =
        new CyclicFeed<>(
            items, item -> collector.submitFireAndForget(item) == SubmitResult.ACCEPTED);
    delivery = new DeliveryCheck(reader, List.of(feed), 1);
  }

  @TearDown
  public void stop() {
    delivery.close();
    collector.close();
  }

  /** One message. */
  @Benchmark
  @OperationsPerInvocation(Messages.PER_INVOCATION)
  public void messages(WriterTimes times) {
    delivery.run(Messages.PER_INVOCATION, times);
  }

  private static byte[] item(int sequence) {
    byte[] message = Messages.of(0);
    Messages.stamp(message, 0, sequence);
    return message;
  }

  private static void read(List<byte[]> batch, MessageReader reader) {
    for (byte[] message : batch) {
      reader.read(message, 0, message.length);
    }
    reader.publish();
  }
}

package com.reactive.platform.kafka.benchmark.jmh;

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

/** References from a producing to a consuming thread; the consumer checks their order. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class RingBenchmark {
  private static final int ITEMS = 1 << 17;

  /** The queue; {@code -drain}: emptied in batches, else item by item. */
  @Param({
    "FastRingBuffer",
    "FastRingBuffer-drain",
    "SpscArrayQueue",
    "SpscArrayQueue-drain",
    "ConcurrentLinkedQueue"
  })
  public String queue;

  private final Ring.Item[] items =
      IntStream.range(0, ITEMS).mapToObj(Ring.Item::new).toArray(Ring.Item[]::new);
  private final WriterTeam team = new WriterTeam(2);
  private Ring ring;

  @Setup
  public void start() {
    ring = Ring.named(queue);
  }

  @TearDown
  public void stop() {
    team.close();
  }

  /** One reference. */
  @Benchmark
  @OperationsPerInvocation(Messages.PER_INVOCATION)
  public void items() {
    team.run(
        member -> {
          if (member == 0) {
            produce();
          } else {
            consume();
          }
        });
  }

  private void produce() {
    Spin spin = new Spin("room in the ring");
    for (int i = 0; i < Messages.PER_INVOCATION; i++) {
      Ring.Item item = items[i & (ITEMS - 1)];
      while (!ring.offer().test(item)) {
        spin.once();
      }
    }
  }

  private void consume() {
    InOrder sink = new InOrder();
    Spin spin = new Spin("items in the ring");
    while (sink.taken < Messages.PER_INVOCATION) {
      if (ring.take().applyAsInt(sink) == 0) {
        spin.once();
      }
    }
    if (sink.taken != Messages.PER_INVOCATION || sink.wrong != 0) {
      throw new WrongDeliveryException(
          "sent %d items; %d came, %d of them not the one that was due"
              .formatted(Messages.PER_INVOCATION, sink.taken, sink.wrong));
    }
  }

  private static final class InOrder implements Ring.Sink {
    private int taken;
    private int wrong;

    @Override
    public void accept(Ring.Item item) {
      if (item.index() != (taken & (ITEMS - 1))) {
        wrong++;
      }
      taken++;
    }
  }
}

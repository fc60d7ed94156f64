package com.reactive.platform.kafka.benchmark.jmh;

import com.reactive.platform.gateway.microbatch.collector.FastRingBuffer;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.jctools.queues.MessagePassingQueue;
import org.jctools.queues.SpscArrayQueue;
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
  private static final int CAPACITY = 1 << 16;
  private static final int DRAIN_LIMIT = 1 << 12;

  /** The queue; {@code -drain}: emptied in batches, else item by item. */
  @Param({
    "FastRingBuffer",
    "FastRingBuffer-drain",
    "SpscArrayQueue",
    "SpscArrayQueue-drain",
    "ConcurrentLinkedQueue"
  })
  public String queue;

  private final Item[] items = IntStream.range(0, ITEMS).mapToObj(Item::new).toArray(Item[]::new);
  private final WriterTeam team = new WriterTeam(2);
  private Ring ring;

  @Setup
  public void start() {
    ring = ring(queue);
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
    Backoff backoff = new Backoff();
    for (int i = 0; i < Messages.PER_INVOCATION; i++) {
      Item item = items[i & (ITEMS - 1)];
      while (!ring.offer.test(item)) {
        backoff.spin("room in the ring");
      }
    }
  }

  private void consume() {
    InOrder sink = new InOrder();
    Backoff backoff = new Backoff();
    while (sink.taken < Messages.PER_INVOCATION) {
      if (ring.take.applyAsInt(sink) == 0) {
        backoff.spin("items in the ring");
      }
    }
    if (sink.taken != Messages.PER_INVOCATION || sink.wrong != 0) {
      throw new WrongDeliveryException(
          "sent %d items; %d came, %d of them not the one that was due"
              .formatted(Messages.PER_INVOCATION, sink.taken, sink.wrong));
    }
  }

  /**
   * A queue between one producer and one consumer.
   *
   * @param offer puts an item in; false means full
   * @param take passes one item to the sink or, in the draining forms, several; returns how many
   */
  private record Ring(Predicate<Item> offer, ToIntFunction<Sink> take) {}

  /** A thing that travels. */
  private record Item(int index) {}

  /** A consumer of the JDK's and of JCTools' kind. */
  private interface Sink extends Consumer<Item>, MessagePassingQueue.Consumer<Item> {
    @Override
    void accept(Item item);
  }

  /** The ring of this name: its class, and {@code -drain} if it is emptied in batches. */
  private static Ring ring(String name) {
    boolean drain = name.endsWith("-drain");
    switch (name.replace("-drain", "")) {
      case "FastRingBuffer" -> {
        FastRingBuffer<Item> queue = new FastRingBuffer<>(CAPACITY);
        return new Ring(
            queue::offer,
            drain ? sink -> queue.drain(sink, DRAIN_LIMIT) : sink -> one(queue.poll(), sink));
      }
      case "SpscArrayQueue" -> {
        SpscArrayQueue<Item> queue = new SpscArrayQueue<>(CAPACITY);
        return new Ring(
            queue::offer,
            drain ? sink -> queue.drain(sink, DRAIN_LIMIT) : sink -> one(queue.poll(), sink));
      }
      case "ConcurrentLinkedQueue" -> {
        Queue<Item> queue = new ConcurrentLinkedQueue<>(); // without a bound, as people use it
        return new Ring(queue::offer, sink -> one(queue.poll(), sink));
      }
      default -> throw new IllegalArgumentException("no ring is called " + name);
    }
  }

  private static int one(Item item, Sink sink) {
    if (item == null) {
      return 0;
    }
    sink.accept(item);
    return 1;
  }

  private static final class InOrder implements Sink {
    private int taken;
    private int wrong;

    @Override
    public void accept(Item item) {
      if (item.index() != (taken & (ITEMS - 1))) {
        wrong++;
      }
      taken++;
    }
  }
}

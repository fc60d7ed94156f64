package com.reactive.platform.kafka.benchmark.jmh;

import com.reactive.platform.gateway.microbatch.collector.FastRingBuffer;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import org.jctools.queues.MessagePassingQueue;
import org.jctools.queues.SpscArrayQueue;

/**
 * A queue between one producer and one consumer, in the form that the benchmark drives.
 *
 * @param offer puts an item in; false means full
 * @param take hands one item to the sink or, in the draining forms, several; says how many
 */
record Ring(Predicate<Item> offer, ToIntFunction<Ring.Sink> take) {
  private static final int CAPACITY = 1 << 16;
  private static final int DRAIN_LIMIT = 1 << 12;

  /** What travels. */
  record Item(int index) {}

  /** A consumer of the JDK's and of JCTools' kind. */
  interface Sink extends Consumer<Item>, MessagePassingQueue.Consumer<Item> {
    @Override
    void accept(Item item);
  }

  /** The ring of this name: its class, and {@code -drain} if it is emptied in batches. */
  static Ring named(String name) {
    switch (name) {
      case "FastRingBuffer" -> {
        FastRingBuffer<Item> queue = new FastRingBuffer<>(CAPACITY);
        return new Ring(queue::offer, sink -> one(queue.poll(), sink));
      }
      case "FastRingBuffer-drain" -> {
        FastRingBuffer<Item> queue = new FastRingBuffer<>(CAPACITY);
        return new Ring(queue::offer, sink -> queue.drain(sink, DRAIN_LIMIT));
      }
      case "SpscArrayQueue" -> {
        SpscArrayQueue<Item> queue = new SpscArrayQueue<>(CAPACITY);
        return new Ring(queue::offer, sink -> one(queue.poll(), sink));
      }
      case "SpscArrayQueue-drain" -> {
        SpscArrayQueue<Item> queue = new SpscArrayQueue<>(CAPACITY);
        return new Ring(queue::offer, sink -> queue.drain(sink, DRAIN_LIMIT));
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
}

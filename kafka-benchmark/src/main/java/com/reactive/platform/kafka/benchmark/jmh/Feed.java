package com.reactive.platform.kafka.benchmark.jmh;

import java.util.List;
import java.util.function.Predicate;

/** One writer's way into a subject. For one thread. */
@FunctionalInterface
interface Feed {
  /** Offers the writer's next message or messages; false means full, try again. */
  boolean offer();

  /**
   * Offers one message after the other to a subject that copies them, each with its own sequence.
   *
   * @param subject accepts a message, or returns false
   */
  static Feed stamped(int writer, Predicate<byte[]> subject) {
    return new Feed() {
      private final byte[] message = Messages.of(writer);
      private long sequence;

      @Override
      public boolean offer() {
        Messages.stamp(message, writer, sequence);
        if (!subject.test(message)) {
          return false;
        }
        sequence++;
        return true;
      }
    };
  }

  /**
   * Offers items that were made beforehand, round and round.
   *
   * @param made not empty
   * @param subject accepts an item, or returns false
   */
  static <T> Feed cycling(List<T> made, Predicate<T> subject) {
    @SuppressWarnings("unchecked") // only this feed sees the array
    T[] items = (T[]) made.toArray();
    return new Feed() {
      private int next;

      @Override
      public boolean offer() {
        if (!subject.test(items[next])) {
          return false;
        }
        next = next + 1 == items.length ? 0 : next + 1;
        return true;
      }
    };
  }
}

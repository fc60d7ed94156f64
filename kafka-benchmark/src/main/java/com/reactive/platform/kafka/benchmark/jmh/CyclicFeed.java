package com.reactive.platform.kafka.benchmark.jmh;

import java.util.List;
import java.util.function.Predicate;

/** Offers what was made beforehand, round and round. */
final class CyclicFeed<T> implements Feed {
  private final T[] items;
  private final Predicate<T> subject;
  private int next;

  /**
   * @param items not empty
   * @param subject takes an item and says whether it did
   */
  @SuppressWarnings("unchecked") // nobody but this class sees the array
  CyclicFeed(List<T> items, Predicate<T> subject) {
    this.items = (T[]) items.toArray();
    this.subject = subject;
  }

  @Override
  public boolean offer() {
    if (!subject.test(items[next])) {
      return false;
    }
    next = next + 1 == items.length ? 0 : next + 1;
    return true;
  }
}

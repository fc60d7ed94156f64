package com.reactive.platform.kafka.benchmark.subject;

import com.reactive.platform.kafka.benchmark.rig.MessageVisitor;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Keeps what a reader tells. */
final class FoundIds implements MessageVisitor {
  record Id(long runTag, int lane, long sequence) implements Comparable<Id> {
    private static final Comparator<Id> ORDER =
        Comparator.comparingLong(Id::runTag)
            .thenComparingInt(Id::lane)
            .thenComparingLong(Id::sequence);

    @Override
    public int compareTo(Id other) {
      return ORDER.compare(this, other);
    }
  }

  private final List<Id> ids = new ArrayList<>();
  private int damaged;

  @Override
  public void message(long runTag, int lane, long sequence) {
    ids.add(new Id(runTag, lane, sequence));
  }

  @Override
  public void damaged() {
    damaged++;
  }

  List<Id> ids() {
    return ids;
  }

  int damagedCount() {
    return damaged;
  }

  void clear() {
    ids.clear();
    damaged = 0;
  }
}

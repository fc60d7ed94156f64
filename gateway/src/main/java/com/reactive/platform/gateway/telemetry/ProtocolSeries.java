package com.reactive.platform.gateway.telemetry;

import java.util.Arrays;
import java.util.Objects;

/**
 * The series of one method, by protocol and by one word more: few, and found by looking at each. To
 * be bounded, the words beyond the first 64 are one. Thread-safe.
 */
final class ProtocolSeries {
  /** Makes a series when it is met for the first time. */
  @FunctionalInterface
  interface Factory {
    /**
     * Makes it.
     *
     * @param word null for none
     */
    BucketCounts series(ClientProtocol protocol, String word);
  }

  private record Entry(ClientProtocol protocol, String word, BucketCounts counts) {
    boolean is(ClientProtocol otherProtocol, String otherWord) {
      return protocol == otherProtocol && Objects.equals(word, otherWord);
    }
  }

  private static final int MAX_ENTRIES = 64;

  private final Factory factory;

  /** Copied when one is added, which soon no longer happens. */
  private volatile Entry[] entries = {};

  ProtocolSeries(Factory factory) {
    this.factory = factory;
  }

  void record(ClientProtocol protocol, String word, long value) {
    for (Entry entry : entries) {
      if (entry.is(protocol, word)) {
        entry.counts.record(value);
        return;
      }
    }
    added(protocol, word).counts.record(value);
  }

  private synchronized Entry added(ClientProtocol protocol, String word) {
    String bounded = entries.length >= MAX_ENTRIES ? RequestAttributes.OTHER : word;
    for (Entry entry : entries) {
      if (entry.is(protocol, bounded)) {
        return entry;
      }
    }
    Entry added = new Entry(protocol, bounded, factory.series(protocol, bounded));
    Entry[] more = Arrays.copyOf(entries, entries.length + 1);
    more[entries.length] = added;
    entries = more;
    return added;
  }
}

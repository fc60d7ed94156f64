package com.reactive.platform.kafka.benchmark.reading;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The number of event ids and their sum, in whatever order they come: of each the last eight bytes.
 * What is missing or there twice changes one of the two. Not thread-safe.
 */
final class IdSum {
  /** Of an id: hexadecimal digits. */
  static final int ID_BYTES = 32;

  /** Where the bytes begin that are added. */
  static final int FROM = ID_BYTES - Long.BYTES;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private long count;
  private long sum;

  void add(byte[] id) {
    add((long) LONGS.get(id, FROM));
  }

  /**
   * @param last eight bytes, big-endian
   */
  void add(long last) {
    count++;
    sum += last;
  }

  long count() {
    return count;
  }

  long sum() {
    return sum;
  }
}

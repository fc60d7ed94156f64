package com.reactive.platform.kafka.benchmark.jmh;

import java.util.function.Predicate;

/** Offers one message after the other to a subject that copies them, each with its own sequence. */
final class StampedFeed implements Feed {
  private final int writer;
  private final Predicate<byte[]> subject;
  private final byte[] message;
  private long sequence;

  /**
   * @param subject takes a message and says whether it did
   */
  StampedFeed(int writer, Predicate<byte[]> subject) {
    this.writer = writer;
    this.subject = subject;
    this.message = Messages.of(writer);
  }

  @Override
  public boolean offer() {
    Messages.stamp(message, writer, sequence);
    if (!subject.test(message)) {
      return false;
    }
    sequence++;
    return true;
  }
}

package com.reactive.platform.gateway.ingest;

import java.util.concurrent.atomic.LongAdder;

/**
 * What a stream may have besides its topic.
 *
 * @param memory of its past events
 * @param quarantine null if it has none
 * @param hotTopic where the events of hot keys go; null if they stay in the stream's own topic
 * @param spread counts events of hot keys that left their partition; goes on when the stream is
 *     changed
 */
public record StreamExtras(
    EventMemory memory, Quarantine quarantine, HotTopic hotTopic, LongAdder spread) {

  /** Nothing but this memory. */
  public static StreamExtras of(EventMemory memory) {
    return with(memory, null);
  }

  /**
   * A memory and a quarantine.
   *
   * @param quarantine null for none
   */
  public static StreamExtras with(EventMemory memory, Quarantine quarantine) {
    return new StreamExtras(memory, quarantine, null, new LongAdder());
  }
}

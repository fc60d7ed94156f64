package com.reactive.platform.kafka.benchmark.subject;

import com.reactive.platform.kafka.benchmark.rig.Outcomes;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.RecordMetadata;

/**
 * Sends a collector's batches without waiting for Kafka, up to a number of batches: beyond that it
 * keeps the flush thread waiting, which makes batches grow.
 */
final class CollectorSink implements Consumer<List<CollectorSink.Item>> {
  private final BatchRecordSender sender;
  private final int maxInFlight;
  private final Semaphore free;
  private final LongAdder bytes = new LongAdder();

  CollectorSink(TopicProducer producer, boolean packed, int maxInFlight) {
    this.sender = new BatchRecordSender(producer, packed);
    this.maxInFlight = maxInFlight;
    this.free = new Semaphore(maxInFlight);
  }

  /** A message in a collector, and the receiver of its outcome. */
  record Item(byte[] bytes, Outcomes outcomes, long sequence, long intendedNanos) {}

  boolean hasOpenBatches() {
    return free.availablePermits() < maxInFlight;
  }

  /** Bytes of all messages so far. */
  long bytes() {
    return bytes.sum();
  }

  @Override
  public void accept(List<Item> items) {
    Items taken = new Items(items.toArray(new Item[0]), free);
    try {
      free.acquire();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      taken.report(0, taken.size(), RecordDelivery.Outcome.NOT_WRITTEN);
      return;
    }
    for (Item item : taken.items) {
      bytes.add(item.bytes().length);
    }
    sender.send(taken);
  }

  /** A batch on its way; gives its permit back when all messages have their outcome. */
  private static final class Items implements BatchRecordSender.Messages {
    private final Item[] items;
    private final Semaphore free;
    private final AtomicInteger open;

    Items(Item[] items, Semaphore free) {
      this.items = items;
      this.free = free;
      this.open = new AtomicInteger(items.length);
    }

    @Override
    public int size() {
      return items.length;
    }

    @Override
    public int length(int i) {
      return items[i].bytes().length;
    }

    @Override
    public void copy(int i, byte[] into, int offset) {
      System.arraycopy(items[i].bytes(), 0, into, offset, items[i].bytes().length);
    }

    @Override
    public void settled(
        int from, int to, RecordDelivery.Outcome outcome, RecordMetadata at, Exception why) {
      report(from, to, outcome);
      if (open.addAndGet(from - to) == 0) {
        free.release();
      }
    }

    private void report(int from, int to, RecordDelivery.Outcome outcome) {
      for (int i = from; i < to; i++) {
        outcome.report(items[i].outcomes(), items[i].sequence(), items[i].intendedNanos());
      }
    }
  }
}

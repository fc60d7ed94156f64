package com.reactive.platform.kafka.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.kafka.wire.produce.AppendResult;
import com.reactive.platform.kafka.wire.produce.ProduceRecord;
import com.reactive.platform.kafka.wire.produce.RecordOutcomes;
import com.reactive.platform.kafka.wire.produce.TopicHandle;
import io.netty.channel.EventLoop;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Sends numbered records through one producer, a few at a time, and keeps their outcomes. The value
 * of a record is its name and number, its key one of so many.
 */
final class Sending implements RecordOutcomes {
  private static final int AT_A_TIME = 20;
  private static final String ACKED = "acked";
  private static final String UNKNOWN = "unknown: ";
  private static final int KEYS = 100;

  /** Of today: brokers forget, with the next start, producers whose last record is a day old. */
  private static final long TIMES = System.currentTimeMillis();

  private final WireProducer producer;
  private final EventLoop loop;
  private final String topic;
  private final String name;
  private final int count;
  private final long pauseMicros;
  private final AtomicReferenceArray<Object> outcomes;
  private final CountDownLatch open;
  private final CountDownLatch settled;
  private final AtomicInteger acked = new AtomicInteger();
  private final List<String> twice = new ArrayList<>();
  private final ProduceRecord record = new ProduceRecord();
  private TopicHandle handle;
  private int next;

  Sending(
      WireProducer producer,
      EventLoop loop,
      String topic,
      String name,
      int count,
      long pauseMicros) {
    this.producer = producer;
    this.loop = loop;
    this.topic = topic;
    this.name = name;
    this.count = count;
    this.pauseMicros = pauseMicros;
    outcomes = new AtomicReferenceArray<>(count);
    open = new CountDownLatch(count);
    settled = new CountDownLatch(count);
  }

  Sending start() {
    loop.execute(
        () -> {
          handle = producer.topic(topic);
          sendSome();
        });
    return this;
  }

  private void sendSome() {
    int end = Math.min(count, next + AT_A_TIME);
    while (next < end && append(next)) {
      next++;
    }
    producer.flush();
    if (next < count) {
      boolean blocked = next < end;
      loop.schedule(this::sendSome, blocked ? 2_000 : pauseMicros, TimeUnit.MICROSECONDS);
    }
  }

  private boolean append(int index) {
    byte[] key = bytes("k" + index % KEYS);
    byte[] value = bytes(name + "-" + index);
    record.begin(TIMES + index).key(key, 0, key.length).value(value, 0, value.length);
    record.header(bytes("n"), value, 0, value.length);
    AppendResult result = producer.append(handle, -1, record, this, index);
    return switch (result) {
      case APPENDED -> true;
      case FULL, NO_METADATA -> false;
      case TOO_LARGE, CLOSED -> throw new AssertionError(result);
    };
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void acked(int index, int partition, long offset) {
    acked.incrementAndGet();
    ended(index, ACKED);
  }

  @Override
  public void notWritten(int index, Exception reason) {
    ended(index, reason);
  }

  @Override
  public void unknown(int index, Exception reason) {
    ended(index, UNKNOWN + reason);
  }

  @Override
  public void settledWritten(int index, int partition, long offset) {
    settled(index, ACKED);
  }

  @Override
  public void settledNotWritten(int index, Exception reason) {
    settled(index, reason);
  }

  @Override
  public void unsettled(int index, Exception reason) {
    settled(index, UNKNOWN + reason);
  }

  private void settled(int index, Object outcome) {
    if (!String.valueOf(outcomes.getAndSet(index, outcome)).startsWith(UNKNOWN)) {
      twice.add(index + " settled as " + outcome);
    }
    settled.countDown();
  }

  private void ended(int index, Object outcome) {
    if (!outcomes.compareAndSet(index, null, outcome)) {
      twice.add(index + " " + outcome);
    }
    open.countDown();
  }

  int acked() {
    return acked.get();
  }

  /** Waits until so many have an outcome. */
  void awaitEnded(int records) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
    while (count - open.getCount() < records) {
      assertThat(System.nanoTime()).as("outcomes go on").isLessThan(end);
      TimeUnit.MILLISECONDS.sleep(1);
    }
  }

  void awaitAll() throws InterruptedException {
    assertThat(open.await(120, TimeUnit.SECONDS)).as("every record has an outcome").isTrue();
    assertThat(twice).as("outcomes that came twice").isEmpty();
  }

  /** Waits until all are settled: they have all been told unknown before. */
  void awaitAllSettled() throws InterruptedException {
    awaitAll();
    assertThat(settled.await(120, TimeUnit.SECONDS)).as("every record is settled").isTrue();
    assertThat(twice).as("settlements that came twice").isEmpty();
  }

  /** Compares all outcomes with what is in the topic. */
  void check(Collection<ConsumerRecord<byte[], byte[]>> stored) {
    Map<Integer, Integer> seen = new HashMap<>();
    Map<String, Integer> lastOfKey = new HashMap<>();
    List<String> wrong = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> record : stored) {
      String value = new String(record.value(), StandardCharsets.UTF_8);
      if (!value.startsWith(name + "-")) {
        continue;
      }
      int index = Integer.parseInt(value.substring(name.length() + 1));
      if (seen.merge(index, 1, Integer::sum) > 1) {
        wrong.add(index + " is there twice");
      }
      String key = new String(record.key(), StandardCharsets.UTF_8);
      Integer before = lastOfKey.put(key, index);
      if (before != null && before > index) {
        wrong.add(index + " came after " + before + " of its key");
      }
      if (record.timestamp() != TIMES + index || record.headers().toArray().length != 1) {
        wrong.add(index + " is not as it was sent");
      }
    }
    for (int index = 0; index < count; index++) {
      Object outcome = outcomes.get(index);
      boolean there = seen.containsKey(index);
      if (ACKED.equals(outcome) && !there) {
        wrong.add(index + " was acked and is not there");
      } else if (outcome instanceof Exception && there) {
        wrong.add(index + " is there, but " + outcome);
      }
    }
    assertThat(wrong).isEmpty();
  }

  /** Records that were refused. */
  int refused() {
    int refused = 0;
    for (int index = 0; index < count; index++) {
      refused += outcomes.get(index) instanceof Exception ? 1 : 0;
    }
    return refused;
  }

  /** Outcomes other than acked, by number. */
  Map<Object, Integer> others() {
    Map<Object, Integer> others = new HashMap<>();
    for (int index = 0; index < count; index++) {
      Object outcome = outcomes.get(index);
      if (!ACKED.equals(outcome)) {
        others.merge(String.valueOf(outcome), 1, Integer::sum);
      }
    }
    return others;
  }
}

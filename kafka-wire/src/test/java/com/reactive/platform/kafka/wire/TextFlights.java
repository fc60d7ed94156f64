package com.reactive.platform.kafka.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.kafka.wire.produce.AppendResult;
import com.reactive.platform.kafka.wire.produce.ProduceRecord;
import com.reactive.platform.kafka.wire.produce.RecordOutcomes;
import com.reactive.platform.kafka.wire.produce.TopicHandle;
import io.netty.channel.EventLoop;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/** Flights of text-like events of about 200 bytes through one producer, one after another. */
final class TextFlights implements RecordOutcomes {
  private static final String[] ACTIONS = {"increment", "decrement", "set", "reset"};
  private static final String[] PLACES = {"Berlin", "Hamburg", "Munich", "Cologne", "Leipzig"};
  private static final int CUSTOMERS = 5_000;

  private final WireProducer producer;
  private final EventLoop loop;
  private final String topic;
  private final RandomGenerator random;
  private final ProduceRecord record = new ProduceRecord();
  private CountDownLatch open;

  TextFlights(WireProducer producer, EventLoop loop, String topic, RandomGenerator random) {
    this.producer = producer;
    this.loop = loop;
    this.topic = topic;
    this.random = random;
  }

  /** Sends so many events in one flush, and waits until all are acked. */
  void send(int events) throws InterruptedException {
    open = new CountDownLatch(events);
    loop.execute(() -> append(events));
    assertThat(open.await(60, TimeUnit.SECONDS)).as("all are acked").isTrue();
  }

  private void append(int left) {
    TopicHandle handle = producer.topic(topic);
    int still = left;
    while (still > 0 && append(handle)) {
      still--;
    }
    producer.flush();
    if (still > 0) {
      int rest = still;
      loop.schedule(() -> append(rest), 10, TimeUnit.MILLISECONDS);
    }
  }

  private boolean append(TopicHandle handle) {
    byte[] key = ("customer-" + random.nextInt(CUSTOMERS)).getBytes(StandardCharsets.US_ASCII);
    byte[] value = text().getBytes(StandardCharsets.US_ASCII);
    record.begin(System.currentTimeMillis()).key(key, 0, key.length).value(value, 0, value.length);
    return producer.append(handle, -1, record, this, 0) == AppendResult.APPENDED;
  }

  private String text() {
    return "{\"action\":\"%s\",\"amount\":%d,\"place\":\"%s\",\"session\":\"%016x\",\"agent\":"
            .formatted(
                ACTIONS[random.nextInt(ACTIONS.length)],
                random.nextInt(1_000),
                PLACES[random.nextInt(PLACES.length)],
                random.nextLong())
        + "\"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36\",\"path\":\"/shop/articles/%05d\"}"
            .formatted(random.nextInt(100_000));
  }

  @Override
  public void acked(int index, int partition, long offset) {
    open.countDown();
  }

  @Override
  public void notWritten(int index, Exception reason) {
    throw new AssertionError(reason);
  }

  @Override
  public void unknown(int index, Exception reason) {
    throw new AssertionError(reason);
  }
}

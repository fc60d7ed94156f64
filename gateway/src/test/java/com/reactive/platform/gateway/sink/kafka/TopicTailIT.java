package com.reactive.platform.gateway.sink.kafka;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.sink.EventLog;
import com.reactive.platform.gateway.sink.LoggedEvent;
import com.reactive.platform.kafka.embedded.testing.KafkaExtension;
import com.reactive.platform.kafka.embedded.testing.TestKafka;
import com.reactive.platform.kafka.wire.WireClient;
import com.reactive.platform.kafka.wire.WireConfig;
import com.reactive.platform.kafka.wire.WireProducer;
import com.reactive.platform.kafka.wire.produce.AppendResult;
import com.reactive.platform.kafka.wire.produce.ProduceRecord;
import com.reactive.platform.kafka.wire.produce.RecordOutcomes;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** A tail of what others write, beside a producer of our own. */
@ExtendWith(KafkaExtension.class)
@Timeout(120)
class TopicTailIT {
  private static final int BATCHES = 60;

  private final MultiThreadIoEventLoopGroup group =
      new MultiThreadIoEventLoopGroup(2, NioIoHandler.newFactory());
  private final EventLoop writing = group.next();
  private final EventLoop reading = group.next();
  private final Seen seen = new Seen();

  /** Of ours, those that were fetched. */
  private final AtomicInteger fetched = new AtomicInteger();

  private TestKafka kafka;
  private String topic;
  private WireClient client;
  private WireProducer producer;
  private OwnRecords own;

  @BeforeEach
  void connect(TestKafka testKafka) {
    kafka = testKafka;
    topic = kafka.createTopic(1);
    client =
        WireClient.open(
            WireConfig.of(Map.of("bootstrap.servers", kafka.bootstrapServers())), writing);
    own = new OwnRecords(topic, this::isOwn);
    producer = client.producer(writing, own);
  }

  private boolean isOwn(long producerId) {
    boolean isOwn = client.isOwnProducer(producerId);
    fetched.addAndGet(isOwn ? 1 : 0);
    return isOwn;
  }

  @AfterEach
  void close() {
    producer.close(Duration.ofSeconds(20)).join();
    client.close();
    group.shutdownGracefully(0, 5, TimeUnit.SECONDS);
  }

  @Test
  void readsWhatOthersWriteAndFetchesHardlyAnythingElse() throws Exception {
    sendOwn();
    sendOther("before");
    TopicTail tail = new TopicTail(topic, 0, own, seen, () -> {});
    tail.start(() -> new LogSession(client, reading));
    seen.caughtUp.get(60, TimeUnit.SECONDS);
    fetched.set(0);
    // The answer that it waits for has the first of the batches, and perhaps some more.
    CountDownLatch held = new CountDownLatch(1);
    reading.execute(() -> await(held));
    for (int batch = 0; batch < BATCHES; batch++) {
      sendOwn();
    }
    sendOther("after");
    sendOwn();
    held.countDown();
    while (seen.ids.size() < 2) {
      TimeUnit.MILLISECONDS.sleep(1);
    }
    tail.close();
    assertThat(seen.ids).containsExactly("before", "after");
    assertThat(fetched.get()).isLessThan(BATCHES / 2);
  }

  @Test
  void catchesUpWhereAllIsItsOwn() throws Exception {
    sendOwn();
    sendOwn();
    TopicTail tail = new TopicTail(topic, 0, own, seen, () -> {});
    tail.start(() -> new LogSession(client, reading));
    seen.caughtUp.get(60, TimeUnit.SECONDS);
    tail.close();
    assertThat(seen.ids).isEmpty();
    assertThat(fetched.get()).isEqualTo(2);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** One batch, which is in the log when this returns. */
  private void sendOwn() throws Exception {
    CompletableFuture<Long> kept = new CompletableFuture<>();
    writing.execute(() -> append(kept));
    kept.get(60, TimeUnit.SECONDS);
  }

  private void append(CompletableFuture<Long> kept) {
    ProduceRecord ours = new ProduceRecord();
    ours.begin(System.currentTimeMillis());
    ours.value("ours".getBytes(US_ASCII), 0, 4);
    if (producer.append(producer.topic(topic), 0, ours, new Kept(kept), 0)
        == AppendResult.APPENDED) {
      producer.flush();
    } else {
      writing.schedule(() -> append(kept), 5, TimeUnit.MILLISECONDS);
    }
  }

  private void sendOther(String id) throws Exception {
    Map<String, Object> config = Map.of("bootstrap.servers", kafka.bootstrapServers());
    try (KafkaProducer<byte[], byte[]> other =
        new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer())) {
      ProducerRecord<byte[], byte[]> theirs = new ProducerRecord<>(topic, new byte[4]);
      theirs.headers().add("event-id", id.getBytes(US_ASCII));
      other.send(theirs).get();
    }
  }

  private record Kept(CompletableFuture<Long> offset) implements RecordOutcomes {
    @Override
    public void acked(int index, int partition, long at) {
      offset.complete(at);
    }

    @Override
    public void notWritten(int index, Exception reason) {
      offset.completeExceptionally(reason);
    }

    @Override
    public void unknown(int index, Exception reason) {
      offset.completeExceptionally(reason);
    }
  }

  private static final class Seen implements EventLog.Visitor {
    final CompletableFuture<Void> caughtUp = new CompletableFuture<>();
    final List<String> ids = new CopyOnWriteArrayList<>();

    @Override
    public void onEvent(LoggedEvent event) {
      ids.add(new String(event.id, 0, event.idLength, US_ASCII));
    }

    @Override
    public void caughtUp() {
      caughtUp.complete(null);
    }

    @Override
    public void missed(int partition, long from, long to) {
      caughtUp.completeExceptionally(new AssertionError("missed " + from + " to " + to));
    }

    @Override
    public void failed(Exception cause) {
      caughtUp.completeExceptionally(cause);
    }
  }
}

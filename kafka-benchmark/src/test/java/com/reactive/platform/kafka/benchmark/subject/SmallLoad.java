package com.reactive.platform.kafka.benchmark.subject;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.kafka.benchmark.rig.BenchKafka;
import com.reactive.platform.kafka.benchmark.rig.Destination;
import com.reactive.platform.kafka.benchmark.rig.MessageFormat;
import com.reactive.platform.kafka.benchmark.rig.SessionContext;
import com.reactive.platform.kafka.benchmark.rig.Target;
import com.reactive.platform.kafka.benchmark.rig.TargetSession;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Sends a number of messages over some lanes, and reads the topic back. */
final class SmallLoad {
  static final int LANES = 2;
  private static final int CONCURRENCY = 64;

  private final Target target;
  private final MessageFormat format;
  private final int sendsPerLane;

  private final List<Semaphore> free = new ArrayList<>();
  private final List<CountingOutcomes> outcomes = new ArrayList<>();
  final AtomicInteger refused = new AtomicInteger();

  SmallLoad(Target target, MessageFormat format, int messages) {
    this.target = target;
    this.format = format;
    this.sendsPerLane = messages / target.messagesPerSend() / LANES;
    for (int lane = 0; lane < LANES; lane++) {
      Semaphore slots = new Semaphore(CONCURRENCY);
      free.add(slots);
      outcomes.add(new CountingOutcomes(slots::release));
    }
  }

  int messages() {
    return sendsPerLane * target.messagesPerSend() * LANES;
  }

  /** Sends that were acknowledged. */
  int acked() {
    return outcomes.stream().mapToInt(lane -> lane.acked.size()).sum();
  }

  /** Returns when all sends have an outcome. */
  SmallLoad run() throws Exception {
    List<Thread> threads = new ArrayList<>();
    List<Throwable> thrown = new ArrayList<>();
    for (int i = 0; i < LANES; i++) {
      int index = i;
      Thread thread = new Thread(() -> runLane(index), "lane-" + i);
      thread.setUncaughtExceptionHandler((t, e) -> thrown.add(e));
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(thrown).isEmpty();
    target.drain(Duration.ofMinutes(2));
    assertThat(outcomes).allMatch(lane -> lane.total() == sendsPerLane);
    assertThat(outcomes).allMatch(lane -> lane.repeated().isEmpty());
    return this;
  }

  private void runLane(int index) {
    SessionContext context = new SessionContext(index, CONCURRENCY, format, outcomes.get(index));
    try (TargetSession session = target.openSession(context)) {
      for (int i = 0; i < sendsPerLane; i++) {
        while (!free.get(index).tryAcquire()) {
          session.await(100_000);
        }
        while (!session.trySend((long) i * target.messagesPerSend(), System.nanoTime())) {
          refused.incrementAndGet();
          session.await(100_000);
        }
      }
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** Every id of the topic from its beginning on, when there are so many at least. */
  static FoundIds readAll(
      BenchKafka kafka, Destination destination, MessageFormat format, int messages) {
    Map<String, Object> properties =
        Map.of(
            ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
            kafka.bootstrapServers(),
            ConsumerConfig.FETCH_MAX_BYTES_CONFIG,
            64 << 20,
            ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG,
            ByteArrayDeserializer.class,
            ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG,
            ByteArrayDeserializer.class);
    FoundIds found = new FoundIds();
    try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(properties)) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(destination.topics().get(0)).stream()
              .map(info -> new TopicPartition(info.topic(), info.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      long deadline = System.nanoTime() + Duration.ofMinutes(2).toNanos();
      long records = 0;
      // At acks=0 they may come after all are "acknowledged".
      while ((found.ids().size() < messages || records < end(consumer, partitions))
          && System.nanoTime() < deadline) {
        for (var record : consumer.poll(Duration.ofMillis(200))) {
          records++;
          destination.reader().read(record, format, found);
        }
      }
    }
    return found;
  }

  private static long end(KafkaConsumer<?, ?> consumer, List<TopicPartition> partitions) {
    return consumer.endOffsets(partitions).values().stream().mapToLong(offset -> offset).sum();
  }

  /** All ids of this load, each once and none besides, are what was found. */
  void assertIsExactly(FoundIds found) {
    assertThat(found.damagedCount()).isZero();
    List<FoundIds.Id> expected = new ArrayList<>();
    for (int lane = 0; lane < LANES; lane++) {
      for (long i = 0; i < (long) sendsPerLane * target.messagesPerSend(); i++) {
        expected.add(new FoundIds.Id(format.runTag(), lane, i));
      }
    }
    assertThat(found.ids().stream().sorted().toList()).isEqualTo(expected);
  }
}

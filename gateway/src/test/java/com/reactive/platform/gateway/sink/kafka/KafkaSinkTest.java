package com.reactive.platform.gateway.sink.kafka;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.event.EventBuffer;
import com.reactive.platform.gateway.event.EventFrame;
import com.reactive.platform.gateway.microbatch.BatchSender;
import com.reactive.platform.gateway.microbatch.BatcherConfig;
import com.reactive.platform.gateway.microbatch.StripedBatcher;
import com.reactive.platform.gateway.microbatch.SubmitResult;
import com.reactive.platform.gateway.sink.kafka.KafkaSinkRetryTest.ScriptedProducer;
import com.reactive.platform.gateway.sink.kafka.KafkaSinkRetryTest.Told;
import com.reactive.platform.gateway.telemetry.BatchMetrics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.NotEnoughReplicasException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.header.Header;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Events go through a real batcher into the sink, and from there to Kafka's own mock producer. */
@Timeout(300)
class KafkaSinkTest {
  private final Rig rig = new Rig(600_000);

  @AfterEach
  void closeRig() throws InterruptedException {
    rig.close();
  }

  @Test
  void anEventIsOneRecordWithItsKeyValueAndHeaders() {
    Told told = rig.send(event("c\u00e4", "00-trace", "a=1")).get(0);
    rig.completeNext();
    assertThat(told.outcome()).isEqualTo("acked 0@0");
    ProducerRecord<byte[], byte[]> record = rig.producer.history().get(0);
    assertThat(record.topic()).isEqualTo("t7");
    assertThat(record.partition()).isNull();
    assertThat(record.timestamp()).isNull();
    assertThat(record.key()).isEqualTo("c\u00e4".getBytes(UTF_8));
    assertThat(record.value()).isEqualTo("value".getBytes(US_ASCII));
    assertThat(headers(record))
        .containsExactly(
            Map.entry("event-id", "event-1"),
            Map.entry("request-id", "0123456789abcdef0123456789abcdef"),
            Map.entry("content-type", "avro/binary"),
            Map.entry("traceparent", "00-trace"),
            Map.entry("tracestate", "a=1"));
  }

  @Test
  void headersAndCustomerMayBeAbsent() {
    List<Told> told = rig.send(event("session"), event("c", "00-trace", null));
    rig.completeNext();
    rig.completeNext();
    assertThat(told.get(0).outcome()).isEqualTo("acked 0@0");
    assertThat(told.get(1).outcome()).isEqualTo("acked 0@1");
    ProducerRecord<byte[], byte[]> record = rig.producer.history().get(0);
    assertThat(record.key()).isEqualTo("session".getBytes(US_ASCII));
    assertThat(headers(record)).containsOnlyKeys("event-id", "request-id", "content-type");
    assertThat(headers(rig.producer.history().get(1)))
        .containsOnlyKeys("event-id", "request-id", "content-type", "traceparent");
  }

  @Test
  void aTracedEventsRecordCarriesTheTraceparentOfItsSend() {
    rig.traced = true;
    Told told = rig.send(event("a", "00-received", "a=1")).get(0);
    rig.completeNext();
    assertThat(told.outcome()).isEqualTo("acked 0@0");
    assertThat(told.publishings).containsExactly("t7 of 1");
    assertThat(headers(rig.producer.history().get(0)))
        .containsEntry("traceparent", "00-of-the-send")
        .containsEntry("tracestate", "a=1");
  }

  @Test
  void aFailureInsideSendMeansNotWritten() {
    rig.producer.nextCallsBack(new RecordTooLargeException("huge"));
    rig.producer.nextThrows(new TopicAuthorizationException("not allowed"));
    List<Told> told = rig.send(event("a"), event("b"), event("c"));
    assertThat(told.get(0).outcome()).isEqualTo("not written: RecordTooLargeException");
    assertThat(told.get(1).outcome()).isEqualTo("not written: not allowed");
    rig.completeNext();
    assertThat(told.get(2).outcome()).isEqualTo("acked 0@0");
    assertThat(rig.handle.broken).hasValue(0);
  }

  /** A replay waits until nothing is open, and must neither wait for ever nor begin too early. */
  @Test
  void whatIsHandedToTheClientEndsOnceHoweverItEnds() {
    rig.producer.nextCallsBack(new RecordTooLargeException("huge"));
    rig.producer.nextThrows(new TopicAuthorizationException("not allowed"));
    rig.send(event("a"), event("b"), event("c"), event("d"));
    Rig.until(() -> rig.handle.handed.get() == 4 && rig.handle.ended.get() == 2);
    rig.completeNext();
    Rig.until(() -> rig.handle.ended.get() == 3);
    rig.failNext(new RecordTooLargeException("huge"));
    Rig.until(() -> rig.handle.ended.get() == 4);
    assertThat(rig.handle.handed).hasValue(4);
  }

  /** The client asks for this last, when the record lies in its buffer already. */
  @Test
  void anErrorThatTheClientCannotGetOverIsUnknownAndTheProducerIsReported() {
    rig.producer.nextThrows(
        new KafkaException("Cannot execute transactional method because we are in an error state"));
    List<Told> told = rig.send(event("a"), event("b"));
    assertThat(told.get(0).outcome()).startsWith("unknown: Cannot execute");
    assertThat(rig.handle.broken).hasValue(1);
    rig.completeNext();
    assertThat(told.get(1).outcome()).isEqualTo("acked 0@0");
  }

  @Test
  void aClosedProducerHasASuccessorThatTakesTheRecord() {
    for (int i = 0; i < 3; i++) {
      rig.producer.nextThrows(
          new IllegalStateException("Cannot perform operation after producer has been closed"));
    }
    List<Told> told = rig.send(event("a"));
    rig.completeNext();
    assertThat(told.get(0).outcome()).isEqualTo("acked 0@0");
    assertThat(rig.handle.broken).hasValue(3);
  }

  @Test
  void nothingIsHandedOverWhileKafkaIsAway() throws InterruptedException {
    rig.handle.away = true;
    List<Told> told = rig.send(event("a"));
    Thread.sleep(50);
    assertThat(rig.producer.sends).isEmpty();
    rig.handle.away = false;
    rig.completeNext();
    assertThat(told.get(0).outcome()).isEqualTo("acked 0@0");
  }

  /** They are 503 then, and not 504: they never left. */
  @Test
  void whatWaitedForKafkaInVainWasNotWritten() throws InterruptedException {
    Rig impatient = new Rig(200);
    impatient.handle.away = true;
    List<Told> told = impatient.send(event("a"), event("b"));
    assertThat(told)
        .allSatisfy(
            each ->
                assertThat(each.outcome()).isEqualTo("not written: timed out waiting to be sent"));
    assertThat(impatient.producer.sends).isEmpty();
    impatient.close();
  }

  @Test
  void aRefusalAfterSomethingWasSentASecondTimeIsUnknown() {
    List<Told> told = rig.send(event("a"));
    Rig.until(() -> rig.producer.sends.size() == 1);
    rig.handle.retries = 1;
    rig.failNext(new TopicAuthorizationException("not allowed"));
    assertThat(told.get(0).outcome()).isEqualTo("unknown: not allowed");
  }

  /** In the words of the client, which has no class for it. */
  static KafkaException forItsMates() {
    return new KafkaException(
        "Failed to append record because it was part of a batch which had one more more invalid"
            + " records");
  }

  @Test
  void matesOfAnInvalidRecordAreSentAgainOneByOne() {
    List<Told> told = rig.send(event("a"), event("b"), event("c"));
    Rig.until(() -> rig.producer.sends.size() == 3);
    rig.failNext(new org.apache.kafka.common.InvalidRecordException("no key"));
    rig.failNext(forItsMates());
    rig.failNext(forItsMates());
    assertThat(told.get(0).outcome()).isEqualTo("not written: InvalidRecordException");
    Rig.until(() -> rig.producer.sends.size() == 4);
    assertThat(rig.producer.sends).containsExactly("a", "b", "c", "b");
    rig.completeNext();
    assertThat(told.get(1).outcome()).isEqualTo("acked 0@3");
    Rig.until(() -> rig.producer.sends.size() == 5);
    rig.completeNext();
    assertThat(told.get(2).outcome()).isEqualTo("acked 0@4");
    assertThat(rig.producer.sends).containsExactly("a", "b", "c", "b", "c");
  }

  /** The attempt before this one may have been written. */
  @Test
  void matesOfARecordThatWasSentTwiceAreNotSentAgain() {
    List<Told> told = rig.send(event("a"));
    Rig.until(() -> rig.producer.sends.size() == 1);
    rig.handle.retries = 1;
    rig.failNext(forItsMates());
    assertThat(told.get(0).outcome()).startsWith("unknown: Failed to append");
    assertThat(rig.producer.sends).hasSize(1);
  }

  @Test
  void aFailureOnTheSenderThreadMeansUnknown() {
    RuntimeException[] failures = {
      new TimeoutException("expired"),
      new NotEnoughReplicasException("two of three"),
      new KafkaException("The producer closed forcefully")
    };
    List<Told> told = rig.send(event("a"), event("b"), event("c"));
    for (int i = 0; i < failures.length; i++) {
      rig.failNext(failures[i]);
      assertThat(told.get(i).outcome()).isEqualTo("unknown: " + failures[i].getMessage());
    }
    assertThat(rig.producer.sends).as("never sent again").hasSize(3);
  }

  @Test
  void aRecordThatTheBrokerRefusesForWhatItIsWasNotWritten() {
    RuntimeException[] failures = {
      new RecordTooLargeException("huge"),
      new TopicAuthorizationException("not allowed"),
      new InvalidTopicException("no such name"),
      new org.apache.kafka.common.InvalidRecordException("no key")
    };
    List<Told> told = rig.send(event("a"), event("b"), event("c"), event("d"));
    for (RuntimeException failure : failures) {
      rig.failNext(failure);
    }
    assertThat(told)
        .extracting(Told::outcome)
        .containsExactly(
            "not written: RecordTooLargeException",
            "not written: not allowed",
            "not written: no such name",
            "not written: InvalidRecordException");
    assertThat(rig.producer.sends).hasSize(4);
  }

  /** A close inside a send can fail older records on this very thread. */
  @Test
  void aFailureOnTheDispatcherAfterItsSendMeansUnknown() {
    AtomicReference<Callback> kept = new AtomicReference<>();
    rig.producer.script.add(kept::set);
    rig.producer.script.add(
        callback -> {
          kept.get().onCompletion(null, new TimeoutException("expired"));
          callback.onCompletion(null, new InvalidTopicException("no such name"));
        });
    List<Told> told = rig.send(event("a"), event("b"));
    assertThat(told.get(0).outcome()).isEqualTo("unknown: expired");
    assertThat(told.get(0).settled())
        .as("Kafka's client does not say")
        .isEqualTo("unsettled: expired");
    assertThat(told.get(1).outcome()).isEqualTo("not written: no such name");
  }

  /** A batcher, a sink and a producer that does as it is told. */
  static final class Rig {
    final ScriptedProducer producer = new ScriptedProducer();
    final ScriptedLink handle = new ScriptedLink(producer);
    private final CountDownLatch allSubmitted = new CountDownLatch(1);
    private final StripedBatcher batcher;

    /** Whether the events that are sent have traces. */
    boolean traced;

    Rig(int queueTimeoutMillis) {
      this(queueTimeoutMillis, Map.of(), KafkaSink::new);
    }

    Rig(int queueTimeoutMillis, Map<String, String> passThrough, SinkMaker maker) {
      KafkaConfig config =
          new KafkaConfig(
              "k:1",
              queueTimeoutMillis,
              1,
              1,
              0,
              Optional.empty(),
              passThrough,
              KafkaConfig.Client.JAVA);
      BatchSender sink = maker.make(handle, index -> "t" + index, config, BatchMetrics.NONE);
      BatchSender sender =
          batch -> {
            allSubmitted.await();
            if (batch.length(0) == 1) {
              batch.acked(0, 0, 0); // it only kept the dispatcher busy
            } else {
              sink.send(batch);
            }
          };
      BatcherConfig sizes = new BatcherConfig(1, 1 << 16, 256, 1 << 16, 1L << 60);
      batcher = new StripedBatcher(sizes, sender, "dispatcher");
    }

    /** Submits the events so that the sink gets them as one batch. */
    List<Told> send(Event... events) {
      assertThat(batcher.submit(new byte[1], 0, 1, new Told(false)))
          .isEqualTo(SubmitResult.ACCEPTED);
      while (batcher.stats().inFlightBatches() == 0) {
        Thread.onSpinWait();
      }
      List<Told> told = new ArrayList<>();
      EventBuffer frame = new EventBuffer();
      for (Event event : events) {
        Told each = new Told(traced);
        frame.begin();
        EventFrame.begin(
            frame,
            event.stream,
            "0123456789abcdef0123456789abcdef".getBytes(US_ASCII),
            event.id.getBytes(US_ASCII),
            event.traceparent,
            event.tracestate,
            List.of());
        frame.write("value".getBytes(US_ASCII));
        byte[] key = event.key.getBytes(UTF_8);
        EventFrame.end(frame, key, key.length);
        assertThat(batcher.submit(frame.array(), 0, frame.length(), each))
            .isEqualTo(SubmitResult.ACCEPTED);
        told.add(each);
      }
      allSubmitted.countDown();
      return told;
    }

    /** On this thread, which is not the dispatcher: the oldest record that the producer has. */
    void completeNext() {
      until(producer::completeNext);
    }

    void failNext(RuntimeException failure) {
      until(() -> producer.errorNext(failure));
    }

    static void until(BooleanSupplier done) {
      long startNanos = System.nanoTime();
      while (!done.getAsBoolean()) {
        assertThat(System.nanoTime() - startNanos)
            .as("waiting for a record")
            .isLessThan(60_000_000_000L);
        Thread.onSpinWait();
      }
    }

    void close() throws InterruptedException {
      batcher.close(Duration.ZERO);
    }
  }

  /** How either sink is made. */
  interface SinkMaker {
    BatchSender make(
        ProducerHandle handle,
        IntFunction<String> topics,
        KafkaConfig config,
        BatchMetrics metrics);
  }

  /** A handle that is as it is told. */
  static final class ScriptedLink implements ProducerHandle {
    private final ScriptedProducer producer;
    final AtomicInteger broken = new AtomicInteger();
    final AtomicInteger handed = new AtomicInteger();
    final AtomicInteger ended = new AtomicInteger();
    volatile boolean away;
    volatile double retries;

    ScriptedLink(ScriptedProducer producer) {
      this.producer = producer;
    }

    @Override
    public Producer<byte[], byte[]> producer() {
      return producer;
    }

    @Override
    public boolean away() {
      return away;
    }

    @Override
    public double retries() {
      return retries;
    }

    @Override
    public void beginSend() {
      handed.incrementAndGet();
    }

    @Override
    public void endSend() {
      ended.incrementAndGet();
    }

    @Override
    public void broken(Producer<byte[], byte[]> itsProducer) {
      broken.incrementAndGet();
    }
  }

  record Event(int stream, String id, String key, String traceparent, String tracestate) {}

  static Event event(String key) {
    return event(key, null, null);
  }

  private static Event event(String key, String traceparent, String tracestate) {
    return new Event(7, "event-1", key, traceparent, tracestate);
  }

  static Map<String, String> headers(ProducerRecord<byte[], byte[]> record) {
    Map<String, String> headers = new LinkedHashMap<>();
    for (Header header : record.headers()) {
      headers.put(header.key(), new String(header.value(), UTF_8));
    }
    return headers;
  }
}

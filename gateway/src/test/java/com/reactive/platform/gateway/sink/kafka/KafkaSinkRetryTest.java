package com.reactive.platform.gateway.sink.kafka;

import static com.reactive.platform.gateway.sink.kafka.KafkaSinkTest.event;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.microbatch.Completion;
import com.reactive.platform.gateway.microbatch.FlushReason;
import com.reactive.platform.gateway.microbatch.Settlement;
import com.reactive.platform.gateway.sink.kafka.KafkaSinkTest.Rig;
import com.reactive.platform.gateway.telemetry.Trace;
import com.reactive.platform.gateway.telemetry.Traced;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How long the sink tries to hand an event over. */
@Timeout(300)
class KafkaSinkRetryTest {
  private final Rig patient = new Rig(600_000);

  /** Here every event has waited too long when its turn comes. */
  private final Rig expired = new Rig(-1);

  @AfterEach
  void closeRigs() throws InterruptedException {
    patient.close();
    expired.close();
  }

  @Test
  void wantOfMetadataOrMemoryIsTriedAgainUntilItSucceeds() {
    for (int i = 0; i < 20; i++) {
      patient.producer.nextCallsBack(new TimeoutException("no metadata"));
      patient.producer.nextThrows(new TimeoutException("no memory"));
    }
    List<Told> told = patient.send(event("a"), event("b"));
    patient.completeNext();
    patient.completeNext();
    assertThat(told.get(0).outcome()).isEqualTo("acked 0@0");
    assertThat(told.get(1).outcome()).isEqualTo("acked 0@1");
    assertThat(patient.producer.history())
        .extracting(r -> new String(r.key(), UTF_8))
        .containsExactly("a", "b");
    assertThat(patient.producer.sends).hasSize(42);
  }

  @Test
  void aStopEndsTheTrying() throws InterruptedException {
    patient.producer.always = new TimeoutException("no metadata");
    List<Told> told = patient.send(event("a"), event("b"));
    while (patient.producer.sends.size() < 3) {
      Thread.onSpinWait();
    }
    assertThat(patient.producer.sends).doesNotContain("b");
    patient.close();
    for (Told each : told) {
      assertThat(each.outcome()).isEqualTo("not written: no metadata");
    }
  }

  /** Each try may block: a queue of such events would take many times the queue timeout. */
  @Test
  void whatHasWaitedTooLongIsNotSentAnyMore() {
    List<Told> told = expired.send(event("a"), event("b"), event("c"));
    for (Told each : told) {
      assertThat(each.outcome()).isEqualTo("not written: timed out waiting to be sent");
    }
    assertThat(expired.producer.sends).isEmpty();
  }

  /** Its mates' only fault is their neighbour. */
  @Test
  void aPoisonedRecordDoesNotFailItsMates() {
    patient.producer.nextCallsBack(new RecordTooLargeException("huge"));
    List<Told> told = patient.send(event("a"), event("b"));
    assertThat(told.get(0).outcome()).isEqualTo("not written: RecordTooLargeException");
    patient.completeNext();
    assertThat(told.get(1).outcome()).isEqualTo("acked 0@0");
  }

  /** What became of one event. */
  static final class Told implements Completion, Traced {
    /** What its trace was told, if it has one. */
    final List<String> publishings = new CopyOnWriteArrayList<>();

    private final boolean traced;
    private final CompletableFuture<String> outcome = new CompletableFuture<>();
    private final CompletableFuture<String> settled = new CompletableFuture<>();

    Told(boolean traced) {
      this.traced = traced;
    }

    @Override
    public Trace trace() {
      return traced ? new Publishings(publishings) : null;
    }

    @Override
    public void acked(int partition, long offset) {
      outcome.complete("acked " + partition + "@" + offset);
    }

    @Override
    public void notWritten(Throwable reason) {
      outcome.complete("not written: " + reason.getMessage());
    }

    @Override
    public void unknown(Throwable reason) {
      outcome.complete("unknown: " + reason.getMessage());
    }

    @Override
    public Settlement settlement() {
      return new Settlement() {
        @Override
        public void written(int partition, long offset) {
          settled.complete("written " + partition + "@" + offset);
        }

        @Override
        public void notWritten(Throwable reason) {
          settled.complete("not written: " + reason.getMessage());
        }

        @Override
        public void unsettled(Throwable reason) {
          settled.complete("unsettled: " + reason.getMessage());
        }
      };
    }

    String settled() {
      return settled.orTimeout(2, TimeUnit.MINUTES).join();
    }

    String outcome() {
      return outcome.orTimeout(2, TimeUnit.MINUTES).join();
    }
  }

  /** Notes when events are handed over; the rest is not a sink's. */
  private record Publishings(List<String> list) implements Trace {
    @Override
    public void submitted() {
      throw new AssertionError();
    }

    @Override
    public byte[] publishing(String topic, int messages, FlushReason reason) {
      list.add(topic + " of " + messages);
      return "00-of-the-send".getBytes(UTF_8);
    }

    @Override
    public void published(int partition, long offset, Throwable failure) {
      throw new AssertionError();
    }

    @Override
    public void answered(int status, String problem) {
      throw new AssertionError();
    }
  }

  /** Takes records as the mock does, after the steps of its script, one per send. */
  static final class ScriptedProducer extends MockProducer<byte[], byte[]> {
    /** May throw, call back or do nothing; the record then counts as not taken. */
    interface Step {
      void send(Callback callback);
    }

    final Queue<Step> script = new ConcurrentLinkedQueue<>();

    /** When the script is over: called back inside every send. */
    volatile RuntimeException always;

    /** The keys of the records, or their topics if they have none, once for each send. */
    final List<String> sends = new CopyOnWriteArrayList<>();

    ScriptedProducer() {
      super(false, null, new ByteArraySerializer(), new ByteArraySerializer());
    }

    @Override
    public synchronized Future<RecordMetadata> send(
        ProducerRecord<byte[], byte[]> record, Callback callback) {
      sends.add(record.key() == null ? record.topic() : new String(record.key(), UTF_8));
      Step step = script.poll();
      if (step == null && always == null) {
        return super.send(record, callback);
      } else if (step == null) {
        callback.onCompletion(null, always);
      } else {
        step.send(callback);
      }
      return new CompletableFuture<>();
    }

    void nextThrows(RuntimeException failure) {
      script.add(
          callback -> {
            throw failure;
          });
    }

    void nextCallsBack(RuntimeException failure) {
      script.add(callback -> callback.onCompletion(null, failure));
    }
  }
}

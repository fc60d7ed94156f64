package com.reactive.platform.gateway.sink.spool;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.event.EventBuffer;
import com.reactive.platform.gateway.event.EventFrame;
import com.reactive.platform.gateway.sink.OrderedSender;
import com.reactive.platform.gateway.sink.kafka.KafkaOrderedSender;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** From a spool on disk to Kafka's own mock producer. */
@Timeout(300)
@Execution(ExecutionMode.CONCURRENT)
class SpoolReplayerTest {
  @TempDir Path dir;

  /** What Kafka has, in its order; over all producers. */
  private final List<String> stored = Collections.synchronizedList(new ArrayList<>());

  private final List<String> sent = Collections.synchronizedList(new ArrayList<>());
  private final AtomicBoolean mayStart = new AtomicBoolean(true);

  /** Says what becomes of an event: null if it is stored. */
  private volatile Function<String, RuntimeException> fate = event -> null;

  /** The same for what {@code send()} itself throws. */
  private volatile Function<String, RuntimeException> inline = event -> null;

  private Spool spool;
  private SpoolReplayer replay;

  private void open() throws IOException {
    SpoolConfig config = new SpoolConfig(dir, 1 << 20, 1_000_000);
    spool = new Spool("t", dir, config, System::currentTimeMillis, SegmentWriter::new);
    replay = new SpoolReplayer(spool, this::sender, mayStart::get);
    replay.start();
  }

  @AfterEach
  void close() {
    replay.close();
    spool.close();
  }

  private OrderedSender sender() {
    return new KafkaOrderedSender(producer());
  }

  private Producer<byte[], byte[]> producer() {
    return new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer()) {
      @Override
      public synchronized Future<RecordMetadata> send(
          ProducerRecord<byte[], byte[]> record, Callback callback) {
        String event = new String(record.value(), US_ASCII);
        assertThat(record.topic()).isEqualTo("t");
        sent.add(event);
        RuntimeException atOnce = inline.apply(event);
        if (atOnce != null) {
          throw atOnce;
        }
        return super.send(
            record,
            (metadata, none) -> {
              RuntimeException failure = fate.apply(event);
              if (failure == null) {
                stored.add(event);
              }
              // The client's own thread tells, not the one that sends.
              Thread teller = new Thread(() -> callback.onCompletion(metadata, failure));
              teller.start();
              try {
                teller.join();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
      }
    };
  }

  private void put(String... values) throws InterruptedException {
    for (String value : values) {
      EventBuffer frame = new EventBuffer();
      byte[] id = "0123456789abcdef0123456789abcdef".getBytes(US_ASCII);
      EventFrame.begin(frame, 7, id, id, null, null, List.of());
      frame.write(value.getBytes(US_ASCII));
      EventFrame.end(frame, "key".getBytes(US_ASCII), 3);
      String event = new String(frame.copy(), ISO_8859_1);
      assertThat(SpoolTest.send(spool::put, event)).isEqualTo("acked -1@-1");
    }
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    while (!condition.getAsBoolean()) {
      Thread.sleep(5);
    }
  }

  @Test
  void eventsGoOutInTheirOrderAndAreDoneWith() throws Exception {
    open();
    put("a", "b", "c");
    await(spool::isEmpty);
    assertThat(stored).containsExactly("a", "b", "c");
    put("d");
    await(spool::isEmpty);
    assertThat(stored).containsExactly("a", "b", "c", "d");
    assertThat(spool.stats().replayedEvents()).isEqualTo(4);
  }

  @Test
  void nothingGoesOutBeforeItMay() throws Exception {
    mayStart.set(false);
    open();
    put("a", "b");
    assertThat(sent).isEmpty();
    mayStart.set(true);
    await(spool::isEmpty);
    assertThat(stored).containsExactly("a", "b");
  }

  /** The spool may have been empty in between: then others have gone directly, and are first. */
  @Test
  void nothingGoesOutBeforeItMayBehindWhatIsDoneWith() throws Exception {
    fate = event -> event.equals("a") ? new TopicAuthorizationException("t") : null;
    open();
    put("a");
    await(() -> Collections.frequency(sent, "a") > 1); // from now on one block at a time
    put("b");
    fate = event -> event.equals("a") ? forbid() : null;
    await(() -> spool.events() == 1);
    Thread.sleep(50);
    assertThat(stored).containsExactly("a");
    mayStart.set(true);
    await(spool::isEmpty);
    assertThat(stored).containsExactly("a", "b");
  }

  private RuntimeException forbid() {
    mayStart.set(false);
    return null;
  }

  @Test
  void whatFailsIsSentAgainAndNothingIsLost() throws Exception {
    fate = event -> event.equals("b") ? new TopicAuthorizationException("t") : null;
    open();
    put("a", "b", "c");
    await(() -> Collections.frequency(sent, "b") > 2);
    assertThat(spool.isEmpty()).isFalse();
    assertThat(stored).contains("a");
    fate = event -> null;
    await(spool::isEmpty);
    assertThat(stored.subList(stored.size() - 2, stored.size())).containsExactly("b", "c");
    assertThat(stored).contains("a", "b", "c");
  }

  @Test
  void anEventThatKafkaRefusesIsKeptAndTriedAgainAtTheNextStart() throws Exception {
    fate = event -> event.equals("b") ? new RecordTooLargeException("too large") : null;
    open();
    put("a", "b", "c");
    await(spool::isEmpty);
    assertThat(stored).containsExactly("a", "c");
    assertThat(spool.stats().refusedEvents()).isEqualTo(1);
    assertThat(spool.stats().replayedEvents()).isEqualTo(2);
    close();

    fate = event -> null;
    open();
    await(spool::isEmpty);
    assertThat(stored).containsExactly("a", "c", "b");
    assertThat(spool.stats().refusedEvents()).isZero();
  }

  @Test
  void anEventThatTakesItsMatesWithItIsFound() throws Exception {
    // As the client says it of all that lie in a batch with one that is refused.
    AtomicBoolean together = new AtomicBoolean(true);
    fate =
        event -> {
          if (event.equals("a") && together.getAndSet(false)) {
            return new KafkaException("it was part of a batch which had an invalid record");
          }
          return event.equals("b") ? new RecordTooLargeException("too large") : null;
        };
    open();
    put("a", "b", "c");
    await(spool::isEmpty);
    assertThat(stored).contains("a", "c").doesNotContain("b");
    assertThat(spool.stats().refusedEvents()).isEqualTo(1);
  }

  @Test
  void aClientThatHasNoRoomIsAskedAgain() throws Exception {
    AtomicBoolean full = new AtomicBoolean(true);
    inline = event -> full.get() ? new TimeoutException("no metadata") : null;
    open();
    put("a", "b");
    await(() -> Collections.frequency(sent, "a") > 2);
    assertThat(stored).isEmpty();
    full.set(false);
    await(spool::isEmpty);
    assertThat(stored).containsExactly("a", "b");
  }
}

package com.reactive.platform.gateway.sink.kafka;

import static com.reactive.platform.gateway.sink.kafka.KafkaSinkTest.headers;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.reactive.platform.gateway.sink.PackedEntries;
import com.reactive.platform.gateway.sink.kafka.KafkaSinkRetryTest.Told;
import com.reactive.platform.gateway.sink.kafka.KafkaSinkTest.Event;
import com.reactive.platform.gateway.sink.kafka.KafkaSinkTest.Rig;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The events of a batch as one record: its layout, and one outcome for all of them. */
@Timeout(300)
class PackedSinkTest {
  /** Id, value, and their lengths. */
  private static final int ENTRY_BYTES = 2 + 2 + 4 + 5;

  private final List<Rig> rigs = new ArrayList<>();

  @AfterEach
  void closeRigs() throws InterruptedException {
    for (Rig rig : rigs) {
      rig.close();
    }
  }

  private Rig rig(int queueTimeoutMillis, Map<String, String> producer) {
    Rig rig = new Rig(queueTimeoutMillis, producer, PackedSink::new);
    rigs.add(rig);
    return rig;
  }

  private Rig rig() {
    return rig(600_000, Map.of());
  }

  private static Event event(int stream, String id) {
    return new Event(stream, id, "key", "00-trace", null);
  }

  private static Event[] events(String... ids) {
    return List.of(ids).stream().map(id -> event(7, id)).toArray(Event[]::new);
  }

  private static void assertAll(List<Told> told, String outcome) {
    assertThat(told).allSatisfy(each -> assertThat(each.outcome()).isEqualTo(outcome));
  }

  /** The ids of a record's events, read as a consumer would. */
  private static List<String> ids(ProducerRecord<byte[], byte[]> record) {
    try {
      List<PackedEntries.Entry> entries = PackedEntries.read(record.value());
      assertThat(entries)
          .allSatisfy(e -> assertThat(e.value()).asString(US_ASCII).isEqualTo("value"));
      return entries.stream().map(PackedEntries.Entry::eventId).toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void whatIsCutAnywhereIsNotReadAsLess() throws IOException {
    byte[] whole = "\0\1a\0\0\0\5value".getBytes(US_ASCII);
    assertThat(PackedEntries.read(whole)).hasSize(1);
    assertThat(PackedEntries.read(new byte[0])).isEmpty();
    for (int length = 1; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> PackedEntries.read(cut)).isInstanceOf(IOException.class);
    }
    byte[] negative = "\0\0\377\377\377\377".getBytes(ISO_8859_1);
    assertThatThrownBy(() -> PackedEntries.read(negative)).isInstanceOf(IOException.class);
  }

  @Test
  void aRecordHoldsItsEventsInTheirOrder() {
    Rig rig = rig();
    List<Told> told = rig.send(events("a", "bc"));
    rig.completeNext();
    assertAll(told, "acked 0@0");
    ProducerRecord<byte[], byte[]> record = rig.producer.history().get(0);
    assertThat(record.topic()).isEqualTo("t7");
    assertThat(record.partition()).isNull();
    assertThat(record.key()).isNull();
    assertThat(record.value())
        .asString(US_ASCII)
        .isEqualTo("\0\1a\0\0\0\5value" + "\0\2bc\0\0\0\5value");
    assertThat(headers(record))
        .containsExactly(
            Map.entry("content-type", "application/vnd.reactive.packed"),
            Map.entry("event-count", "2"));
  }

  @Test
  void eachStreamHasARecordOfItsOwn() {
    Rig rig = rig();
    List<Told> told = rig.send(event(1, "a"), event(2, "b"), event(1, "c"));
    rig.completeNext();
    rig.failNext(new RecordTooLargeException("huge"));
    assertThat(told)
        .extracting(Told::outcome)
        .containsExactly("acked 0@0", "not written: huge", "acked 0@0");
    assertThat(rig.producer.history())
        .extracting(ProducerRecord::topic)
        .containsExactly("t1", "t2");
    assertThat(rig.producer.history())
        .extracting(PackedSinkTest::ids)
        .containsExactly(List.of("a", "c"), List.of("b"));
  }

  @Test
  void whatDoesNotFitIntoARequestIsSplit() {
    int maxRequestBytes = 1_024 + 2 * ENTRY_BYTES;
    Rig rig = rig(600_000, Map.of("max.request.size", Integer.toString(maxRequestBytes)));
    List<Told> told = rig.send(events("e1", "e2", "e3", "e4", "e5"));
    for (int i = 0; i < 3; i++) {
      rig.completeNext();
    }
    assertThat(told)
        .extracting(Told::outcome)
        .containsExactly("acked 0@0", "acked 0@0", "acked 0@1", "acked 0@1", "acked 0@2");
    assertThat(rig.producer.history())
        .extracting(PackedSinkTest::ids)
        .containsExactly(List.of("e1", "e2"), List.of("e3", "e4"), List.of("e5"));
    assertThat(rig.producer.history())
        .extracting(record -> headers(record).get("event-count"))
        .containsExactly("2", "2", "1");
  }

  /** It may be too much for Kafka, but that is for Kafka to say. */
  @Test
  void anEventThatIsLargerThanARequestIsSentAlone() {
    Rig rig = rig(600_000, Map.of("max.request.size", "1025"));
    List<Told> told = rig.send(events("e1", "e2"));
    rig.completeNext();
    rig.completeNext();
    assertThat(told).extracting(Told::outcome).containsExactly("acked 0@0", "acked 0@1");
  }

  @Test
  void aFailureInsideSendMeansThatNoneWasWritten() {
    Rig throwing = rig();
    throwing.producer.nextThrows(new TopicAuthorizationException("not allowed"));
    assertAll(throwing.send(events("a", "b", "c")), "not written: not allowed");
    Rig callingBack = rig();
    callingBack.producer.nextCallsBack(new TopicAuthorizationException("not allowed"));
    assertAll(callingBack.send(events("a", "b", "c")), "not written: not allowed");
    assertThat(callingBack.producer.sends).as("never sent again").hasSize(1);
  }

  @Test
  void aRecordThatIsRefusedForItsMatesIsSentAgainAsItIs() {
    Rig rig = rig();
    List<Told> told = rig.send(events("a", "b"));
    rig.failNext(KafkaSinkTest.forItsMates());
    rig.completeNext();
    assertAll(told, "acked 0@1");
    assertThat(rig.producer.history())
        .extracting(PackedSinkTest::ids)
        .containsExactly(List.of("a", "b"), List.of("a", "b"));
  }

  @Test
  void aFailureOnTheSenderThreadMeansThatAllAreUnknown() {
    Rig rig = rig();
    List<Told> told = rig.send(events("a", "b", "c"));
    rig.failNext(new TimeoutException("expired"));
    assertAll(told, "unknown: expired");
    assertThat(rig.producer.sends).as("never sent again").hasSize(1);
  }

  @Test
  void ofARecordThatTheBrokerRefusesNoneWasWritten() {
    Rig rig = rig();
    List<Told> told = rig.send(events("a", "b", "c"));
    rig.failNext(new RecordTooLargeException("huge"));
    assertAll(told, "not written: huge");
  }

  @Test
  void wantOfMetadataOrMemoryIsTriedAgainUntilItSucceeds() {
    Rig rig = rig();
    rig.traced = true;
    for (int i = 0; i < 20; i++) {
      rig.producer.nextCallsBack(new TimeoutException("no metadata"));
      rig.producer.nextThrows(new TimeoutException("no memory"));
    }
    List<Told> told = rig.send(events("a", "b"));
    rig.completeNext();
    assertAll(told, "acked 0@0");
    assertThat(rig.producer.sends).hasSize(41);
    assertThat(rig.producer.history()).hasSize(1);
    assertThat(told).allSatisfy(each -> assertThat(each.publishings).containsExactly("t7 of 2"));
  }

  @Test
  void aStopEndsTheTrying() throws InterruptedException {
    Rig rig = rig();
    rig.producer.always = new TimeoutException("no metadata");
    List<Told> told = rig.send(events("a", "b"));
    while (rig.producer.sends.size() < 3) {
      Thread.onSpinWait();
    }
    rig.close();
    assertAll(told, "not written: no metadata");
  }

  @Test
  void whatHasWaitedTooLongIsNotSentAnyMore() {
    Rig rig = rig(-1, Map.of());
    rig.traced = true;
    List<Told> told = rig.send(event(1, "a"), event(2, "b"), event(1, "c"));
    assertAll(told, "not written: timed out waiting to be sent");
    assertThat(rig.producer.sends).isEmpty();
    assertThat(told).allSatisfy(each -> assertThat(each.publishings).isEmpty());
  }

  /** They share a record, which therefore carries nobody's trace. */
  @Test
  void eachTracedEventIsToldThatItIsSent() {
    Rig rig = rig();
    rig.traced = true;
    List<Told> told = rig.send(event(1, "a"), event(2, "b"), event(1, "c"));
    rig.completeNext();
    rig.completeNext();
    assertThat(told)
        .extracting(each -> each.publishings)
        .containsExactly(List.of("t1 of 3"), List.of("t2 of 3"), List.of("t1 of 3"));
    assertThat(told).extracting(Told::outcome).doesNotContainNull();
    assertThat(rig.producer.history())
        .allSatisfy(r -> assertThat(headers(r)).containsOnlyKeys("content-type", "event-count"));
  }
}

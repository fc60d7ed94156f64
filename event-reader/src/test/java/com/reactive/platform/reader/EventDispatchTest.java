package com.reactive.platform.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.reactive.platform.kafka.wire.fetch.BytesView;
import com.reactive.platform.kafka.wire.fetch.HeadersView;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

/** Records become events, and repeats do not. */
class EventDispatchTest {
  private static final TopicPartition ID = new TopicPartition("t", 1);
  private static final String MADE = "0123456789abcdef0123456789abcdef";

  private final List<String> seen = new ArrayList<>();
  private final EventDispatch<String> dispatch =
      new EventDispatch<>(
          (bytes, offset, length) -> {
            String text = new String(bytes, offset, length, StandardCharsets.UTF_8);
            if (text.equals("bad")) {
              throw new IOException("bad one");
            }
            return text;
          },
          (event, value, cause) ->
              seen.add("refused " + new String(value, StandardCharsets.UTF_8)));
  private OwnedPartition partition = new OwnedPartition(ID, 0, 100);
  private long offset;

  private void record(String value, Headers headers, EventHandler<String> handler) {
    BytesView key = new BytesView();
    BytesView bytes = new BytesView();
    key.wrap(null);
    bytes.wrap(value == null ? null : value.getBytes(StandardCharsets.ISO_8859_1));
    dispatch.record(partition, offset++, 7, key, bytes, HeadersView.of(headers), handler);
  }

  private void record(String value, Headers headers) {
    record(value, headers, event -> seen.add(event.eventId() + "=" + event.value()));
  }

  private static Headers id(String id) {
    return new RecordHeaders().add("event-id", id.getBytes(StandardCharsets.US_ASCII));
  }

  private static Headers chosen(String id, long caller) {
    byte[] hashes = ByteBuffer.allocate(16).putLong(caller).putLong(99).array();
    return id(id).add("idempotency", hashes);
  }

  private static Headers packed() {
    return new RecordHeaders()
        .add("content-type", EventHeaders.PACKED.getBytes(StandardCharsets.US_ASCII));
  }

  @Test
  void leavesRepeatsOut() {
    record("one", id(MADE));
    record("one", id(MADE));
    record("two", id("a"));
    record("two", id("a"));
    record("three", new RecordHeaders());
    record("three", new RecordHeaders());
    assertThat(seen).containsExactly(MADE + "=one", "a=two", "null=three", "null=three");
    assertThat(dispatch.repeats).isEqualTo(2);
    assertThat(dispatch.events).isEqualTo(4);
    assertThat(dispatch.records).isEqualTo(6);
  }

  @Test
  void tellsApartWhatTwoCallersChose() {
    record("one", chosen("a", 1));
    record("two", chosen("a", 2));
    record("one", chosen("a", 1));
    record("two", chosen("a", 2));
    assertThat(seen).containsExactly("a=one", "a=two");
  }

  /** The client sends an event without a key, gets a 504, and repeats it with its id as the key. */
  @Test
  void knowsTheRepeatUnderTheIdThatTheGatewayMade() {
    record("first", id(MADE));
    record("repeat", chosen(MADE, 1));
    record("of another", chosen(MADE, 2));
    assertThat(seen).containsExactly(MADE + "=first");
  }

  /** The first try was late: what was sent again with its id as the key came before it. */
  @Test
  void knowsARecordThatComesAfterItsRepeat() {
    record("repeat", chosen(MADE, 1));
    record("first", id(MADE));
    record("repeat", chosen(MADE, 1));
    assertThat(seen).containsExactly(MADE + "=repeat");
  }

  @Test
  void remembersCallersOfWhatNobodyHandles() {
    record("one", chosen("a", 1), null);
    record("one", chosen("a", 1));
    record("two", chosen("a", 2));
    assertThat(seen).containsExactly("a=two");
  }

  @Test
  void handsAllOverWithoutAWindow() {
    partition = new OwnedPartition(ID, 0, 0);
    record("one", id("a"));
    record("one", id("a"));
    assertThat(seen).containsExactly("a=one", "a=one");
  }

  @Test
  void unpacks() throws IOException {
    List<Integer> indexes = new ArrayList<>();
    record(pack("a", "one", MADE, "two"), packed(), event -> indexes.add(event.index()));
    assertThat(indexes).containsExactly(0, 1);
    String more = pack(MADE, "two", "c", "bad");
    record(more, packed());
    record(more.substring(1), packed());
    assertThat(seen).containsExactly("refused bad", "refused " + more.substring(1));
    assertThat(dispatch.repeats).isEqualTo(1);
    assertThat(dispatch.failures).isEqualTo(2);
  }

  private static String pack(String... idsAndValues) throws IOException {
    return new String(PackedValueTest.pack(idsAndValues), StandardCharsets.ISO_8859_1);
  }

  /** Entries do not say which client chose an id, so nothing is taken for a repeat by mistake. */
  @Test
  void handsOverAllChosenIdsOfPackedRecords() throws IOException {
    record(pack("1", "of one", "1", "of another"), packed());
    record("of a third", id("1"));
    record(pack("1", "of a fourth"), packed());
    assertThat(seen).containsExactly("1=of one", "1=of another", "1=of a third", "1=of a fourth");
  }

  @Test
  void knowsMadeIdsInPackedRecordsAndBeside() throws IOException {
    record(pack(MADE, "first"), packed());
    record("repeat", chosen(MADE, 1));
    record(pack(MADE, "first"), packed());
    assertThat(seen).containsExactly(MADE + "=first");
  }

  @Test
  void onlyRemembersWhatNobodyHandles() throws IOException {
    record("one", id("a"), null);
    record(pack(MADE, "bad"), packed(), null);
    record("torn", packed(), null);
    assertThat(dispatch.events).isZero();
    record("one", id("a"));
    record("two", id(MADE));
    record("three", id("c"));
    assertThat(seen).containsExactly("c=three");
  }

  @Test
  void doesNotRememberWhatTheHandlerThrewAt() throws IOException {
    String both = pack(MADE, "one", "b", "two");
    assertThatThrownBy(
            () ->
                record(
                    both,
                    packed(),
                    event -> {
                      if (event.index() == 1) {
                        throw new IllegalStateException("later");
                      }
                    }))
        .hasMessage("later");
    record(both, packed());
    assertThat(seen).containsExactly("b=two");
  }

  @Test
  void handsOverWhatDeletesAKey() {
    record(null, id("a"));
    assertThat(seen).containsExactly("a=null");
  }
}

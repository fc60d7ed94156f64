package com.reactive.platform.kafka.benchmark.subject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.reactive.platform.gateway.event.EventIds;
import com.reactive.platform.gateway.event.InvalidEventException;
import com.reactive.platform.gateway.framing.Framing;
import com.reactive.platform.gateway.schema.SchemaException;
import com.reactive.platform.gateway.schema.Transcoder;
import com.reactive.platform.gateway.schema.TranscoderPlan;
import com.reactive.platform.gateway.stream.EventMetadata;
import com.reactive.platform.gateway.stream.JsonForm;
import com.reactive.platform.gateway.stream.StreamsConfig;
import com.reactive.platform.kafka.benchmark.rig.MessageFormat;
import com.reactive.platform.kafka.benchmark.rig.Payload;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CounterMessagesTest {
  /** A body of {@code POST /api/counter}. */
  record CounterBody(String sessionId, String action, int value, String customerId) {}

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long TAG = 0xFEDC_BA98_7654_3210L;
  private static final long LAST_SEQUENCE = (1L << 48) - 1;

  private static final MessageFormat FORMAT = new MessageFormat(TAG, 160, Payload.RANDOM);

  private final FoundIds found = new FoundIds();

  @ParameterizedTest
  @EnumSource
  void whatTheGatewayMakesOfABodyIsFoundAgainInEverySize(Payload payload) throws Exception {
    for (int bytes = CounterMessages.MIN_BYTES; bytes <= CounterMessages.MAX_BYTES; bytes++) {
      MessageFormat format = new MessageFormat(TAG, bytes, payload);
      byte[] body = body(format, 65_535, LAST_SEQUENCE);
      assertThat(body).hasSize(bytes);
      found.clear();
      new CounterRecordReader(false).read(asTheGatewayWritesIt(parse(body)), format, found);
      assertThat(found.ids()).containsExactly(new FoundIds.Id(TAG, 65_535, LAST_SEQUENCE));
      assertThat(found.damagedCount()).isZero();
    }
  }

  @Test
  void aChangedCustomerIsDamaged() throws Exception {
    byte[] body = body(FORMAT, 1, 42);
    body[150] = body[150] == 'a' ? (byte) 'b' : (byte) 'a';
    new CounterRecordReader(false).read(asTheGatewayWritesIt(parse(body)), FORMAT, found);
    assertThat(found.ids()).isEmpty();
    assertThat(found.damagedCount()).isOne();
  }

  @Test
  void aCustomerCutOffIsDamagedEvenIfTheKeyIsCutToo() {
    CounterBody whole = parse(body(FORMAT, 1, 42));
    String customer = whole.customerId();
    for (int digits : new int[] {8, 24, 40, customer.length() - 1}) {
      read(customer.substring(0, digits), whole.action(), whole.value());
    }
    assertThat(found.ids()).isEmpty();
    assertThat(found.damagedCount()).isEqualTo(4);
  }

  @Test
  void anotherActionOrValueIsDamaged() {
    CounterBody whole = parse(body(FORMAT, 1, 42));
    read(whole.customerId(), "decrement", whole.value());
    read(whole.customerId(), whole.action(), whole.value() + 1);
    assertThat(found.ids()).isEmpty();
    assertThat(found.damagedCount()).isEqualTo(2);
  }

  @Test
  void anotherRunsMessageMayHaveAnotherSizeAndPayload() {
    byte[] body = body(new MessageFormat(TAG + 1, 120, Payload.CONSTANT), 1, 42);
    new CounterRecordReader(false).read(asTheGatewayWritesIt(parse(body)), FORMAT, found);
    assertThat(found.ids()).containsExactly(new FoundIds.Id(TAG + 1, 1, 42));
  }

  private void read(String customer, String action, int value) {
    String session = parse(body(FORMAT, 1, 42)).sessionId();
    CounterBody request = new CounterBody(session, action, value, customer);
    new CounterRecordReader(false).read(asTheGatewayWritesIt(request), FORMAT, found);
  }

  @Test
  void anotherKeyThanTheCustomerIsDamaged() throws Exception {
    byte[] body = body(FORMAT, 1, 42);
    byte[] value = asTheGatewayWritesIt(parse(body)).value();
    new CounterRecordReader(false).read(record(new byte[] {1}, value), FORMAT, found);
    new CounterRecordReader(false).read(record(null, value), FORMAT, found);
    assertThat(found.damagedCount()).isEqualTo(2);
  }

  @Test
  void whatIsNoEventOrNoneOfOursIsDamaged() {
    byte[] body = body(FORMAT, 1, 42);
    byte[] value = asTheGatewayWritesIt(parse(body)).value();
    for (byte[] bad : new byte[][] {null, {}, {1, 2, 3}, Arrays.copyOf(value, value.length / 2)}) {
      new CounterRecordReader(false).read(record(null, bad), FORMAT, found);
    }
    for (String session : new String[] {"s1", "r" + "+".repeat(34), "x".repeat(35)}) {
      CounterBody request =
          new CounterBody(session, parse(body).action(), parse(body).value(), "c1");
      new CounterRecordReader(false).read(asTheGatewayWritesIt(request), FORMAT, found);
    }
    assertThat(found.ids()).isEmpty();
    assertThat(found.damagedCount()).isEqualTo(7);
  }

  @ParameterizedTest
  @EnumSource
  void aBodyThatIsARecordIsFoundAgainInEverySize(Payload payload) {
    for (int bytes = CounterMessages.MIN_BYTES; bytes <= CounterMessages.MAX_BYTES; bytes++) {
      MessageFormat format = new MessageFormat(TAG, bytes, payload);
      found.clear();
      readBody(body(format, 65_535, LAST_SEQUENCE), format);
      assertThat(found.ids()).containsExactly(new FoundIds.Id(TAG, 65_535, LAST_SEQUENCE));
      assertThat(found.damagedCount()).isZero();
    }
  }

  @Test
  void aBodyThatIsARecordIsDamagedByAnyOtherByte() {
    byte[] whole = body(FORMAT, 1, 42);
    for (int i = 0; i < whole.length; i++) {
      byte[] changed = whole.clone();
      changed[i] ^= 1;
      readBody(changed, FORMAT);
      assertThat(found.ids()).as("byte %d", i).doesNotContain(new FoundIds.Id(TAG, 1, 42));
    }
    for (int length = 0; length < whole.length; length++) {
      found.clear();
      readBody(Arrays.copyOf(whole, length), FORMAT);
      assertThat(found.damagedCount()).as("length %d", length).isOne();
    }
    found.clear();
    readBody(Arrays.copyOf(whole, whole.length + 1), FORMAT);
    readBody(null, FORMAT);
    assertThat(found.damagedCount()).isEqualTo(2);
    assertThat(found.ids()).isEmpty();
  }

  @Test
  void anotherRunsBodyMayHaveAnotherSizeAndPayload() {
    readBody(body(new MessageFormat(TAG + 1, 120, Payload.CONSTANT), 1, 42), FORMAT);
    assertThat(found.ids()).containsExactly(new FoundIds.Id(TAG + 1, 1, 42));
    readBody(body(new MessageFormat(TAG, 120, Payload.RANDOM), 1, 42), FORMAT);
    readBody(body(new MessageFormat(TAG, 160, Payload.CONSTANT), 1, 42), FORMAT);
    assertThat(found.damagedCount()).isEqualTo(2);
  }

  private void readBody(byte[] value, MessageFormat expected) {
    new CounterBodyReader().read(record(null, value), expected, found);
  }

  /** A body of a noted event. */
  record NotedBody(String sessionId, String action, int value, String customerId, String note) {}

  @ParameterizedTest
  @EnumSource
  void aNotedEventIsFoundAgainInAnySize(Payload payload) throws Exception {
    for (int bytes : new int[] {CounterMessages.MIN_NOTED_BYTES, 200, 1_024, 65_537, 16_384}) {
      MessageFormat format = new MessageFormat(TAG, bytes, payload);
      byte[] body = notedBody(format);
      assertThat(body).hasSize(bytes);
      found.clear();
      readNoted(body, format);
      assertThat(found.ids()).containsExactly(new FoundIds.Id(TAG, 3, 42));
      assertThat(found.damagedCount()).isZero();
    }
  }

  @Test
  void aNotedEventThatIsCutOrChangedIsDamaged() throws Exception {
    MessageFormat format = new MessageFormat(TAG, 1_024, Payload.RANDOM);
    byte[] body = notedBody(format);
    NotedBody whole = JSON.readValue(body, NotedBody.class);
    String note = whole.note();
    for (String other : List.of("", note.substring(1), note.substring(0, 100), note + "0")) {
      NotedBody cut =
          new NotedBody(
              whole.sessionId(), whole.action(), whole.value(), whole.customerId(), other);
      readNoted(JSON.writeValueAsBytes(cut), format);
    }
    NotedBody otherKey =
        new NotedBody(whole.sessionId(), whole.action(), whole.value(), "0000", note);
    readNoted(JSON.writeValueAsBytes(otherKey), format);
    body[900] = body[900] == 'a' ? (byte) 'b' : (byte) 'a';
    readNoted(body, format);
    assertThat(found.ids()).isEmpty();
    assertThat(found.damagedCount()).isEqualTo(6);
  }

  private static byte[] notedBody(MessageFormat format) {
    CounterMessages messages = new CounterMessages(format, 3, true);
    byte[] buffer = new byte[messages.bytes()];
    messages.write(buffer, 0, 42);
    return buffer;
  }

  private void readNoted(byte[] json, MessageFormat format) {
    new CounterRecordReader(true).read(written(json, NotedEvent.schema()), format, found);
  }

  @Test
  void sizesThatNoBodyCanHaveAreRefused() {
    for (int bytes : new int[] {CounterMessages.MIN_BYTES - 1, CounterMessages.MAX_BYTES + 1}) {
      assertThatThrownBy(() -> new CounterMessages(new MessageFormat(1, bytes, Payload.RANDOM), 0))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(CounterMessages.MIN_BYTES + " to " + CounterMessages.MAX_BYTES);
    }
  }

  private static byte[] body(MessageFormat format, int lane, long sequence) {
    CounterMessages messages = new CounterMessages(format, lane);
    byte[] buffer = new byte[messages.bytes() + 7];
    messages.write(buffer, 7, sequence);
    return Arrays.copyOfRange(buffer, 7, buffer.length);
  }

  private static CounterBody parse(byte[] body) {
    try {
      return JSON.readValue(body, CounterBody.class);
    } catch (IOException e) {
      throw new AssertionError(new String(body, StandardCharsets.US_ASCII), e);
    }
  }

  private static ConsumerRecord<byte[], byte[]> asTheGatewayWritesIt(CounterBody body) {
    try {
      return written(JSON.writeValueAsBytes(body), StreamsConfig.counterSchema());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static ConsumerRecord<byte[], byte[]> written(byte[] json, Schema schema) {
    try {
      Transcoder transcoder =
          TranscoderPlan.compile(
                  schema, JsonForm.PLAIN, List.of("customerId", "sessionId"), List.of())
              .newTranscoder();
      EventIds ids = new EventIds();
      EventMetadata envelope = new EventMetadata(ids.next(), ids.next(), 0, null, null, Map.of());
      transcoder.transcode(json, 0, json.length, envelope);
      ByteArrayOutputStream value = new ByteArrayOutputStream();
      value.writeBytes(Framing.SINGLE_OBJECT.prefix(schema, -1));
      value.write(transcoder.buffer(), 0, transcoder.length());
      return record(transcoder.key(), value.toByteArray());
    } catch (SchemaException | InvalidEventException e) {
      throw new AssertionError(e);
    }
  }

  private static ConsumerRecord<byte[], byte[]> record(byte[] key, byte[] value) {
    return new ConsumerRecord<>("t", 0, 0, key, value);
  }
}

package com.reactive.platform.gateway.event;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Random;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.message.BinaryMessageDecoder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the encoder writes by hand, Avro's own decoder reads. */
class CounterEventEncoderTest {
  private static final String REQUEST_ID = "0123456789abcdef0123456789abcdef";
  private static final String TRACEPARENT =
      "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

  private static final List<CounterAction> ACTIONS = List.of(CounterAction.values());

  private final CounterEventEncoder encoder = new CounterEventEncoder();
  private final BinaryMessageDecoder<GenericRecord> decoder =
      new BinaryMessageDecoder<>(new GenericData(), CounterEventEncoder.SCHEMA);

  @ParameterizedTest
  @EnumSource
  void everyActionIsRead(CounterAction action) throws IOException {
    assertDecodes(event("c", "s", action, 5, TRACEPARENT, "a=1"));
    assertDecodes(event("", "s", action, -5, null, null));
  }

  @Test
  void theTraceFieldsMayBeAbsentEach() throws IOException {
    assertDecodes(event("c", "s", CounterAction.SET, 1, null, null));
    assertDecodes(event("c", "s", CounterAction.SET, 1, TRACEPARENT, null));
    assertDecodes(event("c", "s", CounterAction.SET, 1, TRACEPARENT, "vendor=\u00e4"));
  }

  @Test
  void theExtremesAreRead() throws IOException {
    for (int value : new int[] {Integer.MIN_VALUE, -1, 0, 1, 63, 64, Integer.MAX_VALUE}) {
      assertDecodes(event("", "s", CounterAction.SET, value, null, null));
    }
    for (long millis : new long[] {0, 1, 1_765_432_109_876L, Long.MAX_VALUE, -1}) {
      CounterRequest request = new CounterRequest("", "s", CounterAction.RESET, 0);
      assertDecodes(new CounterEvent(ascii(REQUEST_ID), ascii("e"), request, millis, null, null));
    }
  }

  /** One encoder for all of them: nothing of one event is left in the next. */
  @Test
  void randomEventsAreRead() throws IOException {
    long seed = 20_261_121L;
    System.out.println("CounterEventEncoderTest seed " + seed);
    Random random = new Random(seed);
    for (int i = 0; i < 2_000; i++) {
      boolean traced = random.nextBoolean();
      boolean stated = traced && random.nextBoolean();
      CounterEvent event =
          new CounterEvent(
              ascii(REQUEST_ID),
              ascii("k".repeat(1 + random.nextInt(128))),
              new CounterRequest(
                  text(random, random.nextInt(257)),
                  text(random, 1 + random.nextInt(256)),
                  ACTIONS.get(random.nextInt(ACTIONS.size())),
                  random.nextInt()),
              random.nextLong() >>> 16,
              traced ? TRACEPARENT : null,
              stated ? text(random, 1 + random.nextInt(512)) : null);
      assertDecodes(event);
    }
  }

  @Test
  void itBeginsWithTheMarkerAndTheFingerprintOfTheSchema() {
    byte[] encoded = encode(event("c", "s", CounterAction.SET, 1, null, null));
    ByteBuffer buffer = ByteBuffer.wrap(encoded).order(ByteOrder.LITTLE_ENDIAN);
    assertThat(buffer.get()).isEqualTo((byte) 0xC3);
    assertThat(buffer.get()).isEqualTo((byte) 0x01);
    assertThat(buffer.getLong())
        .isEqualTo(SchemaNormalization.parsingFingerprint64(CounterEventEncoder.SCHEMA));
  }

  /** The bytes are a contract with consumers, whatever a new version of Avro may think. */
  @Test
  void theBytesAreThese() {
    byte[] encoded =
        encode(
            new CounterEvent(
                ascii(REQUEST_ID),
                ascii("e1"),
                new CounterRequest("c", "s", CounterAction.DECREMENT, -2),
                64,
                null,
                null));
    ByteBuffer rest = ByteBuffer.wrap(encoded, 10, encoded.length - 10);
    assertThat(rest.get()).isEqualTo((byte) 64);
    byte[] requestId = new byte[32];
    rest.get(requestId);
    assertThat(new String(requestId, US_ASCII)).isEqualTo(REQUEST_ID);
    byte[] tail = new byte[rest.remaining()];
    rest.get(tail);
    assertThat(tail)
        .containsExactly(
            2, 'c', 4, 'e', '1', 2, 's', // strings: zigzag length, then bytes
            2, 3, // decrement is the second symbol; -2
            0x80, 1, // 64 ms
            0, 0, // no trace fields
            2, 0x80, 1, 0); // timing: received, not published
  }

  @Test
  void itIsAppendedToWhatIsThere() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(42);
    CounterEvent event = event("c", "s", CounterAction.SET, 1, null, null);
    encoder.encode(event, out);
    assertThat(out.toByteArray()).startsWith(42, 0xC3, 0x01);
    assertThat(out.size()).isEqualTo(1 + encode(event).length);
  }

  @Test
  void theSchemasSymbolsAreTheActions() {
    Schema action = CounterEventEncoder.SCHEMA.getField("action").schema();
    assertThat(CounterEventEncoder.SCHEMA.getFullName())
        .isEqualTo("com.reactive.platform.schema.CounterEvent");
    assertThat(action.getEnumSymbols()).hasSize(CounterAction.values().length);
    for (CounterAction each : CounterAction.values()) {
      assertThat(action.hasEnumSymbol(each.text())).as(each.text()).isTrue();
      assertThat(CounterAction.of(each.text())).isSameAs(each);
    }
  }

  private void assertDecodes(CounterEvent event) throws IOException {
    GenericRecord read = decoder.decode(encode(event));
    CounterRequest request = event.request();
    assertThat(read.get("requestId")).hasToString(new String(event.requestId(), US_ASCII));
    assertThat(read.get("customerId")).hasToString(request.customerId());
    assertThat(read.get("eventId")).hasToString(new String(event.eventId(), US_ASCII));
    assertThat(read.get("sessionId")).hasToString(request.sessionId());
    assertThat(read.get("action")).hasToString(request.action().text());
    assertThat(read.get("value")).isEqualTo(request.value());
    assertThat(read.get("timestamp")).isEqualTo(event.timestampMillis());
    assertOptional(read.get("traceparent"), event.traceparent());
    assertOptional(read.get("tracestate"), event.tracestate());
    GenericRecord timing = (GenericRecord) read.get("timing");
    assertThat(timing.get("gatewayReceivedAt")).isEqualTo(event.timestampMillis());
    assertThat(timing.get("gatewayPublishedAt")).isNull();
  }

  private static void assertOptional(Object read, String written) {
    if (written == null) {
      assertThat(read).isNull();
    } else {
      assertThat(read).hasToString(written);
    }
  }

  private byte[] encode(CounterEvent event) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    encoder.encode(event, out);
    return out.toByteArray();
  }

  private static CounterEvent event(
      String customer,
      String session,
      CounterAction action,
      int value,
      String traceparent,
      String tracestate) {
    return new CounterEvent(
        ascii(REQUEST_ID),
        ascii("event-1"),
        new CounterRequest(customer, session, action, value),
        1_765_432_109_876L,
        traceparent,
        tracestate);
  }

  /** Any code points but halves of surrogate pairs. */
  private static String text(Random random, int length) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      int limit = new int[] {0x80, 0x800, 0xD800, 0x110000}[random.nextInt(4)];
      int codePoint = random.nextInt(limit);
      text.appendCodePoint(codePoint >= 0xD800 && codePoint < 0xE000 ? 'x' : codePoint);
    }
    return text.toString();
  }

  private static byte[] ascii(String text) {
    return text.getBytes(US_ASCII);
  }
}

package com.reactive.platform.gateway.schema;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.event.InvalidEventException;
import com.reactive.platform.gateway.stream.Envelope;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.Test;

/** What the gateway adds to a counter event, and the bytes that consumers have come to know. */
class CounterBytesTest {
  private static final List<String> ACTIONS = List.of("increment", "decrement", "set", "reset");

  private final Transcoder transcoder = CounterSchema.transcoder();

  /** The bytes are a contract with consumers, whatever becomes of the schema's attributes. */
  @Test
  void theBytesAreThese() throws InvalidEventException {
    transcode(
        "{\"value\":-2,\"action\":\"decrement\",\"sessionId\":\"s\",\"customerId\":\"c\"}",
        Envelopes.of("e1", 64, null, null, Map.of()));
    byte[] datum = Arrays.copyOf(transcoder.buffer(), transcoder.length());
    assertThat(datum[0]).isEqualTo((byte) 64);
    assertThat(new String(datum, 1, 32, UTF_8)).isEqualTo(Envelopes.REQUEST_ID);
    assertThat(Arrays.copyOfRange(datum, 33, datum.length))
        .containsExactly(
            2, 'c', 4, 'e', '1', 2, 's', // strings: zigzag length, then bytes
            2, 3, // decrement is the second symbol; -2
            0x80, 1, // 64 ms
            0, 0, // no trace fields
            2, 0x80, 1, 0); // timing: received, not published
  }

  @Test
  void theTraceFieldsMayBeAbsentEach() throws InvalidEventException {
    for (String state : new String[] {null, "vendor=\u00e4"}) {
      transcode(
          "{\"sessionId\":\"s\",\"action\":\"reset\"}",
          Envelopes.of("e", -1, Envelopes.TRACEPARENT, state, Map.of()));
      GenericRecord read = CounterSchema.decode(transcoder);
      assertThat(read.get("traceparent")).hasToString(Envelopes.TRACEPARENT);
      assertThat(String.valueOf(read.get("tracestate"))).isEqualTo(String.valueOf(state));
      assertThat(read.get("timestamp")).isEqualTo(-1L);
    }
  }

  /** One transcoder for all of them: nothing of one event is left in the next. */
  @Test
  void randomEventsAreRead() throws InvalidEventException {
    long seed = 20_261_121L;
    System.out.println("CounterBytesTest seed " + seed);
    Random random = new Random(seed);
    for (int i = 0; i < 2_000; i++) {
      String customer = RandomText.of(random, 1 + random.nextInt(200));
      String session = RandomText.of(random, 1 + random.nextInt(200));
      String action = ACTIONS.get(random.nextInt(4));
      int value = random.nextInt();
      long millis = random.nextLong() >>> 16;
      String eventId = "k".repeat(1 + random.nextInt(128));
      transcode(
          "{\"sessionId\":"
              + JsonText.quote(session)
              + ",\"customerId\":"
              + JsonText.quote(customer)
              + ",\"value\":"
              + value
              + ",\"action\":\""
              + action
              + "\"}",
          Envelopes.of(eventId, millis, null, null, Map.of()));
      GenericRecord read = CounterSchema.decode(transcoder);
      assertThat(read.get("requestId")).hasToString(Envelopes.REQUEST_ID);
      assertThat(read.get("eventId")).hasToString(eventId);
      assertThat(read.get("customerId")).hasToString(customer);
      assertThat(read.get("sessionId")).hasToString(session);
      assertThat(read.get("action")).hasToString(action);
      assertThat(read.get("value")).isEqualTo(value);
      assertThat(read.get("timestamp")).isEqualTo(millis);
      assertThat(read.get("traceparent")).isNull();
      GenericRecord timing = (GenericRecord) read.get("timing");
      assertThat(timing.get("gatewayReceivedAt")).isEqualTo(millis);
      assertThat(timing.get("gatewayPublishedAt")).isNull();
      assertThat(transcoder.key()).isEqualTo(customer.getBytes(UTF_8));
    }
  }

  private void transcode(String json, Envelope envelope) throws InvalidEventException {
    byte[] bytes = json.getBytes(UTF_8);
    transcoder.transcode(bytes, 0, bytes.length, envelope);
  }
}

package com.reactive.platform.gateway.event;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EventFrameTest {
  private static final String TRACEPARENT =
      "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

  private final EventFrame.Writer writer = new EventFrame.Writer();

  @Test
  void allPartsComeBack() {
    writer.begin(event("c", "s", "e-1", TRACEPARENT, "a=\u00e4"));
    writer.write(new byte[] {9, 1, 2, 3, 9}, 1, 3);
    writer.write(0x1FF);
    EventFrame.Parts parts = EventFrame.read(writer.buffer(), 0, writer.length());
    assertThat(parts.requestId()).isEqualTo(requestId());
    assertThat(parts.key()).isEqualTo(new byte[] {'c'});
    assertThat(parts.eventId()).isEqualTo("e-1".getBytes(US_ASCII));
    assertThat(parts.traceparent()).isEqualTo(TRACEPARENT.getBytes(US_ASCII));
    assertThat(parts.tracestate()).isEqualTo("a=\u00e4".getBytes(UTF_8));
    assertThat(parts.value()).isEqualTo(new byte[] {1, 2, 3, (byte) 0xFF});
  }

  @Test
  void absentTraceFieldsComeBackAsNull() {
    writer.begin(event("c", "s", "e", null, null));
    EventFrame.Parts none = EventFrame.read(writer.buffer(), 0, writer.length());
    assertThat(none.traceparent()).isNull();
    assertThat(none.tracestate()).isNull();
    assertThat(none.value()).isEmpty();
    writer.begin(event("c", "s", "e", TRACEPARENT, null));
    EventFrame.Parts parentOnly = EventFrame.read(writer.buffer(), 0, writer.length());
    assertThat(parentOnly.traceparent()).isNotNull();
    assertThat(parentOnly.tracestate()).isNull();
  }

  @Test
  void theKeyIsTheCustomerElseTheSession() {
    writer.begin(event("customer", "session", "e", null, null));
    assertThat(EventFrame.read(writer.buffer(), 0, writer.length()).key())
        .isEqualTo("customer".getBytes(US_ASCII));
    writer.begin(event("", "session", "e", null, null));
    assertThat(EventFrame.read(writer.buffer(), 0, writer.length()).key())
        .isEqualTo("session".getBytes(US_ASCII));
  }

  @Test
  void theBufferGrowsAndKeepsWhatItHas() {
    byte[] value = new byte[300_000];
    new Random(1).nextBytes(value);
    writer.begin(event("c", "s", "e", null, null));
    int at = 0;
    for (int piece = 1; at < value.length; piece = Math.min(piece * 3, value.length - at)) {
      writer.write(value, at, piece);
      at += piece;
    }
    assertThat(EventFrame.read(writer.buffer(), 0, writer.length()).value()).isEqualTo(value);
    writer.begin(event("c", "s", "e", null, null));
    for (byte b : value) {
      writer.write(b);
    }
    assertThat(EventFrame.read(writer.buffer(), 0, writer.length()).value()).isEqualTo(value);
  }

  /** A frame lies somewhere in a ring, between others. */
  @Test
  void randomFramesComeBackFromAnywhere() {
    long seed = 20_261_122L;
    System.out.println("EventFrameTest seed " + seed);
    Random random = new Random(seed);
    byte[] ring = new byte[64 * 1024];
    for (int i = 0; i < 3_000; i++) {
      random.nextBytes(ring);
      String customer = random.nextBoolean() ? "" : text(random, 1 + random.nextInt(256));
      String session = text(random, 1 + random.nextInt(256));
      String eventId = "i".repeat(1 + random.nextInt(128));
      String traceparent = random.nextBoolean() ? TRACEPARENT : null;
      String tracestate =
          traceparent == null || random.nextBoolean()
              ? null
              : text(random, 1 + random.nextInt(512));
      byte[] value = new byte[random.nextInt(2_000)];
      random.nextBytes(value);
      writer.begin(event(customer, session, eventId, traceparent, tracestate));
      writer.write(value, 0, value.length);

      int offset = 1 + 2 * random.nextInt((ring.length - writer.length()) / 2 - 1);
      System.arraycopy(writer.buffer(), 0, ring, offset, writer.length());
      EventFrame.Parts parts = EventFrame.read(ring, offset, writer.length());
      assertThat(parts.requestId()).isEqualTo(requestId());
      assertThat(parts.key()).isEqualTo((customer.isEmpty() ? session : customer).getBytes(UTF_8));
      assertThat(parts.eventId()).isEqualTo(eventId.getBytes(US_ASCII));
      assertThat(parts.traceparent()).isEqualTo(bytes(traceparent));
      assertThat(parts.tracestate()).isEqualTo(bytes(tracestate));
      assertThat(parts.value()).isEqualTo(value);
    }
  }

  @Test
  void whatWasReadIsACopy() {
    writer.begin(event("c", "s", "e", null, null));
    writer.write(7);
    byte[] ring = writer.buffer().clone();
    EventFrame.Parts parts = EventFrame.read(ring, 0, writer.length());
    Arrays.fill(ring, (byte) 0);
    assertThat(parts.key()).isEqualTo(new byte[] {'c'});
    assertThat(parts.value()).isEqualTo(new byte[] {7});
  }

  /** The longest of all fields: a customer from the path, header values of Latin-1. */
  @Test
  void theFrameAddsNoMoreToABodyThanPromised() {
    String customer = "\u20ac".repeat(256);
    for (String session : new String[] {"s", "\u20ac".repeat(256)}) {
      CounterEvent event =
          event(customer, session, "i".repeat(128), TRACEPARENT, "\u00ff".repeat(512));
      writer.begin(event);
      int beforeTheValue = writer.length();
      new CounterEventEncoder().encode(event, writer);
      String body = "{\"sessionId\":\"" + session + "\",\"action\":\"set\",\"value\":1}";
      assertThat(beforeTheValue).isLessThanOrEqualTo(EventFrame.MAX_OVERHEAD_BYTES);
      assertThat(writer.length())
          .isLessThanOrEqualTo(body.getBytes(UTF_8).length + EventFrame.MAX_OVERHEAD_BYTES);
    }
  }

  private static CounterEvent event(
      String customer, String session, String eventId, String traceparent, String tracestate) {
    return new CounterEvent(
        requestId(),
        eventId.getBytes(US_ASCII),
        new CounterRequest(customer, session, CounterAction.SET, Integer.MIN_VALUE),
        Long.MAX_VALUE,
        traceparent,
        tracestate);
  }

  private static byte[] requestId() {
    return "0123456789abcdef0123456789abcdef".getBytes(US_ASCII);
  }

  private static byte[] bytes(String text) {
    return text == null ? null : text.getBytes(UTF_8);
  }

  private static String text(Random random, int length) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.append((char) (1 + random.nextInt(0xD7FF)));
    }
    return text.toString();
  }
}

package com.reactive.platform.gateway.event;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EventFrameTest {
  private static final String TRACEPARENT =
      "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

  private final EventFrame.Writer writer = new EventFrame.Writer();

  @Test
  void allPartsComeBack() {
    begin("c", "e-1", TRACEPARENT, "a=\u00e4");
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
    begin("c", "e", null, null);
    EventFrame.Parts none = EventFrame.read(writer.buffer(), 0, writer.length());
    assertThat(none.traceparent()).isNull();
    assertThat(none.tracestate()).isNull();
    assertThat(none.value()).isEmpty();
    begin("c", "e", TRACEPARENT, null);
    EventFrame.Parts parentOnly = EventFrame.read(writer.buffer(), 0, writer.length());
    assertThat(parentOnly.traceparent()).isNotNull();
    assertThat(parentOnly.tracestate()).isNull();
  }

  @Test
  void noKeyIsNotAnEmptyKey() {
    begin(null, "e", null, null);
    assertThat(EventFrame.read(writer.buffer(), 0, writer.length()).key()).isNull();
    begin("", "e", null, null);
    assertThat(EventFrame.read(writer.buffer(), 0, writer.length()).key()).isEmpty();
  }

  @Test
  void streamAndAttributesComeBack() {
    List<EventFrame.Attribute> attributes =
        List.of(
            new EventFrame.Attribute("ce_id", "A-1"),
            new EventFrame.Attribute("ce_subject", ""),
            new EventFrame.Attribute("ce_x", "\u00e4".repeat(1_000)));
    byte[] id = requestId();
    writer.begin(65_535, new byte[0], id, new byte[] {'e'}, null, null, attributes);
    writer.write(7);
    EventFrame.Parts parts = EventFrame.read(writer.buffer(), 0, writer.length());
    assertThat(parts.stream()).isEqualTo(65_535);
    assertThat(parts.attributes()).isEqualTo(attributes);
    assertThat(parts.value()).isEqualTo(new byte[] {7});
  }

  @Test
  void theBufferGrowsAndKeepsWhatItHas() {
    byte[] value = new byte[300_000];
    new Random(1).nextBytes(value);
    begin("c", "e", null, null);
    int at = 0;
    for (int piece = 1; at < value.length; piece = Math.min(piece * 3, value.length - at)) {
      writer.write(value, at, piece);
      at += piece;
    }
    assertThat(EventFrame.read(writer.buffer(), 0, writer.length()).value()).isEqualTo(value);
    begin("c", "e", null, null);
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
      String key = random.nextBoolean() ? null : text(random, random.nextInt(256));
      String eventId = "i".repeat(1 + random.nextInt(128));
      String traceparent = random.nextBoolean() ? TRACEPARENT : null;
      String tracestate =
          traceparent == null || random.nextBoolean()
              ? null
              : text(random, 1 + random.nextInt(512));
      byte[] value = new byte[random.nextInt(2_000)];
      random.nextBytes(value);
      begin(key, eventId, traceparent, tracestate);
      writer.write(value, 0, value.length);

      int offset = 1 + 2 * random.nextInt((ring.length - writer.length()) / 2 - 1);
      System.arraycopy(writer.buffer(), 0, ring, offset, writer.length());
      EventFrame.Parts parts = EventFrame.read(ring, offset, writer.length());
      assertThat(parts.requestId()).isEqualTo(requestId());
      assertThat(parts.key()).isEqualTo(bytes(key));
      assertThat(parts.eventId()).isEqualTo(eventId.getBytes(US_ASCII));
      assertThat(parts.traceparent()).isEqualTo(bytes(traceparent));
      assertThat(parts.tracestate()).isEqualTo(bytes(tracestate));
      assertThat(parts.value()).isEqualTo(value);
    }
  }

  @Test
  void whatWasReadIsACopy() {
    begin("c", "e", null, null);
    writer.write(7);
    byte[] ring = writer.buffer().clone();
    EventFrame.Parts parts = EventFrame.read(ring, 0, writer.length());
    Arrays.fill(ring, (byte) 0);
    assertThat(parts.key()).isEqualTo(new byte[] {'c'});
    assertThat(parts.value()).isEqualTo(new byte[] {7});
  }

  /** The longest of all fields: header values of Latin-1. */
  @Test
  void theFrameAddsNoMoreThanPromised() {
    String name = "n".repeat(90);
    List<EventFrame.Attribute> attributes =
        List.of(new EventFrame.Attribute(name, "v".repeat(EventFrame.MAX_ATTRIBUTE_BYTES - 93)));
    writer.begin(
        65_535,
        new byte[EventFrame.MAX_KEY_BYTES],
        requestId(),
        new byte[128],
        TRACEPARENT,
        "\u00ff".repeat(512),
        attributes);
    assertThat(writer.length())
        .isLessThanOrEqualTo(EventFrame.MAX_OVERHEAD_BYTES - EventFrame.MAX_FILLED_BYTES);
  }

  private void begin(String key, String eventId, String traceparent, String tracestate) {
    byte[] id = eventId.getBytes(US_ASCII);
    writer.begin(3, bytes(key), requestId(), id, traceparent, tracestate, List.of());
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

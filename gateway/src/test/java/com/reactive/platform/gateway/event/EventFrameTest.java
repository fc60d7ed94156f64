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

  private final EventBuffer writer = new EventBuffer();
  private byte[] key;

  @Test
  void allPartsComeBack() {
    begin("c", "e-1", TRACEPARENT, "a=\u00e4");
    writer.write(new byte[] {9, 1, 2, 3, 9}, 1, 3);
    writer.write(0x1FF);
    EventFrame.Parts parts = read();
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
    EventFrame.Parts none = read();
    assertThat(none.traceparent()).isNull();
    assertThat(none.tracestate()).isNull();
    assertThat(none.value()).isEmpty();
    begin("c", "e", TRACEPARENT, null);
    EventFrame.Parts parentOnly = read();
    assertThat(parentOnly.traceparent()).isNotNull();
    assertThat(parentOnly.tracestate()).isNull();
  }

  @Test
  void noKeyIsNotAnEmptyKey() {
    begin(null, "e", null, null);
    assertThat(read().key()).isNull();
    begin("", "e", null, null);
    assertThat(read().key()).isEmpty();
  }

  @Test
  void streamAndAttributesComeBack() {
    List<EventFrame.Attribute> attributes =
        List.of(
            new EventFrame.Attribute("ce_id", "A-1"),
            new EventFrame.Attribute("ce_subject", ""),
            new EventFrame.Attribute("ce_x", "\u00e4".repeat(1_000)));
    byte[] id = requestId();
    writer.begin();
    EventFrame.begin(writer, 32_767, id, new byte[] {'e'}, null, null, attributes);
    writer.write(7);
    EventFrame.Parts parts = read();
    assertThat(parts.stream()).isEqualTo(32_767);
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
    assertThat(read().value()).isEqualTo(value);
    begin("c", "e", null, null);
    for (byte b : value) {
      writer.write(b);
    }
    assertThat(read().value()).isEqualTo(value);
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
      end();

      int offset = 1 + 2 * random.nextInt((ring.length - writer.length()) / 2 - 1);
      System.arraycopy(writer.array(), 0, ring, offset, writer.length());
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
    end();
    byte[] ring = writer.array().clone();
    EventFrame.Parts parts = EventFrame.read(ring, 0, writer.length());
    Arrays.fill(ring, (byte) 0);
    assertThat(parts.key()).isEqualTo(new byte[] {'c'});
    assertThat(parts.value()).isEqualTo(new byte[] {7});
  }

  /** As spools of earlier versions hold it: the key comes after the request id. */
  @Test
  void framesOfEarlierVersionsAreRead() {
    byte[] frame = new byte[12 + 32 + 3 + 1 + 2];
    frame[1] = 7;
    frame[3] = 3 + 1;
    frame[5] = 1;
    System.arraycopy(requestId(), 0, frame, 12, 32);
    System.arraycopy("keyeVV".getBytes(US_ASCII), 0, frame, 44, 6);
    EventFrame.Parts parts = EventFrame.read(frame, 0, frame.length);
    assertThat(parts.stream()).isEqualTo(7);
    assertThat(parts.key()).isEqualTo("key".getBytes(US_ASCII));
    assertThat(parts.eventId()).isEqualTo("e".getBytes(US_ASCII));
    assertThat(parts.value()).isEqualTo("VV".getBytes(US_ASCII));
  }

  /** Room of somebody else's: what lies before and behind it stays as it is. */
  @Test
  void aFrameThatOutgrowsItsRoomMovesOut() {
    byte[] value = new byte[3_000];
    new Random(2).nextBytes(value);
    for (int capacity = 0; capacity < 3_200; capacity += 37) {
      byte[] room = new byte[4_096];
      Arrays.fill(room, (byte) 0x55);
      key = "key".getBytes(US_ASCII);
      writer.begin(room, 100, capacity);
      EventFrame.begin(writer, 3, requestId(), new byte[] {'e'}, null, null, List.of());
      writer.write(value);
      EventFrame.Parts parts = read();
      assertThat(parts.key()).isEqualTo(key);
      assertThat(parts.value()).isEqualTo(value);
      assertThat(writer.isOwn()).isEqualTo(capacity < writer.length());
      for (int i = 0; i < room.length; i++) {
        if (i < 100 || i >= 100 + capacity) {
          assertThat(room[i]).isEqualTo((byte) 0x55);
        }
      }
    }
  }

  /** The longest of all fields: header values of Latin-1. */
  @Test
  void theFrameAddsNoMoreThanPromised() {
    String name = "n".repeat(90);
    List<EventFrame.Attribute> attributes =
        List.of(new EventFrame.Attribute(name, "v".repeat(EventFrame.MAX_ATTRIBUTE_BYTES - 93)));
    writer.begin();
    EventFrame.begin(
        writer, 32_767, requestId(), new byte[128], TRACEPARENT, "\u00ff".repeat(512), attributes);
    EventFrame.end(writer, new byte[EventFrame.MAX_KEY_BYTES], EventFrame.MAX_KEY_BYTES);
    assertThat(writer.length())
        .isLessThanOrEqualTo(EventFrame.MAX_OVERHEAD_BYTES - EventFrame.MAX_FILLED_BYTES);
  }

  private void begin(String key, String eventId, String traceparent, String tracestate) {
    this.key = bytes(key);
    byte[] id = eventId.getBytes(US_ASCII);
    writer.begin();
    EventFrame.begin(writer, 3, requestId(), id, traceparent, tracestate, List.of());
  }

  private void end() {
    EventFrame.end(writer, key, key == null ? 0 : key.length);
  }

  private EventFrame.Parts read() {
    end();
    return EventFrame.read(writer.array(), writer.origin(), writer.length());
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

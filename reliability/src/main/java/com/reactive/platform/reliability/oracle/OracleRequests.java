package com.reactive.platform.reliability.oracle;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Map;

/** The bytes of the requests. For one thread. */
final class OracleRequests {
  private static final long GIBIBYTE = 1L << 30;
  private static final String NO_SUCH_STREAM = "/api/events/no-such-stream-of-the-oracle";
  private static final String ID = "#".repeat(OracleEvent.ID_CHARS);
  private static final String CUSTOMER = "@".repeat(OracleEvent.CUSTOMER_CHARS);
  private static final String VALUE = "1000000000";

  private final Map<Variant, Template> templates = new EnumMap<>(Variant.class);

  OracleRequests(OracleSettings settings) {
    for (Variant variant : Variant.values()) {
      templates.put(variant, new Template(text(settings, variant)));
    }
  }

  private static String text(OracleSettings settings, Variant variant) {
    String body =
        "{\"sessionId\":\"%s\",\"action\":\"%s\",\"value\":%s,\"customerId\":\"%s\"%s"
            .formatted(
                ID,
                variant == Variant.BAD_SCHEMA ? "sat" : "set",
                VALUE,
                CUSTOMER,
                variant == Variant.BAD_JSON ? " " : "}");
    StringBuilder text = new StringBuilder("POST ");
    text.append(variant == Variant.UNKNOWN_STREAM ? NO_SUCH_STREAM : settings.url().getRawPath());
    text.append(" HTTP/1.1\r\nHost: ").append(settings.url().getRawAuthority());
    text.append("\r\nContent-Type: application/json\r\nContent-Length: ");
    text.append(variant == Variant.TOO_LARGE ? GIBIBYTE : body.length());
    text.append("\r\nIdempotency-Key: ").append(ID).append("\r\n");
    if (variant == Variant.ASYNC) {
      text.append("Prefer: respond-async\r\n");
    }
    settings.headers().forEach(header -> text.append(header).append("\r\n"));
    text.append("\r\n");
    return (variant == Variant.TOO_LARGE ? text : text.append(body)).toString();
  }

  /** The longest request. */
  int maxBytes() {
    return templates.values().stream().mapToInt(t -> t.bytes.length).max().orElseThrow();
  }

  /** Writes one; the buffer must have room for it. */
  void write(OracleEvent event, Variant variant, ByteBuffer to) {
    templates.get(variant).write(event, to);
  }

  private static final class Template {
    private final byte[] bytes;
    private final int keyAt;
    private final int sessionAt;
    private final int valueAt;
    private final int customerAt;

    Template(String text) {
      bytes = text.getBytes(StandardCharsets.ISO_8859_1);
      keyAt = text.indexOf(ID);
      sessionAt = text.indexOf(ID, keyAt + 1);
      valueAt = text.indexOf(VALUE);
      customerAt = text.indexOf(CUSTOMER);
    }

    void write(OracleEvent event, ByteBuffer to) {
      String id = event.id();
      put(id, keyAt);
      put(id, sessionAt);
      put(Integer.toString(event.value()), valueAt);
      put(event.customer(), customerAt);
      to.put(bytes);
    }

    private void put(String text, int at) {
      if (at >= 0) {
        byte[] ascii = text.getBytes(StandardCharsets.ISO_8859_1);
        System.arraycopy(ascii, 0, bytes, at, ascii.length);
      }
    }
  }
}

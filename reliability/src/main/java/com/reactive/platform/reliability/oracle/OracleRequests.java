package com.reactive.platform.reliability.oracle;

import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.Map;

/** The requests of a protocol, but for their events. For one thread. */
final class OracleRequests {
  private static final String NO_SUCH_STREAM = "/api/events/no-such-stream-of-the-oracle";
  private static final String SERVICE = "/reactive.counter.Publisher/";
  private static final String NO_SUCH_SERVICE = "/reactive.no_such_stream_of_the_oracle.Publisher/";

  /**
   * A kind of request.
   *
   * @param head of HTTP/1.1, or the header block of HTTP/2; empty for a message in a stream
   * @param whole whether the body is as long as it says
   */
  record Form(RequestTemplate head, RequestTemplate body, boolean whole) {
    /** Writes both. */
    void write(OracleEvent event, ByteBuffer to) {
      head.write(event, to);
      body.write(event, to);
    }

    int length() {
      return head.length() + body.length();
    }
  }

  private final OracleSettings settings;
  private final Map<Variant, Form> forms = new EnumMap<>(Variant.class);

  OracleRequests(OracleSettings settings) {
    this.settings = settings;
    for (Variant variant : Variant.values()) {
      forms.put(variant, form(variant));
    }
  }

  /** A request of this kind. */
  Form of(Variant variant) {
    return forms.get(variant);
  }

  /** The longest request. */
  int maxBytes() {
    return forms.values().stream().mapToInt(Form::length).max().orElseThrow();
  }

  private Form form(Variant variant) {
    boolean whole = variant != Variant.TOO_LARGE;
    return switch (settings.protocol()) {
      case HTTP1, CONNECT -> {
        String body = OracleBodies.json(variant);
        long length = whole ? body.length() : OracleBodies.GIBIBYTE;
        yield form(http1Head(variant, length), body, whole);
      }
      case HTTP2 -> {
        String body = OracleBodies.json(variant);
        long length = whole ? body.length() : OracleBodies.GIBIBYTE;
        yield form(
            block(variant, "application/json")
                .add("content-length", Long.toString(length))
                .toString(),
            body,
            whole);
      }
      case GRPC -> form(grpcBlock(variant).toString(), OracleBodies.unary(variant), whole);
      case GRPC_STREAM ->
          isMessage(variant)
              ? form("", OracleBodies.streamed(variant), whole)
              : form(grpcBlock(variant).toString(), OracleBodies.unary(variant), whole);
    };
  }

  /** True if it is a message in a stream; the others are calls of their own. */
  static boolean isMessage(Variant variant) {
    return variant != Variant.TOO_LARGE && variant != Variant.UNKNOWN_STREAM;
  }

  private static Form form(String head, String body, boolean whole) {
    return new Form(new RequestTemplate(head), new RequestTemplate(body), whole);
  }

  private String path(Variant variant) {
    boolean unknown = variant == Variant.UNKNOWN_STREAM;
    if (settings.protocol().isRpc()) {
      return (unknown ? NO_SUCH_SERVICE : SERVICE) + "Publish";
    }
    return unknown ? NO_SUCH_STREAM : settings.url().getRawPath();
  }

  private String http1Head(Variant variant, long bodyBytes) {
    StringBuilder text = new StringBuilder("POST ").append(path(variant));
    text.append(" HTTP/1.1\r\nHost: ").append(settings.url().getRawAuthority());
    text.append("\r\nContent-Type: application/json\r\nContent-Length: ").append(bodyBytes);
    text.append("\r\nIdempotency-Key: ").append(RequestTemplate.ID).append("\r\n");
    if (variant == Variant.ASYNC && !settings.protocol().isRpc()) {
      text.append("Prefer: respond-async\r\n");
    }
    settings.headers().forEach(header -> text.append(header).append("\r\n"));
    return text.append("\r\n").toString();
  }

  private HeaderBlock block(Variant variant, String contentType) {
    HeaderBlock block = emptyBlock(path(variant), contentType);
    block.add("idempotency-key", RequestTemplate.ID);
    return variant == Variant.ASYNC && !settings.protocol().isRpc()
        ? block.add("prefer", "respond-async")
        : block;
  }

  private HeaderBlock grpcBlock(Variant variant) {
    return block(variant, "application/grpc").add("te", "trailers");
  }

  /** The header block that opens a stream for messages. */
  String streamBlock() {
    return emptyBlock(SERVICE + "PublishStream", "application/grpc")
        .add("te", "trailers")
        .toString();
  }

  private HeaderBlock emptyBlock(String path, String contentType) {
    HeaderBlock block = new HeaderBlock(path, settings.url().getRawAuthority(), contentType);
    for (String header : settings.headers()) {
      int colon = header.indexOf(':');
      block.add(header.substring(0, colon), header.substring(colon + 1).strip());
    }
    return block;
  }
}

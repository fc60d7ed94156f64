package com.reactive.platform.gateway.http;

import com.reactive.platform.gateway.cloudevents.ContentMode;
import com.reactive.platform.gateway.ingest.IdempotencyKey;
import com.reactive.platform.gateway.ingest.Problem;
import com.reactive.platform.gateway.ingest.Rejection;
import com.reactive.platform.gateway.ingest.StreamRuntime;
import com.reactive.platform.gateway.ingest.TraceContext;
import com.reactive.platform.gateway.stream.BodyFormat;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.netty.util.AsciiString;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;

/** Checks of a request's head beyond those of Netty's decoder. Pure functions. */
final class RequestValidator {
  static final Problem UNKNOWN_EXPECTATION =
      Problem.of(Rejection.EXPECTATION_FAILED, "only 100-continue is known");

  private static final AsciiString KEY_HEADER = AsciiString.cached("idempotency-key");
  private static final AsciiString TRACEPARENT_HEADER = AsciiString.cached("traceparent");
  private static final AsciiString TRACESTATE_HEADER = AsciiString.cached("tracestate");
  private static final AsciiString CE_SPECVERSION = AsciiString.cached("ce-specversion");

  private static final List<String> PROTOBUF_TYPES =
      List.of("application/protobuf", "application/x-protobuf");

  private RequestValidator() {}

  /**
   * Faults after which nobody can say where the next request begins, or that suggest somebody is
   * trying to make two servers disagree on it. Null if there is none; the connection must be closed
   * if there is one.
   */
  static Problem framingFault(HttpRequest request) {
    if (request.decoderResult().isFailure()) {
      return decoderFault(request.decoderResult().cause());
    }
    HttpVersion version = request.protocolVersion();
    if (!version.equals(HttpVersion.HTTP_1_1) && !version.equals(HttpVersion.HTTP_1_0)) {
      return Problem.of(Rejection.HTTP_VERSION, "HTTP/1.1 and HTTP/1.0 are spoken here");
    }
    HttpHeaders headers = request.headers();
    String host = headers.get(HttpHeaderNames.HOST);
    if (isTwice(headers, HttpHeaderNames.HOST)
        || (host == null && version.equals(HttpVersion.HTTP_1_1))) {
      return malformed("exactly one Host header is required");
    }
    if (host != null && !Authority.isOne(host.strip())) {
      return malformed("the Host header is not a host, with a port or without");
    }
    String target = RequestTarget.fault(request.uri());
    if (target != null) {
      return malformed(target);
    }
    if (isTwice(headers, HttpHeaderNames.CONTENT_TYPE)
        || isTwice(headers, HttpHeaderNames.ORIGIN)) {
      return malformed("Content-Type and Origin may be there once");
    }
    List<String> encodings = headers.getAll(HttpHeaderNames.TRANSFER_ENCODING);
    if (encodings.size() > 1
        || (encodings.size() == 1 && !encodings.get(0).strip().equalsIgnoreCase("chunked"))) {
      return malformed("the only transfer encoding is chunked");
    }
    if (hasBodyOfOldWebSocket(request)) {
      return malformed("WebSocket is not spoken here");
    }
    return null;
  }

  static Problem decoderFault(Throwable cause) {
    if (cause instanceof TooLongHttpHeaderException) {
      return Problem.of(Rejection.HEADERS_TOO_LARGE, "");
    }
    if (cause instanceof TooLongHttpLineException) {
      return Problem.of(Rejection.TARGET_TOO_LONG, "");
    }
    return malformed(cause instanceof FramingException ? cause.getMessage() : "");
  }

  /** The fault of a body or of the trailer behind it; the connection must be closed. */
  static Problem bodyFault(Throwable cause) {
    return cause instanceof TooLongHttpLineException
        ? malformed("the line before a chunk is too long")
        : decoderFault(cause);
  }

  /** True for headers that frame a body or name the host. */
  static boolean frames(AsciiString name) {
    return name.contentEqualsIgnoreCase(HttpHeaderNames.CONTENT_LENGTH)
        || name.contentEqualsIgnoreCase(HttpHeaderNames.TRANSFER_ENCODING)
        || name.contentEqualsIgnoreCase(HttpHeaderNames.HOST);
  }

  /**
   * The host that a request is sent to, perhaps with a port: of two the one in the target counts
   * (RFC 9112, 3.2.2). Null where HTTP/1.0 says none.
   */
  static String host(HttpRequest request) {
    String host = RequestTarget.authority(request.uri());
    if (host == null) {
      host = request.headers().get(HttpHeaderNames.HOST);
    }
    return host == null ? null : host.strip();
  }

  /** True if another server might use another value of the header than we do. */
  private static boolean isTwice(HttpHeaders headers, AsciiString name) {
    Iterator<String> values = headers.valueStringIterator(name);
    if (!values.hasNext()) {
      return false;
    }
    values.next();
    return values.hasNext();
  }

  /**
   * True for the handshake of an early WebSocket draft. Netty reads eight bytes after such a head
   * as its body, though nothing in it says so.
   */
  private static boolean hasBodyOfOldWebSocket(HttpRequest request) {
    return request.method().equals(HttpMethod.GET)
        && request.headers().contains(HttpHeaderNames.SEC_WEBSOCKET_KEY1)
        && request.headers().contains(HttpHeaderNames.SEC_WEBSOCKET_KEY2);
  }

  /** Null if the body is declared as JSON, or not declared. */
  static Problem mediaTypeFault(HttpHeaders headers) {
    String type = headers.get(HttpHeaderNames.CONTENT_TYPE);
    if (type == null || isJson(type)) {
      return null;
    }
    return Problem.of(Rejection.UNSUPPORTED_MEDIA_TYPE, "send Content-Type: application/json");
  }

  /** Null if the stream takes bodies of the type that is declared; else what it takes instead. */
  static Problem mediaTypeFault(HttpHeaders headers, StreamRuntime stream) {
    String refusal;
    if (isPlainProtobuf(headers)) {
      refusal =
          stream.takes(BodyFormat.PROTOBUF)
              ? null
              : "this stream takes no protobuf: it has no file of field numbers";
    } else {
      ContentMode mode = stream.stream().cloudEvents() ? contentMode(headers) : ContentMode.NONE;
      Problem fault = mode == ContentMode.NONE ? mediaTypeFault(headers) : null;
      refusal = fault == null ? mode.refusal() : fault.detail();
    }
    return refusal == null
        ? null
        : Problem.withHeader(Rejection.UNSUPPORTED_MEDIA_TYPE, refusal, typesOf(stream));
  }

  private static String typesOf(StreamRuntime stream) {
    return "application/json"
        + (stream.takes(BodyFormat.PROTOBUF) ? ", " + PROTOBUF_TYPES.get(0) : "")
        + (stream.stream().cloudEvents() ? ", application/cloudevents+json" : "");
  }

  /** The format that the body is declared to have; JSON if it is not declared. */
  static BodyFormat format(HttpHeaders headers) {
    String type = headers.get(HttpHeaderNames.CONTENT_TYPE);
    if (type == null || type.equals("application/json")) {
      return BodyFormat.JSON;
    }
    if (PROTOBUF_TYPES.contains(type)) {
      return BodyFormat.PROTOBUF;
    }
    String essence = type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    return PROTOBUF_TYPES.contains(essence) ? BodyFormat.PROTOBUF : BodyFormat.JSON;
  }

  /** True if the body is declared as protobuf, and not as the data of a CloudEvent. */
  static boolean isPlainProtobuf(HttpHeaders headers) {
    return format(headers) == BodyFormat.PROTOBUF && !headers.contains(CE_SPECVERSION);
  }

  static ContentMode contentMode(HttpHeaders headers) {
    return ContentMode.of(
        headers.get(HttpHeaderNames.CONTENT_TYPE), headers.contains(CE_SPECVERSION));
  }

  /**
   * True if the body is declared as text in UTF-8, and not as the data of a CloudEvent: the type
   * that {@code navigator.sendBeacon} and {@code fetch} in mode {@code no-cors} give to a string.
   */
  static boolean isText(HttpHeaders headers) {
    String type = headers.get(HttpHeaderNames.CONTENT_TYPE);
    return type != null && isUtf8(type, "text/plain") && !headers.contains(CE_SPECVERSION);
  }

  private static boolean isJson(String contentType) {
    return contentType.equals("application/json") || isUtf8(contentType, "application/json");
  }

  private static boolean isUtf8(String contentType, String essence) {
    String[] parts = contentType.toLowerCase(Locale.ROOT).split(";", -1);
    if (!parts[0].strip().equals(essence)) {
      return false;
    }
    for (int i = 1; i < parts.length; i++) {
      String parameter = parts[i].strip().replace("\"", "");
      if (parameter.startsWith("charset=") && !parameter.equals("charset=utf-8")) {
        return false;
      }
    }
    return true;
  }

  /**
   * The client's own id for the event, as ASCII: a structured-field string or a bare token. Null if
   * the header is absent; empty if it is there but cannot be used.
   */
  static byte[] idempotencyKey(HttpHeaders headers) {
    return IdempotencyKey.ofHeader(headers.valueStringIterator(KEY_HEADER));
  }

  /** Null if there is no valid one. */
  static String traceparent(HttpHeaders headers) {
    return TraceContext.traceparent(headers.get(TRACEPARENT_HEADER));
  }

  /** Null if there is no valid one. */
  static String tracestate(HttpHeaders headers) {
    return TraceContext.tracestate(headers.get(TRACESTATE_HEADER));
  }

  private static Problem malformed(String detail) {
    return Problem.of(Rejection.MALFORMED_REQUEST, detail);
  }
}

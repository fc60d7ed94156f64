package com.reactive.platform.gateway.http;

import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.DefaultHttpHeadersFactory;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpHeadersFactory;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.util.AsciiString;
import java.util.Map;

/**
 * Makes the head of an HTTP/2 request what the same request would be in HTTP/1.1, so that all that
 * follows is the same. What RFC 9113 (8.2, 8.3) forbids and Netty lets through becomes a failed
 * decoder result, as the decoder of HTTP/1.1 has it.
 */
final class Http2RequestHead {
  /** Netty has checked the names, and {@link #isValue} checks the values. */
  private static final HttpHeadersFactory HEADERS =
      DefaultHttpHeadersFactory.headersFactory().withValidation(false);

  private static final HttpMethod NO_METHOD = HttpMethod.valueOf("NONE");

  /** As a header line of HTTP/1.1 has them: colon, space, line end. */
  private static final int LINE_BYTES = 4;

  /** Objects around the bytes of a field, in the heap. */
  private static final int OBJECT_BYTES = 96;

  private final HttpHeaders headers = HEADERS.newHeaders();
  private String method;
  private String scheme;
  private String path;
  private String authority;
  private int headerBytes;
  private int heldBytes;
  private String fault;
  private HttpRequest request;

  private Http2RequestHead() {}

  static Http2RequestHead of(Http2Headers fields) {
    Http2RequestHead head = new Http2RequestHead();
    for (Map.Entry<CharSequence, CharSequence> field : fields) {
      head.add(field.getKey(), field.getValue());
    }
    head.request = head.toRequest();
    return head;
  }

  /** A request whose headers are too large to be kept. */
  static Http2RequestHead tooLarge() {
    Http2RequestHead head = new Http2RequestHead();
    head.request = new DefaultHttpRequest(HttpVersion.HTTP_1_1, NO_METHOD, "/");
    head.request.setDecoderResult(DecoderResult.failure(new TooLongHttpHeaderException()));
    return head;
  }

  /** The same request in HTTP/1.1. */
  HttpRequest request() {
    return request;
  }

  /** About as many bytes of heap it takes. */
  int heldBytes() {
    return heldBytes;
  }

  private void add(CharSequence name, CharSequence value) {
    if (!isValue(value)) {
      fault = "a header has a value that none may have";
    }
    heldBytes += name.length() + value.length() + OBJECT_BYTES;
    if (name.charAt(0) == ':') {
      addPseudo(name, value);
    } else {
      headerBytes += name.length() + value.length() + LINE_BYTES;
      headers.add(name, value);
    }
  }

  private void addPseudo(CharSequence name, CharSequence value) {
    String before;
    String text = value.toString();
    if (Http2Headers.PseudoHeaderName.METHOD.value().contentEquals(name)) {
      before = method;
      method = text;
    } else if (Http2Headers.PseudoHeaderName.SCHEME.value().contentEquals(name)) {
      before = scheme;
      scheme = text;
    } else if (Http2Headers.PseudoHeaderName.PATH.value().contentEquals(name)) {
      before = path;
      path = text;
    } else if (Http2Headers.PseudoHeaderName.AUTHORITY.value().contentEquals(name)) {
      before = authority;
      authority = text;
    } else {
      fault = "a pseudo-header is not one of a request";
      return;
    }
    if (before != null) {
      fault = "a pseudo-header is there twice";
    }
  }

  /** Neither control characters nor spaces around it (RFC 9113, 8.2.1). */
  private static boolean isValue(CharSequence value) {
    int length = value.length();
    for (int i = 0; i < length; i++) {
      char c = value.charAt(i);
      if ((c < ' ' && c != '\t') || c == 0x7F) {
        return false;
      }
    }
    return length == 0 || (!isBlank(value.charAt(0)) && !isBlank(value.charAt(length - 1)));
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t';
  }

  private HttpRequest toRequest() {
    boolean connects = HttpMethod.CONNECT.name().equals(method);
    checkTarget(connects);
    if (authority != null) {
      for (String host : headers.getAll(HttpHeaderNames.HOST)) {
        if (!host.equalsIgnoreCase(authority)) {
          fault = "Host and :authority differ";
        }
      }
      headers.set(HttpHeaderNames.HOST, authority);
    }
    String target = connects ? authority : path;
    HttpRequest request =
        new DefaultHttpRequest(
            HttpVersion.HTTP_1_1,
            fault == null ? HttpMethod.valueOf(method) : NO_METHOD,
            fault == null ? target : "/",
            headers);
    if (fault != null) {
      request.setDecoderResult(DecoderResult.failure(new FramingException(fault)));
    } else if (target.length() > RequestDecoder.MAX_INITIAL_LINE_BYTES) {
      request.setDecoderResult(DecoderResult.failure(new TooLongHttpLineException()));
    } else if (headerBytes > RequestDecoder.MAX_HEADER_BYTES) {
      request.setDecoderResult(DecoderResult.failure(new TooLongHttpHeaderException()));
    }
    return request;
  }

  private void checkTarget(boolean connects) {
    if (method == null || !isToken(method)) {
      fault = "exactly one :method is required";
    } else if (connects) {
      if (scheme != null || path != null || authority == null) {
        fault = "CONNECT has :authority, and neither :scheme nor :path";
      }
    } else if (scheme == null || scheme.isEmpty() || path == null) {
      fault = "exactly one :scheme and one :path are required";
    } else if (!path.startsWith("/") && !(path.equals("*") && isOptions())) {
      fault = "the :path does not begin with a slash";
    } else if (!isPlain(path)) {
      fault = "the :path has characters that none may have";
    }
  }

  private boolean isOptions() {
    return HttpMethod.OPTIONS.name().equals(method);
  }

  private static boolean isPlain(String path) {
    for (int i = 0; i < path.length(); i++) {
      char c = path.charAt(i);
      if (c <= ' ' || c == 0x7F) {
        return false;
      }
    }
    return true;
  }

  private static boolean isToken(String method) {
    for (int i = 0; i < method.length(); i++) {
      char c = method.charAt(i);
      if (c <= ' ' || c >= 0x7F || "\"(),/:;<=>?@[\\]{}".indexOf(c) >= 0) {
        return false;
      }
    }
    return !method.isEmpty();
  }

  /** True if a trailer frames a body or names the host, as none may. */
  static boolean framesInTrailer(Http2Headers trailers) {
    for (Map.Entry<CharSequence, CharSequence> field : trailers) {
      if (RequestValidator.frames(AsciiString.of(field.getKey()))) {
        return true;
      }
    }
    return false;
  }
}

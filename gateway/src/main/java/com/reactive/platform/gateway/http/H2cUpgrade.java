package com.reactive.platform.gateway.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.util.AsciiString;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/** The upgrade from HTTP/1.1 to HTTP/2 in the clear (RFC 7540, 3.2). Pure functions. */
final class H2cUpgrade {
  private static final AsciiString HTTP2_SETTINGS = AsciiString.cached("http2-settings");
  private static final String H2C = "h2c";
  private static final byte[] SWITCHING =
      "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n"
          .getBytes(StandardCharsets.US_ASCII);
  private static final int SETTING_BYTES = 6;

  private H2cUpgrade() {}

  /**
   * The settings of a client that asks for the upgrade. Null if it does not, or not as it should: a
   * server may ignore that. A request that expects a 100 gets that instead.
   */
  static Http2Settings settings(HttpRequest request) {
    HttpHeaders headers = request.headers();
    if (!headers.contains(HttpHeaderNames.UPGRADE)) {
      return null;
    }
    List<String> encoded = headers.getAll(HTTP2_SETTINGS);
    boolean asks =
        request.protocolVersion().equals(HttpVersion.HTTP_1_1)
            && headers.containsValue(HttpHeaderNames.UPGRADE, H2C, true)
            && headers.containsValue(HttpHeaderNames.CONNECTION, HttpHeaderNames.UPGRADE, true)
            && headers.containsValue(HttpHeaderNames.CONNECTION, HTTP2_SETTINGS, true)
            && !headers.contains(HttpHeaderNames.EXPECT)
            && encoded.size() == 1;
    try {
      return asks ? decode(encoded.get(0).strip()) : null;
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  /** The payload of a SETTINGS frame, as base64url without padding. */
  private static Http2Settings decode(String encoded) {
    ByteBuffer payload = ByteBuffer.wrap(Base64.getUrlDecoder().decode(encoded));
    if (payload.remaining() % SETTING_BYTES != 0) {
      throw new IllegalArgumentException("half a setting");
    }
    Http2Settings settings = new Http2Settings();
    while (payload.hasRemaining()) {
      char id = payload.getChar();
      settings.put(id, Long.valueOf(Integer.toUnsignedLong(payload.getInt())));
    }
    return settings;
  }

  /** The 101. */
  static ByteBuf response() {
    return Unpooled.wrappedBuffer(SWITCHING);
  }
}

package com.reactive.platform.gateway.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2ConnectionEncoder;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.util.AsciiString;

/** Writes responses as frames of HTTP/2. One per event loop; not thread-safe. */
final class Http2ResponseWriter implements ResponseWriter {
  private static final AsciiString REPLAYED = AsciiString.cached("idempotent-replayed");
  private static final AsciiString TRUE = AsciiString.cached("true");
  private static final AsciiString PREFERENCE_APPLIED = AsciiString.cached("preference-applied");

  private final ResponseBytes body = new ResponseBytes();
  private final ResponseBytes location = new ResponseBytes();
  private final DateHeader date = new DateHeader(System::currentTimeMillis);

  private ChannelHandlerContext ctx;
  private Http2ConnectionEncoder encoder;
  private int stream;
  private boolean ends;
  private ChannelFuture written;

  /**
   * Writes the response of an exchange, without flushing it.
   *
   * @param ends the response ends the stream; false if a reset does
   * @return done when the last frame is written
   */
  ChannelFuture write(
      ChannelHandlerContext ctx,
      Http2ConnectionEncoder encoder,
      int stream,
      boolean ends,
      Exchange exchange) {
    this.ctx = ctx;
    this.encoder = encoder;
    this.stream = stream;
    this.ends = ends;
    ResponseTemplates.encode(this, exchange);
    ChannelFuture last = written;
    this.ctx = null;
    this.encoder = null;
    written = null;
    return last;
  }

  DateHeader date() {
    return date;
  }

  /** Writes a 100. */
  static void writeContinue(ChannelHandlerContext ctx, Http2ConnectionEncoder encoder, int stream) {
    Http2Headers head =
        new DefaultHttp2Headers(false, 1).status(HttpResponseStatus.CONTINUE.codeAsText());
    encoder.writeHeaders(ctx, stream, head, 0, false, ctx.newPromise());
  }

  @Override
  public ResponseBytes body() {
    body.clear();
    return body;
  }

  @Override
  public ResponseBytes location() {
    location.clear();
    return location;
  }

  @Override
  public void whole(ResponseHead head, String value, String applied, Exchange exchange) {
    Http2Headers fields = begin(head.status(), exchange);
    fields.add(HttpHeaderNames.CONTENT_TYPE, head.contentType());
    fields.add(HttpHeaderNames.CONTENT_LENGTH, AsciiString.of(Integer.toString(body.length())));
    if (value != null && head.header() != null) {
      fields.add(head.header(), HeaderLines.plain(value));
    }
    if (applied != null) {
      fields.add(PREFERENCE_APPLIED, HeaderLines.plain(applied));
    }
    if (location.length() > 0) {
      fields.add(HttpHeaderNames.LOCATION, new AsciiString(location.copy(), false));
      location.clear();
    }
    if (exchange.isReplayed()) {
      fields.add(REPLAYED, TRUE);
    }
    boolean hasBody = !exchange.headOnly();
    written = encoder.writeHeaders(ctx, stream, fields, 0, ends && !hasBody, ctx.newPromise());
    if (hasBody) {
      ByteBuf bytes = ctx.alloc().directBuffer(body.length());
      bytes.writeBytes(body.array(), 0, body.length());
      written = encoder.writeData(ctx, stream, bytes, 0, ends, ctx.newPromise());
    }
  }

  @Override
  public void noContent(HeaderLines headers, Exchange exchange) {
    Http2Headers fields = begin(HttpResponseStatus.NO_CONTENT.codeAsText(), exchange);
    headers.forEach(fields::add);
    written = encoder.writeHeaders(ctx, stream, fields, 0, ends, ctx.newPromise());
  }

  private Http2Headers begin(AsciiString status, Exchange exchange) {
    Http2Headers fields = new DefaultHttp2Headers(false, 8).status(status);
    fields.add(HttpHeaderNames.DATE, date.value());
    HeaderLines cors = exchange.corsHeaders();
    if (cors != null) {
      cors.forEach(fields::add);
    }
    return fields;
  }
}

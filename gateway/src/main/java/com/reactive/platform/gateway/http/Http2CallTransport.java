package com.reactive.platform.gateway.http;

import com.reactive.platform.gateway.rpc.RpcMetadata;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2ConnectionEncoder;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Stream;
import io.netty.util.AsciiString;

/** Carries a call as a stream of HTTP/2. A response that is only a head is one frame. */
final class Http2CallTransport implements CallTransport {
  /** The connection of the stream. */
  interface Carrier {
    ChannelHandlerContext context();

    Http2ConnectionEncoder encoder();

    DateHeader date();

    /** Opens the stream's window by so many bytes that came. */
    void consume(Http2Stream stream, int bytes);

    /** Something of a response was written; the client may have to answer it with frames. */
    void onResponse();

    void reset(int stream, Http2Error error);

    /** Calls this before the next flush, which comes soon. */
    void flushSoon(Exchange.Call call);
  }

  private final Carrier connection;
  private final Http2Stream stream;

  /** Not written yet: the next frame may be the end. */
  private Http2Headers head;

  private boolean closed;

  Http2CallTransport(Carrier connection, Http2Stream stream) {
    this.connection = connection;
    this.stream = stream;
  }

  private boolean isClosed() {
    return closed || stream.isResetSent();
  }

  /** The stream is closed: nothing can be written any more. */
  void onClosed() {
    closed = true;
  }

  @Override
  public boolean isHttp2() {
    return true;
  }

  @Override
  public ByteBufAllocator alloc() {
    return connection.context().alloc();
  }

  @Override
  public void received(int bytes) {
    // Netty counts them.
  }

  @Override
  public void consumed(int bytes) {
    if (!closed) {
      connection.consume(stream, bytes);
    }
  }

  @Override
  public void respond(int status, RpcMetadata headers, HeaderLines cors) {
    head = new DefaultHttp2Headers(false, 8);
    head.status(HttpResponseStatus.valueOf(status).codeAsText());
    head.add(HttpHeaderNames.DATE, connection.date().value());
    add(headers, head);
    if (cors != null) {
      cors.forEach(head::add);
    }
  }

  private static void add(RpcMetadata fields, Http2Headers target) {
    fields.forEach((name, value) -> target.add(AsciiString.of(name), HeaderLines.plain(value)));
  }

  @Override
  public void closeBehind() {
    // Other streams go on.
  }

  @Override
  public void writeHead() {
    if (head != null && !isClosed()) {
      writeHead(false);
    }
  }

  private ChannelFuture writeHead(boolean last) {
    Http2Headers fields = head;
    head = null;
    ChannelHandlerContext ctx = connection.context();
    return connection.encoder().writeHeaders(ctx, stream.id(), fields, 0, last, ctx.newPromise());
  }

  @Override
  public ChannelFuture write(ByteBuf bytes) {
    ChannelHandlerContext ctx = connection.context();
    if (isClosed()) {
      bytes.release();
      return ctx.newSucceededFuture();
    }
    writeHead();
    connection.onResponse();
    return connection.encoder().writeData(ctx, stream.id(), bytes, 0, false, ctx.newPromise());
  }

  @Override
  public void end(RpcMetadata trailers, boolean unread) {
    if (isClosed()) {
      return;
    }
    connection.onResponse();
    ChannelFuture written = writeEnd(trailers);
    if (unread) {
      written.addListener(
          done -> {
            if (done.isSuccess() && !isClosed() && stream.state().remoteSideOpen()) {
              connection.reset(stream.id(), Http2Error.NO_ERROR);
            }
          });
    }
  }

  private ChannelFuture writeEnd(RpcMetadata trailers) {
    ChannelHandlerContext ctx = connection.context();
    if (trailers == null && head != null) {
      return writeHead(true);
    }
    writeHead();
    if (trailers == null) {
      return connection
          .encoder()
          .writeData(ctx, stream.id(), Unpooled.EMPTY_BUFFER, 0, true, ctx.newPromise());
    }
    Http2Headers last = new DefaultHttp2Headers(false, 4);
    add(trailers, last);
    return connection.encoder().writeHeaders(ctx, stream.id(), last, 0, true, ctx.newPromise());
  }

  @Override
  public void reset() {
    if (!isClosed()) {
      connection.reset(stream.id(), Http2Error.CANCEL);
    }
  }

  @Override
  public void flushSoon(Exchange.Call call) {
    connection.flushSoon(call);
  }
}

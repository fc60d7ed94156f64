package com.reactive.platform.gateway.http;

import com.reactive.platform.gateway.rpc.RpcMetadata;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Stream;

/** Carries a call as a stream of HTTP/2. A response that ends with its head is one frame. */
final class Http2CallTransport implements CallTransport {
  /** The connection of the stream. */
  interface Carrier {
    ByteBufAllocator alloc();

    Http2FrameOutput output();

    /** Empty, for the one head that is written at a time. */
    ResponseHeaderBlock block();

    /** The same, begun with what the head of a response to a call has. */
    ResponseHeaderBlock block(int status, RpcMetadata headers, HeaderLines cors);

    /** Opens the stream's window by so many bytes that came. */
    void consume(Http2Stream stream, int bytes);

    /** Something of a response was written; the client may have to answer it with frames. */
    void onResponse();

    void reset(int stream, Http2Error error);

    /** Calls this before the next flush, which comes soon. */
    void flushSoon(CallHandler call);
  }

  private final Carrier connection;
  private final Http2Stream stream;

  /** Of a head that is not written yet, since the next frame may be the end; null for none. */
  private RpcMetadata head;

  private int status;
  private HeaderLines cors;
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
    return connection.alloc();
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
  public void respond(int responseStatus, RpcMetadata headers, HeaderLines forBrowsers) {
    head = headers;
    status = responseStatus;
    cors = forBrowsers;
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
    ResponseHeaderBlock block = connection.block(status, head, cors);
    head = null;
    return connection.output().head(stream, block, last);
  }

  @Override
  public ChannelFuture write(ByteBuf bytes) {
    writeHead();
    connection.onResponse();
    return write(bytes, false);
  }

  private ChannelFuture write(ByteBuf bytes, boolean last) {
    if (!isClosed()) {
      return connection.output().data(stream, bytes, last);
    }
    bytes.release();
    return connection.output().done();
  }

  @Override
  public void respond(
      int responseStatus,
      RpcMetadata headers,
      HeaderLines forBrowsers,
      byte[] body,
      boolean unread) {
    if (!isClosed()) {
      connection.onResponse();
      ResponseHeaderBlock block = connection.block(responseStatus, headers, forBrowsers);
      connection.output().head(stream, block.addContentLength(body.length), false);
      resetBehind(connection.output().data(stream, body, body.length, true), unread);
    }
  }

  @Override
  public void end(ByteBuf rest, RpcMetadata trailers, boolean unread) {
    if (isClosed()) {
      if (rest != null) {
        rest.release();
      }
      return;
    }
    connection.onResponse();
    resetBehind(writeEnd(rest, trailers), unread);
  }

  private void resetBehind(ChannelFuture written, boolean unread) {
    if (unread) {
      ChannelFuture left = written.isDone() ? connection.output().flushed() : written;
      left.addListener(
          done -> {
            if (done.isSuccess() && !isClosed() && stream.state().remoteSideOpen()) {
              connection.reset(stream.id(), Http2Error.NO_ERROR);
            }
          });
    }
  }

  private ChannelFuture writeEnd(ByteBuf rest, RpcMetadata trailers) {
    if (rest == null && trailers == null && head != null) {
      return writeHead(true);
    }
    writeHead();
    if (trailers == null) {
      return write(rest == null ? Unpooled.EMPTY_BUFFER : rest, true);
    }
    if (rest != null) {
      write(rest, false);
    }
    return connection.output().trailers(stream, trailers, connection.block());
  }

  @Override
  public void reset() {
    if (!isClosed()) {
      connection.reset(stream.id(), Http2Error.CANCEL);
    }
  }

  @Override
  public void flushSoon(CallHandler call) {
    connection.flushSoon(call);
  }
}

package com.reactive.platform.gateway.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Flags;
import io.netty.handler.codec.http2.Http2FrameAdapter;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2Stream;

/**
 * Takes the frames of a connection, as Netty has checked them: passes those of requests to their
 * streams, and counts the others. Whatever a body brings is consumed at once, so its window opens
 * again: bodies are limited by their size and by the memory of all of them. Calls open their
 * windows themselves.
 */
final class Http2FrameReceiver extends Http2FrameAdapter {
  /** The connection whose frames they are. */
  interface Target {
    Http2Connection connection();

    /** The request of a stream; a new one if it has none. */
    Http2RequestStream streamOf(Http2Stream stream);

    /** Null if its head has not come. */
    Http2RequestStream requestOf(Http2Stream stream);

    /** True if more streams are open than may be, the newest among them. */
    boolean isFull();

    /**
     * A frame has come that carries no event.
     *
     * @throws Http2Exception if that was one too many: the connection must end
     */
    void onOverhead(int price) throws Http2Exception;

    /** Settings have come, which Netty follows already. */
    void onSettings(Http2Settings settings) throws Http2Exception;

    /** A ping is back. */
    void onPingAck(long content);

    void onError(ChannelHandlerContext context, boolean outbound, Throwable cause);
  }

  private final Target connection;

  Http2FrameReceiver(Target connection) {
    this.connection = connection;
  }

  @Override
  public void onHeadersRead(
      ChannelHandlerContext context,
      int id,
      Http2Headers headers,
      int dependency,
      short weight,
      boolean exclusive,
      int padding,
      boolean last)
      throws Http2Exception {
    onHeadersRead(context, id, headers, padding, last);
  }

  @Override
  public void onHeadersRead(
      ChannelHandlerContext context, int id, Http2Headers headers, int padding, boolean last)
      throws Http2Exception {
    if (!context.channel().isActive()) {
      return; // Behind a fault that has closed the connection, in the same bytes.
    }
    Http2Stream stream = connection.connection().stream(id);
    Http2RequestStream known = connection.requestOf(stream);
    if (known != null) {
      known.onTrailers(headers);
      return;
    }
    if (connection.isFull()) {
      throw Http2Exception.streamError(id, Http2Error.REFUSED_STREAM, "too many streams");
    }
    Http2RequestStream request = connection.streamOf(stream);
    request.onHead(Http2RequestHead.of(headers), last);
  }

  @Override
  public int onDataRead(
      ChannelHandlerContext context, int id, ByteBuf data, int padding, boolean last)
      throws Http2Exception {
    if (!data.isReadable() && !last) {
      connection.onOverhead(FrameBudget.FRAME);
    }
    Http2RequestStream request = connection.requestOf(connection.connection().stream(id));
    if (request != null) {
      request.onData(data, last);
      if (request.isCall()) {
        return padding;
      }
    }
    return data.readableBytes() + padding;
  }

  @Override
  public void onRstStreamRead(ChannelHandlerContext context, int id, long error)
      throws Http2Exception {
    connection.onOverhead(FrameBudget.RESET);
  }

  @Override
  public void onPriorityRead(
      ChannelHandlerContext context, int id, int dependency, short weight, boolean exclusive)
      throws Http2Exception {
    connection.onOverhead(FrameBudget.FRAME);
  }

  @Override
  public void onSettingsAckRead(ChannelHandlerContext context) throws Http2Exception {
    connection.onOverhead(FrameBudget.FRAME);
  }

  @Override
  public void onSettingsRead(ChannelHandlerContext context, Http2Settings settings)
      throws Http2Exception {
    connection.onOverhead(FrameBudget.FRAME);
    connection.onSettings(settings);
  }

  @Override
  public void onPingRead(ChannelHandlerContext context, long content) throws Http2Exception {
    connection.onOverhead(FrameBudget.FRAME);
  }

  @Override
  public void onPingAckRead(ChannelHandlerContext context, long content) throws Http2Exception {
    connection.onOverhead(FrameBudget.FRAME);
    connection.onPingAck(content);
  }

  @Override
  public void onWindowUpdateRead(ChannelHandlerContext context, int id, int increment)
      throws Http2Exception {
    connection.onOverhead(FrameBudget.FRAME);
  }

  @Override
  public void onGoAwayRead(ChannelHandlerContext context, int last, long error, ByteBuf debug)
      throws Http2Exception {
    connection.onOverhead(FrameBudget.FRAME);
  }

  @Override
  public void onUnknownFrame(
      ChannelHandlerContext context, byte type, int id, Http2Flags flags, ByteBuf payload) {
    try {
      connection.onOverhead(FrameBudget.FRAME);
    } catch (Http2Exception e) {
      connection.onError(context, false, e);
    }
  }
}

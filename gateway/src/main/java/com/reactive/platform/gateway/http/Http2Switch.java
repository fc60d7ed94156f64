package com.reactive.platform.gateway.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.flow.FlowControlHandler;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;

/**
 * Changes a connection, which begins as one of HTTP/1.1, to HTTP/2: after a TLS handshake that
 * negotiated it, and in the clear when the first bytes are the preface of HTTP/2. As soon as that
 * is decided it leaves the pipeline, so HTTP/1.1 pays nothing for it.
 */
final class Http2Switch extends ChannelInboundHandlerAdapter {
  private static final ByteBuf PREFACE =
      Unpooled.unreleasableBuffer(Http2CodecUtil.connectionPrefaceBuf()).asReadOnly();

  private final EventLoopContext loop;
  private final ChannelHandler http1;
  private final Runnable onBytes;
  private final Runnable onHttp2;
  private final boolean secured;

  /** The beginning of a preface; null if there is none. */
  private ByteBuf held;

  /**
   * @param http1 the connection as one of HTTP/1.1
   * @param onBytes called when bytes are received
   * @param onHttp2 called when the connection has become one of HTTP/2
   * @param secured the pipeline begins with TLS
   */
  Http2Switch(
      EventLoopContext loop,
      ChannelHandler http1,
      Runnable onBytes,
      Runnable onHttp2,
      boolean secured) {
    this.loop = loop;
    this.http1 = http1;
    this.onBytes = onBytes;
    this.onHttp2 = onHttp2;
    this.secured = secured;
  }

  /** Replaces what speaks HTTP/1.1; bytes that it has not read go to HTTP/2. */
  Http2ServerConnection toHttp2(ChannelPipeline pipeline) {
    Http2WriteBuffer out = new Http2WriteBuffer();
    Http2ServerConnection http2 = Http2ConnectionBuilder.build(loop, out);
    pipeline.addLast(out, http2);
    pipeline.remove(FlowControlHandler.class);
    pipeline.remove(http1);
    pipeline.remove(RequestDecoder.class);
    onHttp2.run();
    http2.flushResponses();
    return http2;
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event instanceof SslHandshakeCompletionEvent handshake && handshake.isSuccess()) {
      SslHandler tls = context.pipeline().get(SslHandler.class);
      if (HttpVersions.H2.equals(tls.applicationProtocol())) {
        toHttp2(context.pipeline());
      }
      context.pipeline().remove(this);
    } else if (event instanceof ChannelInputShutdownEvent) {
      context.pipeline().remove(this);
    }
    context.fireUserEventTriggered(event);
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (secured || !(message instanceof ByteBuf bytes)) {
      context.fireChannelRead(message);
      return;
    }
    onBytes.run();
    held = held == null ? bytes : append(context, held, bytes);
    int compared = Math.min(held.readableBytes(), PREFACE.readableBytes());
    boolean matches = ByteBufUtil.equals(held, held.readerIndex(), PREFACE, 0, compared);
    if (matches && compared < PREFACE.readableBytes()) {
      return;
    }
    if (matches) {
      toHttp2(context.pipeline());
    }
    context.pipeline().remove(this);
  }

  private static ByteBuf append(ChannelHandlerContext context, ByteBuf first, ByteBuf second) {
    ByteBuf both = context.alloc().buffer(first.readableBytes() + second.readableBytes());
    both.writeBytes(first).writeBytes(second);
    first.release();
    second.release();
    return both;
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    context.pipeline().remove(this);
    context.fireChannelInactive();
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext context) {
    if (held != null) {
      ByteBuf rest = held;
      held = null;
      context.fireChannelRead(rest);
      context.fireChannelReadComplete();
    }
  }
}

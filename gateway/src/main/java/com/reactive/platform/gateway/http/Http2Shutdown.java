package com.reactive.platform.gateway.http;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Error;
import java.util.concurrent.TimeUnit;

/**
 * The end of an HTTP/2 connection, of which no request is lost.
 *
 * <pre>
 *   OPEN ------------> DRAINING --------------> LAST ------------------> closed
 *        GOAWAY 2^31-1          GOAWAY with the      the last stream ends
 *        and a ping             last stream, when
 *                               the ping is back
 * </pre>
 *
 * <p>Streams that the client begins between the two are answered 503; later ones are ignored, and
 * the client knows that it may send them again. Writes without flushing. On the event loop.
 */
final class Http2Shutdown {
  /** The content of the ping that shows that the client has read the first GOAWAY. */
  private static final long DRAIN_PING = 0x6472_6169_6e00L;

  private static final long DRAIN_PING_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Http2ConnectionHandler connection;
  private long drainSinceNanos;

  /** The last GOAWAY is out: the connection closes when no stream is left. */
  private boolean ending;

  Http2Shutdown(Http2ConnectionHandler connection) {
    this.connection = connection;
  }

  /** True if there is still something to drain. */
  boolean mayBegin(ChannelHandlerContext ctx) {
    return drainSinceNanos == 0 && ctx.channel().isActive();
  }

  /** Asks the client to begin no more streams. */
  void begin(ChannelHandlerContext ctx) {
    drainSinceNanos = System.nanoTime();
    goAway(ctx, Integer.MAX_VALUE);
    connection.encoder().writePing(ctx, false, DRAIN_PING, ctx.newPromise());
  }

  /** A ping is back. */
  void onPingAck(ChannelHandlerContext ctx, long content) {
    if (drainSinceNanos != 0 && content == DRAIN_PING) {
      end(ctx);
    }
  }

  /** A client that does not answer the ping is not waited for. */
  void check(ChannelHandlerContext ctx, long nowNanos) {
    if (drainSinceNanos != 0 && nowNanos - drainSinceNanos > DRAIN_PING_NANOS) {
      end(ctx);
    }
  }

  /** No new streams; closes when the open ones have ended. */
  void end(ChannelHandlerContext ctx) {
    if (!ending) {
      ending = true;
      goAway(ctx);
      closeIfDone(ctx);
    }
  }

  void onStreamClosed(ChannelHandlerContext ctx) {
    if (ending) {
      closeIfDone(ctx);
    }
  }

  private void closeIfDone(ChannelHandlerContext ctx) {
    if (connection.connection().numActiveStreams() == 0 && ctx.channel().isActive()) {
      ctx.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
    }
  }

  /** Says which stream was the last. */
  void goAway(ChannelHandlerContext ctx) {
    goAway(ctx, connection.connection().remote().lastStreamCreated());
  }

  private void goAway(ChannelHandlerContext ctx, int lastStream) {
    connection.goAway(
        ctx, lastStream, Http2Error.NO_ERROR.code(), Unpooled.EMPTY_BUFFER, ctx.newPromise());
  }
}

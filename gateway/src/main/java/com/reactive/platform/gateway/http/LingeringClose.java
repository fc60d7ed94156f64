package com.reactive.platform.gateway.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslHandler;
import java.util.concurrent.TimeUnit;

/**
 * Closes a connection so that the client can read the last response: shuts our side, and waits a
 * little for the client to shut theirs. Closing while they still send would reset the connection.
 * Lives on the connection's event loop.
 */
final class LingeringClose {
  private static final long LINGER_NANOS = TimeUnit.SECONDS.toNanos(2);

  private final ChannelHandlerContext ctx;
  private boolean inputEnded;

  /** 0 until it starts. */
  private long untilNanos;

  LingeringClose(ChannelHandlerContext ctx) {
    this.ctx = ctx;
  }

  /** The client has shut its side: there is nothing to wait for after the last response. */
  void onInputEnd() {
    inputEnded = true;
    if (isLingering()) {
      ctx.close();
    }
  }

  /** Returns true if {@link #shutOutput} must follow; else the connection is closed already. */
  boolean start() {
    if (inputEnded) {
      ctx.close();
      return false;
    }
    if (isLingering()) {
      return false;
    }
    untilNanos = System.nanoTime() + LINGER_NANOS;
    return true;
  }

  /** Shuts our side. */
  void shutOutput() {
    SslHandler tls = ctx.pipeline().get(SslHandler.class);
    if (tls == null) {
      shutSocket();
    } else {
      // Without the alert before the end, a client must take the response for cut off.
      tls.closeOutbound().addListener(sent -> shutSocket());
    }
  }

  private void shutSocket() {
    if (ctx.channel() instanceof DuplexChannel duplex) {
      duplex.shutdownOutput();
    } else {
      ctx.close();
    }
  }

  boolean isLingering() {
    return untilNanos != 0;
  }

  /** True if it has waited long enough. */
  boolean isOver(long nowNanos) {
    return isLingering() && nowNanos - untilNanos > 0;
  }
}

package com.reactive.platform.gateway.security;

import com.reactive.platform.gateway.logging.RateLimitedLog;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import javax.net.ssl.SSLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stands behind the TLS handler and ends there what fails in it, with a sparse line in the log. */
@Sharable
final class TlsFaults extends ChannelInboundHandlerAdapter {
  private static final Logger log = LoggerFactory.getLogger(TlsFaults.class);
  private static final int MAX_REASON_CHARS = 200;

  private static final String BODY =
      "{\"type\":\"urn:reactive:problem:malformed-request\",\"title\":\"Malformed HTTP request\","
          + "\"status\":400,\"help\":\"docs/troubleshooting.md#malformed-request\","
          + "\"detail\":\"this port speaks HTTPS\",\"retryable\":false}";
  private static final String PLAIN_ANSWER =
      "HTTP/1.1 400 Bad Request\r\nContent-Type: application/problem+json\r\nContent-Length: "
          + BODY.length()
          + "\r\nConnection: close\r\n\r\n"
          + BODY;

  private final RateLimitedLog sparse = new RateLimitedLog(log);

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event instanceof SslHandshakeCompletionEvent handshake
        && handshake.cause() instanceof NotSslRecordException) {
      // Before the TLS handler closes the connection: whoever speaks plain HTTP should read why.
      ChannelHandlerContext raw = context.pipeline().context(SslHandler.class);
      raw.writeAndFlush(ByteBufUtil.writeAscii(context.alloc(), PLAIN_ANSWER))
          .addListener(ChannelFutureListener.CLOSE);
    }
    context.fireUserEventTriggered(event);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    Throwable fault = cause;
    while (fault != null && !(fault instanceof SSLException)) {
      fault = fault.getCause();
    }
    if (fault == null) {
      context.fireExceptionCaught(cause);
      return;
    }
    sparse.warn("A TLS connection failed: " + reason(fault));
    context.close();
  }

  /** What the client sent must not get into the log; the first of these would quote it. */
  static String reason(Throwable fault) {
    if (fault instanceof NotSslRecordException) {
      return "the client does not speak TLS";
    }
    if (fault.getCause() != null) { // BoringSSL's engine tells its own state, and why below it.
      return reason(fault.getCause());
    }
    String reason = String.valueOf(fault.getMessage()).replaceAll("\\p{Cntrl}+", " ");
    return reason.substring(0, Math.min(reason.length(), MAX_REASON_CHARS));
  }
}

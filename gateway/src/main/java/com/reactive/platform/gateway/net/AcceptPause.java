package com.reactive.platform.gateway.net;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * For the pipeline of a listener: while connections cannot be accepted, because no file descriptor
 * is free above all, it waits a moment before each further attempt, and says so once a minute. Who
 * connects meanwhile waits in the system's queue. Lives on the listener's event loop.
 */
public final class AcceptPause extends ChannelInboundHandlerAdapter {
  private static final Logger log = LoggerFactory.getLogger(AcceptPause.class);
  private static final long PAUSE_MILLIS = 250;
  private static final long SILENCE_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final String port;
  private boolean paused;
  private boolean told;
  private long toldNanos;

  /**
   * @param port as the log calls it
   */
  public AcceptPause(String port) {
    this.port = port;
  }

  /** Netty's own answer would be a stack trace each time. */
  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    if (!(cause instanceof IOException)) {
      context.fireExceptionCaught(cause);
      return;
    }
    Channel listener = context.channel();
    if (!paused && listener.isOpen()) {
      paused = true;
      listener.config().setAutoRead(false);
      context.executor().schedule(() -> tryAgain(listener), PAUSE_MILLIS, TimeUnit.MILLISECONDS);
    }
    tell(cause);
  }

  private void tryAgain(Channel listener) {
    paused = false;
    listener.config().setAutoRead(true);
  }

  private void tell(Throwable cause) {
    long now = System.nanoTime();
    if (!told || now - toldNanos > SILENCE_NANOS) {
      told = true;
      toldNanos = now;
      log.error(
          "The {} port accepts no connections until file descriptors are free ({});"
              + " raise the limit of open files (LimitNOFILE, ulimit -n) above http.max-connections",
          port,
          cause.getMessage());
    }
  }
}

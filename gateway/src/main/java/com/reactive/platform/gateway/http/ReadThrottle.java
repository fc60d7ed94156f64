package com.reactive.platform.gateway.http;

import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.channel.epoll.EpollSocketChannel;

/** Turns reading from a channel on and off. Lives on the channel's event loop. */
final class ReadThrottle {
  /** As Linux has it in netinet/tcp.h: they have shut their side, we have not. */
  private static final int TCP_CLOSE_WAIT = 8;

  private final Channel channel;
  private boolean registering;

  ReadThrottle(Channel channel) {
    this.channel = channel;
  }

  /**
   * Reads from now on, or does not. When a client shuts its side while we do not read, Netty
   * (4.2.18) takes the socket out of epoll and does not know that it did; reading on would close
   * it. So such a channel is registered anew, and what is still in the socket is read.
   */
  void read(boolean wanted) {
    if (channel.config().isAutoRead() == wanted || registering) {
      return; // After a registration, the next responses decide again.
    }
    if (!wanted || !hasShutItsSide()) {
      channel.config().setAutoRead(wanted);
      return;
    }
    registering = true;
    EventLoop loop = channel.eventLoop();
    channel
        .deregister()
        .addListener(
            gone ->
                loop.register(channel)
                    .addListener(
                        back -> {
                          registering = false;
                          channel.config().setAutoRead(true);
                        }));
  }

  /** It is registered anew. */
  boolean isRegistering() {
    return registering;
  }

  private boolean hasShutItsSide() {
    return channel instanceof EpollSocketChannel epoll
        && epoll.isActive()
        && epoll.tcpInfo().state() == TCP_CLOSE_WAIT;
  }
}

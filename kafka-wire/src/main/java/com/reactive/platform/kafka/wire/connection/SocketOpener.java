package com.reactive.platform.kafka.wire.connection;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.IoEventLoop;
import io.netty.channel.epoll.EpollIoHandle;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.NetUtil;
import io.netty.util.concurrent.Future;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.apache.kafka.common.errors.NetworkException;

/** Opens a TCP connection to a host: tries its addresses one after the other. */
final class SocketOpener {
  private final EventLoop loop;
  private final String host;
  private final int port;
  private final ConnectionSettings settings;
  private final ChannelHandler handler;
  private final Consumer<Exception> failed;
  private boolean cancelled;
  private Channel connecting;

  /**
   * Prepares it; nothing is opened yet.
   *
   * @param handler of the channel, once it is connected it is active
   * @param failed hears, on the event loop, why no address answers; not called after {@link
   *     #cancel}
   */
  SocketOpener(
      EventLoop loop,
      String host,
      int port,
      ConnectionSettings settings,
      ChannelHandler handler,
      Consumer<Exception> failed) {
    this.loop = loop;
    this.host = host;
    this.port = port;
    this.settings = settings;
    this.handler = handler;
    this.failed = failed;
  }

  /** On the event loop. A name is looked up elsewhere, since that may wait for the network. */
  void open() {
    byte[] literal = NetUtil.createByteArrayFromIpAddressString(host);
    if (literal != null) {
      resolved(host, literal);
      return;
    }
    try {
      settings.blocking().execute(this::lookUp);
    } catch (RejectedExecutionException e) {
      fail(e);
    }
  }

  private void resolved(String name, byte[] address) {
    try {
      tryNext(new ArrayDeque<>(List.of(InetAddress.getByAddress(name, address))));
    } catch (UnknownHostException e) {
      fail(e);
    }
  }

  private void lookUp() {
    try {
      List<InetAddress> addresses = List.of(InetAddress.getAllByName(host));
      loop.execute(() -> tryNext(new ArrayDeque<>(addresses)));
    } catch (UnknownHostException e) {
      loop.execute(() -> fail(new NetworkException("cannot find the host " + host, e)));
    }
  }

  private void tryNext(Queue<InetAddress> addresses) {
    if (cancelled) {
      return;
    }
    InetSocketAddress address = new InetSocketAddress(addresses.remove(), port);
    ChannelFuture future = bootstrap().connect(address);
    connecting = future.channel();
    // Without a file descriptor there is no channel, and Netty tells so on another thread.
    future.addListener(
        done -> {
          if (loop.inEventLoop()) {
            attempted(done, addresses);
          } else {
            loop.execute(() -> attempted(done, addresses));
          }
        });
  }

  private void attempted(Future<?> attempt, Queue<InetAddress> addresses) {
    if (attempt.isSuccess()) {
      return;
    }
    if (!addresses.isEmpty()) {
      tryNext(addresses);
      return;
    }
    Throwable cause = attempt.cause();
    fail(
        new NetworkException(
            "cannot connect to " + host + ":" + port + ": " + reason(cause), cause));
  }

  /** What the operating system says, where Netty says only that there is no channel. */
  private static String reason(Throwable cause) {
    Throwable deepest = cause;
    while (deepest.getCause() != null
        && (deepest instanceof ChannelException
            || deepest instanceof ReflectiveOperationException)) {
      deepest = deepest.getCause();
    }
    return deepest.getMessage();
  }

  private Bootstrap bootstrap() {
    Bootstrap bootstrap =
        new Bootstrap()
            .group(loop)
            .channel(channelType(loop))
            .disableResolver()
            .option(ChannelOption.TCP_NODELAY, true)
            .option(ChannelOption.SO_KEEPALIVE, true)
            .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, settings.setupTimeoutMillis())
            .handler(handler);
    if (settings.sendBufferBytes() > 0) {
      bootstrap.option(ChannelOption.SO_SNDBUF, settings.sendBufferBytes());
    }
    if (settings.receiveBufferBytes() > 0) {
      bootstrap.option(ChannelOption.SO_RCVBUF, settings.receiveBufferBytes());
    }
    return bootstrap;
  }

  private static Class<? extends SocketChannel> channelType(EventLoop loop) {
    boolean epoll = loop instanceof IoEventLoop io && io.isCompatible(EpollIoHandle.class);
    return epoll ? EpollSocketChannel.class : NioSocketChannel.class;
  }

  /** Gives up, whether connected or not yet. */
  void cancel() {
    cancelled = true;
    if (connecting != null) {
      connecting.close();
    }
  }

  private void fail(Exception cause) {
    if (!cancelled) {
      cancelled = true;
      failed.accept(cause);
    }
  }
}

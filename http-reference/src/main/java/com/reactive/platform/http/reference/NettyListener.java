package com.reactive.platform.http.reference;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.function.Consumer;

/** Where the servers on Netty listen: an event loop for each processor, as the gateway. */
final class NettyListener {
  private static final boolean EPOLL = Epoll.isAvailable();
  private static final int LOOPS = Runtime.getRuntime().availableProcessors();

  private final int port;

  /**
   * Listens on the loopback address.
   *
   * @param port 0 for any free one
   * @param handlers adds those of a new connection
   */
  NettyListener(int port, Consumer<ChannelPipeline> handlers) throws InterruptedException {
    IoHandlerFactory io = EPOLL ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
    Class<? extends ServerChannel> channelType =
        EPOLL ? EpollServerSocketChannel.class : NioServerSocketChannel.class;
    EventLoopGroup acceptor = new MultiThreadIoEventLoopGroup(1, io);
    EventLoopGroup workers = new MultiThreadIoEventLoopGroup(LOOPS, io);
    Channel listener =
        new ServerBootstrap()
            .group(acceptor, workers)
            .channel(channelType)
            .option(ChannelOption.SO_BACKLOG, 1_024)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    handlers.accept(channel.pipeline());
                  }
                })
            .bind(InetAddress.getLoopbackAddress(), port)
            .sync()
            .channel();
    this.port = ((InetSocketAddress) listener.localAddress()).getPort();
  }

  /** That it listens on. */
  int port() {
    return port;
  }

  /** What it is made of, as {@code key=value}. */
  static String facts() {
    return "threads=" + LOOPS + " io=" + (EPOLL ? "epoll" : "nio");
  }
}

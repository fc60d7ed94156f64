package com.reactive.platform.http.reference;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** Netty with its HTTP codec and one handler: an event loop for each processor, as the gateway. */
public final class NettyServer {
  private NettyServer() {}

  /** Serves until it is ended. */
  public static void main(String[] args) throws IOException, InterruptedException {
    Serving serving = Serving.of(args);
    boolean epoll = Epoll.isAvailable();
    IoHandlerFactory io = epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
    Class<? extends ServerChannel> channelType =
        epoll ? EpollServerSocketChannel.class : NioServerSocketChannel.class;
    int loops = Runtime.getRuntime().availableProcessors();
    EventLoopGroup acceptor = new MultiThreadIoEventLoopGroup(1, io);
    EventLoopGroup workers = new MultiThreadIoEventLoopGroup(loops, io);
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
                    channel.pipeline().addLast(new HttpServerCodec(), new AnswerHandler());
                  }
                })
            .bind(InetAddress.getLoopbackAddress(), serving.port())
            .sync()
            .channel();
    serving.listening(
        ((InetSocketAddress) listener.localAddress()).getPort(),
        "threads=" + loops,
        "io=" + (epoll ? "epoll" : "nio"));
  }

  private static final class AnswerHandler extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      ReferenceCountUtil.release(message);
      if (message instanceof LastHttpContent) {
        FullHttpResponse response =
            new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1,
                HttpResponseStatus.valueOf(Answer.STATUS),
                Unpooled.wrappedBuffer(Answer.BODY));
        response
            .headers()
            .set(HttpHeaderNames.CONTENT_TYPE, HttpHeaderValues.APPLICATION_JSON)
            .setInt(HttpHeaderNames.CONTENT_LENGTH, Answer.BODY.length);
        context.write(response, context.voidPromise());
      }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
      context.flush();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      context.close();
    }
  }
}

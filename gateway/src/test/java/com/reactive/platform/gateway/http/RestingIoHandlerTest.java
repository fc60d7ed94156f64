package com.reactive.platform.gateway.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.reactive.platform.gateway.testing.TestGateway;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A loop that rests reads nothing, and is there at once for tasks and timers. */
class RestingIoHandlerTest {
  private static final long HOUR_NANOS = TimeUnit.HOURS.toNanos(1);

  private final AtomicLong restNanos = new AtomicLong();
  private final AtomicInteger bytesRead = new AtomicInteger();
  private final LoopThread loopThread = new LoopThread();
  private MultiThreadIoEventLoopGroup loop;
  private int port;

  /** Remembers the thread that it has made. */
  private static final class LoopThread implements Executor {
    private volatile Thread thread;

    @Override
    public void execute(Runnable task) {
      thread = new Thread(task, "resting");
      thread.start();
    }
  }

  private void start(boolean epoll) throws InterruptedException {
    IoHandlerFactory io = epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
    Class<? extends ServerChannel> type =
        epoll ? EpollServerSocketChannel.class : NioServerSocketChannel.class;
    loop =
        new MultiThreadIoEventLoopGroup(
            1,
            loopThread,
            executor -> {
              RestingIoHandler handler = new RestingIoHandler(io.newHandler(executor));
              handler.restBy(restNanos::get);
              return handler;
            });
    port =
        ((InetSocketAddress)
                new ServerBootstrap()
                    .group(loop)
                    .channel(type)
                    .childHandler(
                        new ChannelInitializer<SocketChannel>() {
                          @Override
                          protected void initChannel(SocketChannel channel) {
                            channel.pipeline().addLast(new Reader());
                          }
                        })
                    .bind(InetAddress.getLoopbackAddress(), 0)
                    .sync()
                    .channel()
                    .localAddress())
            .getPort();
    // Without a timer Netty looks for one every second, so a rest would end by itself.
    loop.schedule(() -> {}, 1, TimeUnit.DAYS);
  }

  private final class Reader extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      bytesRead.addAndGet(((ByteBuf) message).readableBytes());
      ((ByteBuf) message).release();
    }
  }

  @AfterEach
  void stop() throws InterruptedException {
    // Also while it rests.
    assertThat(loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).await(1, TimeUnit.MINUTES)).isTrue();
  }

  private boolean rests() {
    return LockSupport.getBlocker(loopThread.thread) instanceof RestingIoHandler;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatComesWhileItRestsIsReadAfterwards(boolean epoll) throws Exception {
    assumeTrue(!epoll || Epoll.isAvailable());
    start(epoll);
    try (Socket client = new Socket(InetAddress.getLoopbackAddress(), port)) {
      client.getOutputStream().write("one".getBytes(US_ASCII));
      TestGateway.await("it reads", () -> bytesRead.get() == 3);
      restNanos.set(HOUR_NANOS);
      loop.execute(() -> {});
      TestGateway.await("it rests", this::rests);
      client.getOutputStream().write("two".getBytes(US_ASCII));
      Thread.sleep(50);
      assertThat(bytesRead).hasValue(3);
      // A task ends the rest; and before the next one it looks at its sockets.
      assertThat(loop.submit(() -> {}).await(1, TimeUnit.MINUTES)).isTrue();
      TestGateway.await("it reads", () -> bytesRead.get() == 6);
      TestGateway.await("it rests again", this::rests);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void timersEndARest(boolean epoll) throws Exception {
    assumeTrue(!epoll || Epoll.isAvailable());
    restNanos.set(HOUR_NANOS);
    start(epoll);
    assertThat(loop.schedule(() -> {}, 20, TimeUnit.MILLISECONDS).await(1, TimeUnit.MINUTES))
        .isTrue();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void itRestsForAsLongAsItMay(boolean epoll) throws Exception {
    assumeTrue(!epoll || Epoll.isAvailable());
    restNanos.set(TimeUnit.MILLISECONDS.toNanos(1));
    start(epoll);
    try (Socket client = new Socket(InetAddress.getLoopbackAddress(), port)) {
      client.getOutputStream().write("one".getBytes(US_ASCII));
      TestGateway.await("it reads", () -> bytesRead.get() == 3);
    }
  }
}

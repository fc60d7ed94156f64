package com.reactive.platform.gateway.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A listener that accepts when it may. */
class ReadyGateTest {
  private final BlockingQueue<Channel> accepted = new LinkedBlockingQueue<>();
  private final MultiThreadIoEventLoopGroup loop =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private Channel listener;

  @BeforeEach
  void bind() throws Exception {
    listener =
        new ServerBootstrap()
            .group(loop)
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.AUTO_READ, false)
            .childHandler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    accepted.add(channel);
                  }
                })
            .bind(InetAddress.getLoopbackAddress(), 0)
            .sync()
            .channel();
  }

  @AfterEach
  void stop() {
    loop.shutdownGracefully(0, 1, TimeUnit.SECONDS);
  }

  private Socket connect() throws Exception {
    return new Socket(
        InetAddress.getLoopbackAddress(), ((InetSocketAddress) listener.localAddress()).getPort());
  }

  @Test
  void whoConnectsEarlyIsAcceptedWhenItIsReady() throws Exception {
    BlockingQueue<Boolean> answers = new LinkedBlockingQueue<>();
    BlockingQueue<Integer> acceptedBefore = new LinkedBlockingQueue<>();
    try (Socket early = connect()) {
      ReadyGate.open(
          listener,
          () -> {
            acceptedBefore.add(accepted.size());
            return answers.poll() != null;
          });
      for (int asked = 0; asked < 3; asked++) {
        assertThat(acceptedBefore.take()).isZero();
      }
      answers.add(true);
      assertThat(accepted.take().remoteAddress()).isEqualTo(early.getLocalSocketAddress());
    }
  }

  @Test
  void aQuestionThatFailsIsAskedAgain() throws Exception {
    BlockingQueue<Boolean> asked = new LinkedBlockingQueue<>();
    try (Socket early = connect()) {
      ReadyGate.open(
          listener,
          () -> {
            asked.add(true);
            if (asked.size() < 3) {
              throw new IllegalStateException("for the test");
            }
            return true;
          },
          TimeUnit.HOURS.toNanos(1));
      assertThat(accepted.take().remoteAddress()).isEqualTo(early.getLocalSocketAddress());
      assertThat(asked).hasSize(3);
    }
  }

  @Test
  void itIsNotWaitedForLong() throws Exception {
    long startNanos = System.nanoTime();
    try (Socket early = connect()) {
      ReadyGate.open(listener, () -> false, TimeUnit.MILLISECONDS.toNanos(50));
      assertThat(accepted.take().remoteAddress()).isEqualTo(early.getLocalSocketAddress());
    }
    assertThat(System.nanoTime() - startNanos).isGreaterThanOrEqualTo(50_000_000);
  }
}

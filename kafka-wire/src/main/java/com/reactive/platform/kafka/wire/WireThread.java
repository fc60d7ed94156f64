package com.reactive.platform.kafka.wire;

import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.TimeUnit;

/** An event loop on a thread of its own, for those who have none to share. */
public final class WireThread implements AutoCloseable {
  private final MultiThreadIoEventLoopGroup group;

  /** Begins; the thread keeps no process alive. */
  public WireThread(String name) {
    group =
        new MultiThreadIoEventLoopGroup(
            1, new DefaultThreadFactory(name, true), NioIoHandler.newFactory());
  }

  public EventLoop loop() {
    return group.next();
  }

  /** Ends it, soon: after what it is doing. */
  @Override
  public void close() {
    group.shutdownGracefully(0, 1, TimeUnit.SECONDS);
  }
}

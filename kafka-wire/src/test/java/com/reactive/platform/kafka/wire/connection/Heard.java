package com.reactive.platform.kafka.wire.connection;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.NodeApiVersions;

/** Keeps what a connection says. */
final class Heard implements ConnectionListener {
  /** An answer. */
  record Response(int correlationId, byte[] bytes) {}

  private final BlockingQueue<Object> events = new LinkedBlockingQueue<>();

  @Override
  public void connected(NodeApiVersions versions) {
    events.add(versions);
  }

  @Override
  public void response(int correlationId, ByteBuf response) {
    events.add(new Response(correlationId, ByteBufUtil.getBytes(response)));
  }

  @Override
  public void disconnected(Exception cause) {
    events.add(cause);
  }

  /** The next event, of this kind. */
  <T> T next(Class<T> type) throws InterruptedException {
    Object event = events.poll(60, TimeUnit.SECONDS);
    if (type.isInstance(event)) {
      return type.cast(event);
    }
    throw new AssertionError("not a " + type.getSimpleName() + " but " + event);
  }

  boolean isSilent() {
    return events.isEmpty();
  }
}

package com.reactive.platform.kafka.benchmark.loop;

import io.netty.buffer.ByteBuf;
import io.netty.channel.AbstractChannel;
import io.netty.channel.ChannelConfig;
import io.netty.channel.ChannelMetadata;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelPromise;
import io.netty.channel.DefaultChannelConfig;
import io.netty.channel.EventLoop;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;

/**
 * A connection without a socket: its requests come from memory, its responses are inspected and
 * dropped. It runs on any event loop. One request is in flight at a time, and each flush is one
 * response.
 */
final class MemoryChannel extends AbstractChannel {
  /** Called on the event loop; the response's bytes are only valid during the call. */
  interface Responses {
    void responded(MemoryChannel channel, ByteBuf firstBytes);

    /** Takes a piece of what the server writes, each of them in its order. */
    default void wrote(ByteBuf bytes) {}
  }

  private static final ChannelMetadata METADATA = new ChannelMetadata(false, 16);

  private final ChannelConfig config = new DefaultChannelConfig(this);
  private final Responses responses;
  private volatile boolean open = true; // asked from any thread, as Netty allows

  MemoryChannel(Responses responses) {
    super(null);
    this.responses = responses;
  }

  /** As if a socket had brought these bytes. On the event loop. */
  void receive(byte[] request) {
    ByteBuf bytes = alloc().ioBuffer(request.length).writeBytes(request);
    pipeline().fireChannelRead(bytes).fireChannelReadComplete();
  }

  @Override
  protected void doWrite(ChannelOutboundBuffer out) {
    ByteBuf first = (ByteBuf) out.current();
    if (first == null) {
      return;
    }
    responses.responded(this, first);
    while (out.current() != null) {
      responses.wrote((ByteBuf) out.current());
      out.remove();
    }
  }

  /** The first line of a response, for messages. */
  static String firstLine(ByteBuf response) {
    return response.toString(StandardCharsets.ISO_8859_1).lines().findFirst().orElse("");
  }

  @Override
  protected AbstractUnsafe newUnsafe() {
    return new AbstractUnsafe() {
      @Override
      public void connect(
          SocketAddress remoteAddress, SocketAddress localAddress, ChannelPromise promise) {
        promise.setFailure(new UnsupportedOperationException("it has no other end"));
      }
    };
  }

  @Override
  protected boolean isCompatible(EventLoop loop) {
    return true;
  }

  @Override
  protected SocketAddress localAddress0() {
    return null;
  }

  @Override
  protected SocketAddress remoteAddress0() {
    return null;
  }

  @Override
  protected void doBind(SocketAddress localAddress) {
    throw new UnsupportedOperationException("there is nothing to bind");
  }

  @Override
  protected void doDisconnect() {
    open = false;
  }

  @Override
  protected void doClose() {
    open = false;
  }

  @Override
  protected void doBeginRead() {
    // Requests come through receive().
  }

  @Override
  public ChannelConfig config() {
    return config;
  }

  @Override
  public boolean isOpen() {
    return open;
  }

  @Override
  public boolean isActive() {
    return open;
  }

  @Override
  public ChannelMetadata metadata() {
    return METADATA;
  }
}

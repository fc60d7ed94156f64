package com.reactive.platform.kafka.wire.connection;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;

/** Hears what happens to a channel, on its event loop. */
interface ChannelOwner {
  /** TCP is up: the rest must not take for ever. */
  void active();

  /** TLS is up too, or not asked for: requests can be written. */
  void ready(Channel channel);

  /**
   * An answer, all but its length.
   *
   * @throws RuntimeException if the connection cannot go on
   */
  void received(ByteBuf response);

  /** Past the handshake and not at its end. */
  boolean isUp();

  /**
   * There will be no more.
   *
   * @param cause null if the broker just closed it
   */
  void ended(Exception cause);
}

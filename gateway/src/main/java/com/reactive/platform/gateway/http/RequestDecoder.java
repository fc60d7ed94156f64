package com.reactive.platform.gateway.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpRequestDecoder;

/**
 * Netty's decoder of requests, which tells the connection when bytes come: it keeps a head to
 * itself until that is whole, and somebody must know since when.
 */
final class RequestDecoder extends HttpRequestDecoder {
  private static final int MAX_INITIAL_LINE_BYTES = 4_096;
  private static final int MAX_HEADER_BYTES = 8_192;

  private final Connection connection;

  RequestDecoder(Connection connection) {
    super(
        new HttpDecoderConfig()
            .setMaxInitialLineLength(MAX_INITIAL_LINE_BYTES)
            .setMaxHeaderSize(MAX_HEADER_BYTES));
    this.connection = connection;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object bytes) throws Exception {
    connection.bytesCame();
    super.channelRead(context, bytes);
  }
}

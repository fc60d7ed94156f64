package com.reactive.platform.gateway.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.DefaultHttpHeadersFactory;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpHeadersFactory;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpRequestDecoder;

/**
 * Netty's decoder of requests, which tells the connection when bytes come: it keeps a head to
 * itself until that is whole, and somebody must know since when. It makes a map for trailers only
 * where there may be some.
 */
final class RequestDecoder extends HttpRequestDecoder {
  private static final int MAX_INITIAL_LINE_BYTES = 4_096;
  private static final int MAX_HEADER_BYTES = 8_192;

  private final Connection connection;
  private final Trailers trailers;

  RequestDecoder(Connection connection) {
    this(connection, new Trailers());
  }

  private RequestDecoder(Connection connection, Trailers trailers) {
    super(
        new HttpDecoderConfig()
            .setMaxInitialLineLength(MAX_INITIAL_LINE_BYTES)
            .setMaxHeaderSize(MAX_HEADER_BYTES)
            .setTrailersFactory(trailers));
    this.connection = connection;
    this.trailers = trailers;
  }

  private static final class Trailers implements HttpHeadersFactory {
    private boolean mayCome;

    @Override
    public HttpHeaders newHeaders() {
      return mayCome
          ? DefaultHttpHeadersFactory.trailersFactory().newHeaders()
          : EmptyHttpHeaders.INSTANCE;
    }

    @Override
    public HttpHeaders newEmptyHeaders() {
      return newHeaders();
    }
  }

  /** Asked by Netty when a head is whole. */
  @Override
  protected boolean isContentAlwaysEmpty(HttpMessage head) {
    trailers.mayCome = head.headers().contains(HttpHeaderNames.TRANSFER_ENCODING);
    return super.isContentAlwaysEmpty(head);
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object bytes) throws Exception {
    connection.bytesCame();
    super.channelRead(context, bytes);
  }
}

package com.reactive.platform.gateway.http;

import io.netty.handler.codec.http2.AbstractHttp2ConnectionHandlerBuilder;
import io.netty.handler.codec.http2.DefaultHttp2Connection;
import io.netty.handler.codec.http2.DefaultHttp2RemoteFlowController;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionDecoder;
import io.netty.handler.codec.http2.Http2ConnectionEncoder;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.UniformStreamByteDistributor;

/**
 * Makes HTTP/2 connections with our limits. {@link Http2FrameReceiver} refuses the streams that are
 * too many. The other limits are Netty's defaults for servers: small CONTINUATION frames
 * (CVE-2024-27316), empty DATA frames in a row, frames that wait to be sent to a client that does
 * not read, and resets that a client provokes (CVE-2025-8671). Its limit of resets by the client is
 * replaced: {@link FrameBudget} weighs them against responses.
 */
final class Http2ConnectionBuilder
    extends AbstractHttp2ConnectionHandlerBuilder<Http2ServerConnection, Http2ConnectionBuilder> {
  /**
   * Names, values and 32 bytes for each. More than HTTP/1.1 takes in any form, so that {@link
   * Http2RequestHead} decides; beyond a quarter more, Netty ends the connection.
   */
  private static final int MAX_HEADER_LIST_BYTES = 16 * 1024;

  private static final int GRACEFUL_SHUTDOWN_MILLIS = 2_000;

  private final EventLoopContext loop;
  private final Http2WriteBuffer out;
  private final FrameCounter counter = new FrameCounter();

  private Http2ConnectionBuilder(EventLoopContext loop, Http2WriteBuffer out) {
    this.loop = loop;
    this.out = out;
    frameLogger(counter);
  }

  /**
   * Makes a connection.
   *
   * @param out in front of it in the pipeline
   */
  static Http2ServerConnection build(EventLoopContext loop, Http2WriteBuffer out) {
    int maxStreams = loop.config.maxPipelined();
    Http2Connection connection = new DefaultHttp2Connection(true, 0);
    // Responses are small and all alike: no need to weigh streams.
    connection
        .remote()
        .flowController(
            new DefaultHttp2RemoteFlowController(
                connection, new UniformStreamByteDistributor(connection)));
    Http2ServerConnection built =
        new Http2ConnectionBuilder(loop, out)
            .connection(connection)
            .initialSettings(
                new Http2Settings()
                    .maxConcurrentStreams(maxStreams)
                    .maxHeaderListSize(MAX_HEADER_LIST_BYTES))
            .decoderEnforceMaxRstFramesPerWindow(0, 0)
            .gracefulShutdownTimeoutMillis(GRACEFUL_SHUTDOWN_MILLIS)
            .build();
    // Netty (4.2.18) never opens a stream that it refuses, and takes the body behind it for a fault
    // of the connection; so it is opened first.
    connection.remote().maxActiveStreams(Integer.MAX_VALUE);
    return built;
  }

  @Override
  protected Http2ServerConnection build(
      Http2ConnectionDecoder decoder, Http2ConnectionEncoder encoder, Http2Settings settings) {
    return new Http2ServerConnection(decoder, encoder, settings, loop, counter, out);
  }
}

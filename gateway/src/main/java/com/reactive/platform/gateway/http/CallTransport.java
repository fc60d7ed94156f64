package com.reactive.platform.gateway.http;

import com.reactive.platform.gateway.rpc.RpcMetadata;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelFuture;

/** Carries the response of a call in the form of one version of HTTP. All on the event loop. */
interface CallTransport {
  boolean isHttp2();

  ByteBufAllocator alloc();

  /** Bytes of the request have come, and some of them perhaps were consumed. */
  void received(int bytes);

  /** Bytes of the request were used; as many more may come. */
  void consumed(int bytes);

  /**
   * Writes the head of the response.
   *
   * @param cors header lines for browsers; null for none
   */
  void respond(int status, RpcMetadata headers, HeaderLines cors);

  /** The rest of the request may be long: over HTTP/1.1 no other can follow it. */
  void closeBehind();

  /** Writes the head, if it waits for what follows it. */
  void writeHead();

  /**
   * Writes a piece of the body, and releases it.
   *
   * @return done when it has left
   */
  ChannelFuture write(ByteBuf bytes);

  /**
   * Ends the response.
   *
   * @param rest the last piece of the body, which is released; null for none
   * @param trailers null for none
   * @param unread the request has not ended, and what follows of it is of no use
   */
  void end(ByteBuf rest, RpcMetadata trailers, boolean unread);

  /**
   * The whole response.
   *
   * @param headers without a content-length, which is added
   * @param cors as above
   * @param body must not be changed afterwards
   * @param unread as {@link #end}
   */
  void respond(int status, RpcMetadata headers, HeaderLines cors, byte[] body, boolean unread);

  /** Ends the stream, or over HTTP/1.1 the connection, at once. */
  void reset();

  /**
   * Calls {@link CallHandler#writeOut}, then flushes, when the work of this moment is done. Not to
   * be called again before that.
   */
  void flushSoon(CallHandler call);
}

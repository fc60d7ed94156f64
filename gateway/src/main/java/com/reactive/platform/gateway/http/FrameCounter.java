package com.reactive.platform.gateway.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2Flags;
import io.netty.handler.codec.http2.Http2FrameLogger;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.logging.LogLevel;

/**
 * Counts the frames of streams that have come whole. Netty passes over those of closed streams in
 * silence, such as a late WINDOW_UPDATE; only what is meant for a log of frames sees them, so this
 * takes its place. Not thread-safe.
 */
final class FrameCounter extends Http2FrameLogger {
  private long frames;

  FrameCounter() {
    super(LogLevel.TRACE);
  }

  /** So many have come. */
  long frames() {
    return frames;
  }

  /** Counts a frame that did not become a log line. */
  void count() {
    frames++;
  }

  private void count(Direction direction) {
    if (direction == Direction.INBOUND) {
      frames++;
    }
  }

  @Override
  public void logData(
      Direction direction,
      ChannelHandlerContext context,
      int stream,
      ByteBuf data,
      int padding,
      boolean last) {
    count(direction);
  }

  @Override
  public void logHeaders(
      Direction direction,
      ChannelHandlerContext context,
      int stream,
      Http2Headers headers,
      int padding,
      boolean last) {
    count(direction);
  }

  @Override
  public void logHeaders(
      Direction direction,
      ChannelHandlerContext context,
      int stream,
      Http2Headers headers,
      int dependency,
      short weight,
      boolean exclusive,
      int padding,
      boolean last) {
    count(direction);
  }

  @Override
  public void logRstStream(
      Direction direction, ChannelHandlerContext context, int stream, long error) {
    count(direction);
  }

  @Override
  public void logWindowsUpdate(
      Direction direction, ChannelHandlerContext context, int stream, int increment) {
    count(direction);
  }

  @Override
  public void logUnknownFrame(
      Direction direction,
      ChannelHandlerContext context,
      byte type,
      int stream,
      Http2Flags flags,
      ByteBuf payload) {
    count(direction);
  }
}

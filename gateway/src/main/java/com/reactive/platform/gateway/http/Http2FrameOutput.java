package com.reactive.platform.gateway.http;

import com.reactive.platform.gateway.rpc.RpcMetadata;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2ConnectionEncoder;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameTypes;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2RemoteFlowController;
import io.netty.handler.codec.http2.Http2Stream;
import java.util.function.Consumer;

/**
 * Writes the frames of responses right into what the next flush of a connection sends. Netty's
 * encoder would make objects of the headers, four buffers and a dozen promises of each response; it
 * keeps the windows and the states of streams, and takes over where a window is too small. Lives on
 * the connection's event loop.
 */
final class Http2FrameOutput {
  private static final int END_STREAM = 1;
  private static final int END_HEADERS = 4;

  /** The least that a client may ask for as the largest. */
  private static final int MAX_FRAME_BYTES = Http2CodecUtil.DEFAULT_MAX_FRAME_SIZE;

  private final Http2ConnectionEncoder encoder;

  /** The encoder's, which is behind several layers of it. */
  private final Http2RemoteFlowController flow;

  private final Http2Stream all;
  private final Http2WriteBuffer out;
  private final Consumer<Http2Stream> onEnd;

  /** The next header block must say so. */
  private boolean tableChanged;

  /**
   * @param onEnd takes a stream whose response has its last frame
   */
  Http2FrameOutput(
      Http2ConnectionEncoder encoder, Http2WriteBuffer out, Consumer<Http2Stream> onEnd) {
    this.encoder = encoder;
    this.flow = encoder.flowController();
    this.all = encoder.connection().connectionStream();
    this.out = out;
    this.onEnd = onEnd;
  }

  /**
   * The client has changed the size of its dynamic table, which was empty before, or as Netty's few
   * blocks of headers left it, and is not used from now on.
   */
  void onTableSize() throws Http2Exception {
    encoder.configuration().headersConfiguration().maxHeaderTableSize(0);
    tableChanged = true;
  }

  /** A future that is done. */
  ChannelFuture done() {
    return ctx().newSucceededFuture();
  }

  /** Done when all that was written so far has left. */
  ChannelFuture flushed() {
    return out.flushed();
  }

  /**
   * Writes a head, in as many frames as it needs.
   *
   * @return done: it is among what leaves next
   */
  ChannelFuture head(Http2Stream stream, ResponseHeaderBlock block, boolean last) {
    int at = tableChanged ? 0 : 1;
    int end = block.length();
    tableChanged = false;
    int type = Http2FrameTypes.HEADERS;
    int flags = last ? END_STREAM : 0;
    do {
      int count = Math.min(MAX_FRAME_BYTES, end - at);
      flags |= at + count == end ? END_HEADERS : 0;
      frame(count, type, flags, stream).writeBytes(block.array(), at, count);
      at += count;
      type = Http2FrameTypes.CONTINUATION;
      flags = 0;
    } while (at < end);
    stream.headersSent(false);
    return end(stream, last);
  }

  /**
   * Ends a response with trailers, behind the data that waits for a window.
   *
   * @param block empty, for these fields
   */
  ChannelFuture trailers(Http2Stream stream, RpcMetadata fields, ResponseHeaderBlock block) {
    if (flow.hasFlowControlled(stream)) {
      Http2Headers waiting = new DefaultHttp2Headers(false, 4);
      fields.forEach(waiting::add);
      return encoder.writeHeaders(ctx(), stream.id(), waiting, 0, true, ctx().newPromise());
    }
    fields.forEach(block::add);
    return head(stream, block, true);
  }

  /**
   * Writes a piece of the body, and releases it.
   *
   * @return done when it is among what leaves next, or failed if that cannot be
   */
  ChannelFuture data(Http2Stream stream, ByteBuf bytes, boolean last) {
    ByteBuf frames = beginData(stream, bytes.readableBytes(), last);
    if (frames == null) {
      return queue(stream, bytes, last);
    }
    frames.writeBytes(bytes);
    bytes.release();
    return end(stream, last);
  }

  /** The same of an array's first bytes, which may be used again afterwards. */
  ChannelFuture data(Http2Stream stream, byte[] bytes, int count, boolean last) {
    ByteBuf frames = beginData(stream, count, last);
    if (frames == null) {
      ByteBuf copy = ctx().alloc().directBuffer(count).writeBytes(bytes, 0, count);
      return queue(stream, copy, last);
    }
    frames.writeBytes(bytes, 0, count);
    return end(stream, last);
  }

  private ChannelFuture queue(Http2Stream stream, ByteBuf bytes, boolean last) {
    return encoder.writeData(ctx(), stream.id(), bytes, 0, last, ctx().newPromise());
  }

  /** Returns null if the client's windows, or what waits for them, keep these bytes back. */
  private ByteBuf beginData(Http2Stream stream, int count, boolean last) {
    boolean passes =
        count <= Math.min(flow.windowSize(stream), flow.windowSize(all))
            && count <= MAX_FRAME_BYTES
            && !flow.hasFlowControlled(stream)
            && ctx().channel().isWritable();
    if (!passes) {
      return null;
    }
    try {
      flow.incrementWindowSize(all, -count);
      flow.incrementWindowSize(stream, -count);
    } catch (Http2Exception e) {
      throw new IllegalStateException("a window that shrinks overflows", e);
    }
    return frame(count, Http2FrameTypes.DATA, last ? END_STREAM : 0, stream);
  }

  /** Begins a frame, to be followed by so many bytes. */
  private ByteBuf frame(int bytes, int type, int flags, Http2Stream stream) {
    int id = stream.id();
    return out.frames()
        .writeLong((long) bytes << 40 | (long) type << 32 | (long) flags << 24 | id >>> 8)
        .writeByte(id);
  }

  private ChannelFuture end(Http2Stream stream, boolean last) {
    out.added();
    if (last) {
      onEnd.accept(stream);
    }
    return done();
  }

  private ChannelHandlerContext ctx() {
    return flow.channelHandlerContext();
  }
}

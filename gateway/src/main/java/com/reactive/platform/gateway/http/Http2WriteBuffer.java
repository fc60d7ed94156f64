package com.reactive.platform.gateway.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import java.util.ArrayList;
import java.util.List;

/**
 * Gathers the frames of one flush in one buffer. Netty's codec writes a response as four buffers,
 * two for each frame, and in the channel each of them costs more than its bytes do. Promises are
 * kept when the channel has written the buffer, as they are without this.
 */
final class Http2WriteBuffer extends ChannelOutboundHandlerAdapter {
  /** Larger pieces go to the channel as they are. */
  private static final int MAX_COPIED_BYTES = 4 << 10;

  /** As much goes to the channel without a flush, so that it knows what it holds. */
  private static final int MAX_BYTES = 16 << 10;

  private static final int LEAST_BYTES = 512;

  /** Null if nothing waits for a flush. */
  private Gathered gathered;

  @Override
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
    if (message instanceof ByteBuf bytes && bytes.readableBytes() <= MAX_COPIED_BYTES) {
      if (gathered == null) {
        gathered = new Gathered(context.alloc().directBuffer(LEAST_BYTES));
      }
      gathered.add(bytes, promise);
      if (gathered.bytes.readableBytes() > MAX_BYTES) {
        pass(context);
      }
    } else {
      pass(context);
      context.write(message, promise);
    }
  }

  private void pass(ChannelHandlerContext context) {
    if (gathered != null) {
      Gathered all = gathered;
      gathered = null;
      context.write(all.bytes).addListener(all);
    }
  }

  @Override
  public void flush(ChannelHandlerContext context) {
    pass(context);
    context.flush();
  }

  @Override
  public void close(ChannelHandlerContext context, ChannelPromise promise) {
    pass(context);
    context.close(promise);
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext context) {
    pass(context);
  }

  /** Frames, and who waits for them. */
  private static final class Gathered implements ChannelFutureListener {
    private final ByteBuf bytes;
    private final List<ChannelPromise> promises = new ArrayList<>();

    private Gathered(ByteBuf bytes) {
      this.bytes = bytes;
    }

    private void add(ByteBuf frame, ChannelPromise promise) {
      bytes.writeBytes(frame);
      frame.release();
      if (!promise.isVoid()) {
        promises.add(promise);
      }
    }

    @Override
    public void operationComplete(ChannelFuture written) {
      for (ChannelPromise promise : promises) {
        if (written.isSuccess()) {
          promise.trySuccess();
        } else {
          promise.tryFailure(written.cause());
        }
      }
    }
  }
}

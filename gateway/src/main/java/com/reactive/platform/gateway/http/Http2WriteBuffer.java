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
 * Gathers the frames of one flush in one buffer: those that are written right into it, and those of
 * Netty's codec, which writes a response as four buffers, each of which costs the channel more than
 * its bytes do. Promises are kept when the channel has written the buffer, as they are without
 * this.
 */
final class Http2WriteBuffer extends ChannelOutboundHandlerAdapter {
  /** Larger pieces go to the channel as they are. */
  private static final int MAX_COPIED_BYTES = 4 << 10;

  /** As much goes to the channel without a flush, so that it knows what it holds. */
  private static final int MAX_BYTES = 16 << 10;

  private static final int LEAST_BYTES = 512;

  /** Null if nothing waits for a flush. */
  private Gathered gathered;

  private ChannelHandlerContext ctx;

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    ctx = context;
  }

  /** What leaves next, to be added to; {@link #added} follows. */
  ByteBuf frames() {
    if (gathered == null) {
      gathered = new Gathered(ctx.alloc().directBuffer(LEAST_BYTES));
    }
    return gathered.bytes;
  }

  /** Something was added to what leaves next. */
  void added() {
    if (gathered.bytes.readableBytes() > MAX_BYTES) {
      pass(ctx);
    }
  }

  /** Done when all that was written so far has left. */
  ChannelFuture flushed() {
    ChannelPromise promise = ctx.newPromise();
    frames();
    gathered.keep(promise);
    return promise;
  }

  @Override
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
    if (message instanceof ByteBuf bytes && bytes.readableBytes() <= MAX_COPIED_BYTES) {
      frames().writeBytes(bytes);
      bytes.release();
      gathered.keep(promise);
      added();
    } else {
      pass(context);
      context.write(message, promise);
    }
  }

  private void pass(ChannelHandlerContext context) {
    if (gathered != null) {
      Gathered all = gathered;
      gathered = null;
      if (all.promises == null) {
        context.write(all.bytes, context.voidPromise());
      } else {
        context.write(all.bytes).addListener(all);
      }
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

    /** Null if nobody does. */
    private List<ChannelPromise> promises;

    private Gathered(ByteBuf bytes) {
      this.bytes = bytes;
    }

    private void keep(ChannelPromise promise) {
      if (!promise.isVoid()) {
        promises = promises == null ? new ArrayList<>() : promises;
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

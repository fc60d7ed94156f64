package com.reactive.platform.kafka.wire.connection;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.DefaultMaxMessagesRecvByteBufAllocator;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.handler.codec.CorruptedFrameException;
import io.netty.handler.codec.TooLongFrameException;

/**
 * Cuts what a broker sends into answers, without their lengths. One that came whole is a part of
 * what was read. A longer one gets memory of its own, once, of the size that its length says, and
 * the socket is read right into that: nothing is copied, and nothing grows.
 *
 * <pre>
 * read: .. [length][answer][length][begin of a long one]     next reads: [its rest, in its memory]
 * </pre>
 */
final class AnswerFrames extends ChannelInboundHandlerAdapter {
  /** Of the first read: small answers come whole, of a long one so much is copied. */
  private static final int FIRST_BYTES = 4 << 10;

  private final int maxBytes;
  private final AnswerMemory memory = new AnswerMemory();

  /** The answer that is not whole yet; null if there is none. Its capacity is its length. */
  private ByteBuf open;

  private int length;
  private int lengthBytes;

  /**
   * @param maxBytes of an answer; a longer one is a {@link TooLongFrameException}
   */
  AnswerFrames(int maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** Where the channel is to read to. Only for one that has no other handler before this. */
  RecvByteBufAllocator reads() {
    return new Reads();
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // another answer may have the same bytes
  public void channelRead(ChannelHandlerContext context, Object message) {
    ByteBuf in = (ByteBuf) message;
    try {
      if (in == open) {
        handOnIfWhole(context);
        return;
      }
      while (in.isReadable() && !context.isRemoved()) {
        take(context, in);
      }
    } finally {
      in.release();
    }
  }

  private void take(ChannelHandlerContext context, ByteBuf in) {
    if (open == null) {
      if (!readLength(in)) {
        return;
      }
      lengthBytes = 0;
      if (in.readableBytes() >= length) {
        memory.forgetUnused();
        context.fireChannelRead(in.readRetainedSlice(length));
        return;
      }
      open = memory.take(context.alloc(), length);
    }
    in.readBytes(open, Math.min(open.writableBytes(), in.readableBytes()));
    handOnIfWhole(context);
  }

  /** False if the length is not whole yet. */
  private boolean readLength(ByteBuf in) {
    for (; lengthBytes < Integer.BYTES && in.isReadable(); lengthBytes++) {
      length = length << Byte.SIZE | in.readUnsignedByte();
    }
    if (lengthBytes < Integer.BYTES) {
      return false;
    }
    if (length < 0) {
      throw new CorruptedFrameException("an answer is said to have " + length + " bytes");
    }
    if (length > maxBytes) {
      throw new TooLongFrameException(
          "an answer has " + length + " bytes, at most " + maxBytes + " are read");
    }
    return true;
  }

  private void handOnIfWhole(ChannelHandlerContext context) {
    if (!open.isWritable()) {
      ByteBuf whole = open;
      open = null;
      context.fireChannelRead(whole);
    }
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext context) {
    if (open != null) {
      open.release();
      open = null;
    }
    memory.close();
  }

  /** Reads into the answer that is not whole yet. */
  private final class Reads extends DefaultMaxMessagesRecvByteBufAllocator {
    @Override
    public ExtendedHandle newHandle() {
      return new MaxMessageHandle() {
        @Override
        public int guess() {
          return FIRST_BYTES;
        }

        @Override
        public ByteBuf allocate(ByteBufAllocator allocator) {
          return open == null ? super.allocate(allocator) : open.retain();
        }
      };
    }
  }
}

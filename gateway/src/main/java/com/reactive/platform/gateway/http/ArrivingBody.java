package com.reactive.platform.gateway.http;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;

/**
 * What has come so far of the body of one connection's request, where it comes in pieces. Whoever
 * announces or appends must release, however the request ends. Lives on the connection's event
 * loop.
 */
final class ArrivingBody {
  private static final byte[][] NONE = {};

  private final BodyMemory memory;

  /** As many as are reserved; those that no byte has come for are null. */
  private byte[][] segments = NONE;

  private int length;

  ArrivingBody(BodyMemory memory) {
    this.memory = memory;
  }

  /**
   * To be told the length before anything comes. Reserves as much if announced bodies may still
   * take it; else memory is reserved piece by piece, and a piece may find no room. Segments are
   * taken when bytes come for them.
   *
   * @return whether there is room now; if not, nothing is reserved
   */
  boolean announce(int bytes) {
    int needed = BodyMemory.segmentsOf(bytes);
    int more = needed - segments.length;
    if (more <= 0) {
      return true;
    }
    if (memory.claim(more)) {
      segments = Arrays.copyOf(segments, needed);
      return true;
    }
    return memory.hasRoomFor(more);
  }

  private boolean reserve(int bytes) {
    int needed = BodyMemory.segmentsOf(bytes);
    int more = needed - segments.length;
    if (more > 0) {
      if (!memory.reserve(more)) {
        return false;
      }
      segments = Arrays.copyOf(segments, needed);
    }
    return true;
  }

  /** Adds a piece; returns whether there was room, if not it adds nothing. */
  boolean append(ByteBuf piece) {
    if (!reserve(length + piece.readableBytes())) {
      return false;
    }
    int from = piece.readerIndex();
    while (from < piece.writerIndex()) {
      int index = length / BodyMemory.SEGMENT_BYTES;
      int offset = length % BodyMemory.SEGMENT_BYTES;
      if (segments[index] == null) {
        segments[index] = memory.take();
      }
      int count = Math.min(piece.writerIndex() - from, BodyMemory.SEGMENT_BYTES - offset);
      piece.getBytes(from, segments[index], offset, count);
      from += count;
      length += count;
    }
    return true;
  }

  /** Bytes that were appended. */
  int length() {
    return length;
  }

  /** Copies all that was appended. */
  void copyTo(byte[] target) {
    for (int done = 0; done < length; done += BodyMemory.SEGMENT_BYTES) {
      int count = Math.min(BodyMemory.SEGMENT_BYTES, length - done);
      System.arraycopy(segments[done / BodyMemory.SEGMENT_BYTES], 0, target, done, count);
    }
  }

  /** Drops everything and gives back what was reserved; what follows begins anew. */
  void release() {
    if (segments.length == 0) {
      return;
    }
    for (byte[] segment : segments) {
      if (segment != null) {
        memory.giveBack(segment);
      }
    }
    memory.release(segments.length);
    segments = NONE;
    length = 0;
  }
}

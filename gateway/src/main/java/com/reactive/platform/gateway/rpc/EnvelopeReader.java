package com.reactive.platform.gateway.rpc;

import java.util.Arrays;

/**
 * Splits a body into envelopes: one byte of flags, four bytes of length, then the message. Messages
 * that come whole are not copied. What is left over is kept, within the memory of the loop, and
 * never more is allocated than came.
 *
 * <p>Between {@link #begin} and {@link #end} the piece that came is read; between {@link #end} and
 * the next {@link #begin} only what was kept. Not thread-safe.
 */
public final class EnvelopeReader {
  /** Flags and length. */
  public static final int HEADER_BYTES = 5;

  private static final byte[] NONE = {};
  private static final int FIRST_BYTES = 256;

  private final RpcLoop loop;
  private final int maxBytes;

  /** Envelopes, the last perhaps in part. */
  private byte[] kept = NONE;

  private int keptStart;
  private int keptEnd;

  /** The piece under work. */
  private byte[] in = NONE;

  private int inStart;
  private int inEnd;

  private byte[] message = NONE;
  private int offset;
  private int length;
  private int flags;
  private RpcStatus fault;

  /**
   * @param maxBytes longer messages are a fault
   */
  public EnvelopeReader(RpcLoop loop, int maxBytes) {
    this.loop = loop;
    this.maxBytes = maxBytes;
  }

  /** A piece has come. */
  public void begin(byte[] bytes, int from, int count) {
    in = bytes;
    inStart = from;
    inEnd = from + count;
  }

  /** Keeps what is left of the piece. */
  public void end() {
    if (inStart < inEnd && fault == null) {
      keep(inEnd - inStart);
    }
    in = NONE;
    inStart = 0;
    inEnd = 0;
    if (keptStart == keptEnd) {
      release();
    }
  }

  /** True if an envelope is there, whose parts the getters give until the next call. */
  public boolean next() {
    if (fault != null) {
      return false;
    }
    return keptStart < keptEnd ? nextKept() : nextOfPiece();
  }

  private boolean nextOfPiece() {
    if (inEnd - inStart < HEADER_BYTES || !header(in, inStart)) {
      return false;
    }
    if (inEnd - inStart - HEADER_BYTES < length) {
      return false;
    }
    message = in;
    offset = inStart + HEADER_BYTES;
    inStart = offset + length;
    return true;
  }

  private boolean nextKept() {
    if (!complete(HEADER_BYTES) || !header(kept, keptStart) || !complete(HEADER_BYTES + length)) {
      return false;
    }
    message = kept;
    offset = keptStart + HEADER_BYTES;
    keptStart = offset + length;
    return true;
  }

  /** Adds what the first kept envelope lacks, as far as it has come. */
  private boolean complete(int wanted) {
    int lacking = wanted - (keptEnd - keptStart);
    int count = Math.min(lacking, inEnd - inStart);
    if (count > 0) {
      keep(count);
    }
    return fault == null && lacking <= count;
  }

  private boolean header(byte[] bytes, int from) {
    flags = bytes[from] & 0xFF;
    length =
        (bytes[from + 1] & 0xFF) << 24
            | (bytes[from + 2] & 0xFF) << 16
            | (bytes[from + 3] & 0xFF) << 8
            | (bytes[from + 4] & 0xFF);
    if (length < 0 || length > maxBytes) {
      fault = tooLarge(maxBytes);
      return false;
    }
    return true;
  }

  /** The status of a message that is too large. */
  public static RpcStatus tooLarge(int maxBytes) {
    return RpcStatus.of(
        RpcCode.RESOURCE_EXHAUSTED, "the limit of a message is " + maxBytes + " bytes");
  }

  private void keep(int count) {
    if (kept.length - keptEnd < count && !makeRoom(count)) {
      fault =
          RpcStatus.of(RpcCode.UNAVAILABLE, "too many messages are arriving; try again shortly");
      return;
    }
    System.arraycopy(in, inStart, kept, keptEnd, count);
    keptEnd += count;
    inStart += count;
  }

  private boolean makeRoom(int count) {
    int held = keptEnd - keptStart;
    int needed = held + count;
    if (needed > kept.length) {
      int grown = Math.max(needed, Math.max(FIRST_BYTES, (int) Math.min(2L * held, maxBytes)));
      if (!loop.reserve(grown)) {
        return false;
      }
      byte[] larger = new byte[grown];
      System.arraycopy(kept, keptStart, larger, 0, held);
      loop.release(kept.length);
      kept = larger;
    } else {
      System.arraycopy(kept, keptStart, kept, 0, held);
    }
    keptStart = 0;
    keptEnd = held;
    return true;
  }

  public int flags() {
    return flags;
  }

  /** Holds the message from {@link #offset} on. */
  public byte[] buffer() {
    return message;
  }

  public int offset() {
    return offset;
  }

  public int length() {
    return length;
  }

  /** A copy of the message that is there. */
  public byte[] copy() {
    return Arrays.copyOfRange(message, offset, offset + length);
  }

  /** Why nothing more can be read; null if it can. */
  public RpcStatus fault() {
    return fault;
  }

  /** True if no byte is left. */
  public boolean isEmpty() {
    return keptStart == keptEnd && inStart == inEnd;
  }

  /** Drops what was kept. */
  public void release() {
    loop.release(kept.length);
    kept = NONE;
    keptStart = 0;
    keptEnd = 0;
  }
}

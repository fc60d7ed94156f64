package com.reactive.platform.gateway.rpc;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * A call whose messages come in envelopes. Passes on as many as were requested; the rest waits, and
 * the client's window with it. Of a method that takes one message, that is passed on at the end of
 * the request, when it is certain that it is the only one.
 */
public abstract class EnvelopedCall extends ServerCall {
  /** The flag of a compressed message. */
  public static final int COMPRESSED = 1;

  private static final byte[] NONE = {};

  private final EnvelopeReader reader;
  private final boolean gzip;
  private final int maxBytes;
  private int requested;
  private boolean pumping;

  /** The request is complete. */
  private boolean ended;

  private boolean halfClosed;

  /** Bytes that the window does not know of yet. */
  private int unconsumed;

  /** The only message, until the request is complete; null for none. */
  private byte[] only;

  private boolean hasOnly;

  /** When the message that is arriving began; 0: none is. */
  private long partialSinceNanos;

  /**
   * @param gzip compressed messages are gzip; else there may be none
   */
  protected EnvelopedCall(HttpCall http, RpcCodec codec, boolean gzip) {
    super(http, codec);
    this.gzip = gzip;
    this.maxBytes = http.method() == null ? 0 : http.method().maxMessageBytes();
    this.reader = new EnvelopeReader(http.loop(), maxBytes);
  }

  /** The status of a message with flags beside the one of compression. */
  protected RpcStatus unknownFlags(int flags) {
    return RpcStatus.violation("the flags of a message are " + flags);
  }

  @Override
  public final void onData(byte[] bytes, int offset, int length, boolean last) {
    if (!isReading()) {
      http.consumed(length);
      return;
    }
    ended = last;
    unconsumed += length;
    reader.begin(bytes, offset, length);
    pump();
    if (isReading()) {
      reader.end();
      checkReader();
    }
    settle();
  }

  @Override
  public final void request(int messages) {
    requested = (int) Math.min(Integer.MAX_VALUE, (long) requested + messages);
    if (!pumping && isReading() && !(reader.isEmpty() && !ended)) {
      pump();
      if (isReading() && reader.isEmpty()) {
        reader.release();
      }
      settle();
    }
  }

  private void pump() {
    pumping = true;
    try {
      while (isReading() && (requested > 0 || !method().clientStreaming()) && reader.next()) {
        onEnvelope();
      }
      checkReader();
      if (isReading() && ended && !halfClosed) {
        onInputEnd();
      }
    } finally {
      pumping = false;
    }
  }

  private void checkReader() {
    if (isReading() && reader.fault() != null) {
      fail(reader.fault());
    }
  }

  /** Opens the window, unless complete messages wait that nobody has requested. */
  private void settle() {
    boolean waits =
        isReading() && method().clientStreaming() && requested == 0 && !reader.isEmpty();
    if (!waits && unconsumed > 0) {
      int bytes = unconsumed;
      unconsumed = 0;
      http.consumed(bytes);
    }
    boolean partial = !waits && !reader.isEmpty();
    partialSinceNanos =
        !partial ? 0 : partialSinceNanos != 0 ? partialSinceNanos : System.nanoTime();
  }

  private void onEnvelope() {
    partialSinceNanos = 0;
    int flags = reader.flags();
    if ((flags & ~COMPRESSED) != 0) {
      fail(unknownFlags(flags));
    } else if (flags == 0) {
      onMessage(reader.buffer(), reader.offset(), reader.length());
    } else if (!gzip) {
      fail(RpcStatus.violation("a message is compressed, and no header says how"));
    } else if (reader.length() == 0) {
      onMessage(NONE, 0, 0);
    } else {
      RpcLoop.Inflated inflated =
          loop().gunzip(reader.buffer(), reader.offset(), reader.length(), maxBytes);
      if (inflated.status().isOk()) {
        onMessage(inflated.buffer(), 0, inflated.length());
      } else {
        fail(inflated.status());
      }
    }
  }

  private void onMessage(byte[] bytes, int offset, int length) {
    if (method().clientStreaming()) {
      requested--;
      deliver(bytes, offset, length);
    } else if (hasOnly) {
      fail(RpcStatus.of(RpcCode.UNIMPLEMENTED, "this method takes one message, not several"));
    } else if (ended && reader.isEmpty()) {
      hasOnly = true;
      halfClosed = true;
      deliver(bytes, offset, length);
      halfClose();
    } else if (!loop().reserve(length)) {
      fail(RpcStatus.of(RpcCode.UNAVAILABLE, "too many messages are arriving; try again shortly"));
    } else {
      hasOnly = true;
      only = Arrays.copyOfRange(bytes, offset, offset + length);
    }
  }

  private void onInputEnd() {
    boolean whole = reader.isEmpty();
    if (!whole && method().clientStreaming() && requested == 0) {
      return; // The rest waits until it is requested.
    }
    halfClosed = true;
    if (!whole) {
      fail(RpcStatus.of(RpcCode.INVALID_ARGUMENT, "the last message is not whole"));
    } else if (method().clientStreaming()) {
      deliverHalfClose();
    } else if (!hasOnly) {
      fail(RpcStatus.of(RpcCode.UNIMPLEMENTED, "this method takes one message, and none came"));
    } else {
      byte[] message = only;
      releaseOnly();
      deliver(message, 0, message.length);
      halfClose();
    }
  }

  private void halfClose() {
    if (isReading()) {
      deliverHalfClose();
    }
  }

  private void releaseOnly() {
    if (only != null) {
      loop().release(only.length);
      only = null;
    }
  }

  @Override
  protected final void releaseInput() {
    reader.release();
    releaseOnly();
  }

  @Override
  public final void checkDeadlines(long nowNanos) {
    super.checkDeadlines(nowNanos);
    long late = TimeUnit.MILLISECONDS.toNanos(loop().requestTimeoutMillis());
    if (isReading() && isArriving() && nowNanos - arrivingSinceNanos() > late) {
      fail(RpcStatus.of(RpcCode.DEADLINE_EXCEEDED, "the message did not arrive in time"));
    }
  }

  /** A single message is not there before the request is complete. */
  private boolean isArriving() {
    return method().clientStreaming() ? partialSinceNanos != 0 : !halfClosed;
  }

  private long arrivingSinceNanos() {
    return method().clientStreaming() ? partialSinceNanos : http.startNanos();
  }
}

package com.reactive.platform.gateway.http;

import com.reactive.platform.gateway.ingest.Rejection;
import com.reactive.platform.gateway.ledger.Ledger;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Stream;
import java.util.concurrent.TimeUnit;

/**
 * Faults of a client that concern one stream: answers heads that are too large as HTTP/1.1 does,
 * counts malformed ones, and drops what comes late for a stream that was reset. On the event loop.
 */
final class Http2StreamFaults {
  private static final long RESET_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final Http2FrameReceiver.Target connection;
  private final Ledger ledger;

  /** When a stream was reset by us last; 0 for never. */
  private long resetNanos;

  Http2StreamFaults(Http2FrameReceiver.Target connection, Ledger ledger) {
    this.connection = connection;
    this.ledger = ledger;
  }

  /** A stream is reset by us. */
  void onReset() {
    resetNanos = System.nanoTime();
  }

  /**
   * @param outbound the fault is in what we write
   * @return true if nothing more is to be done; false if the stream must be reset, which counts as
   *     done here
   * @throws Http2Exception if the connection must end
   */
  boolean onFault(boolean outbound, Http2Exception.StreamException error) throws Http2Exception {
    Http2Stream stream = connection.connection().stream(error.streamId());
    boolean isNew = stream == null || connection.requestOf(stream) == null;
    if (!outbound && isNew && error instanceof Http2Exception.HeaderListSizeException size) {
      if (size.duringDecode() && respondTooLarge(stream, error.streamId())) {
        onReset(); // The body, if there is one, may be on its way.
        return true;
      }
    } else if (!outbound && stream == null && error.error() == Http2Error.STREAM_CLOSED) {
      onFrameOfClosedStream(error.streamId());
      return true;
    } else if (!outbound && isNew && error.error() == Http2Error.PROTOCOL_ERROR) {
      ledger.received();
      ledger.refused(Rejection.MALFORMED_REQUEST.outcome());
    }
    onReset();
    return false;
  }

  private boolean respondTooLarge(Http2Stream known, int id) {
    try {
      Http2Stream stream =
          known != null ? known : connection.connection().remote().createStream(id, false);
      if (connection.isFull()) {
        return false;
      }
      connection.streamOf(stream).onHead(Http2RequestHead.tooLarge(), false);
      return true;
    } catch (Http2Exception e) {
      return false; // As after any other error of a stream, it is reset.
    }
  }

  /**
   * Frames of a stream that we have reset may be on their way, and are dropped: a reset for each
   * would soon be one too many. Of other streams that is a fault.
   */
  private void onFrameOfClosedStream(int id) throws Http2Exception {
    boolean resetLately = resetNanos != 0 && System.nanoTime() - resetNanos < RESET_NANOS;
    if (!resetLately) {
      throw Http2Exception.connectionError(
          Http2Error.STREAM_CLOSED, "a frame for stream %d, which is closed", id);
    }
    connection.onOverhead(FrameBudget.FRAME);
  }
}

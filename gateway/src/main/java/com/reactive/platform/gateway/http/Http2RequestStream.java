package com.reactive.platform.gateway.http;

import com.reactive.platform.gateway.ingest.Problem;
import com.reactive.platform.gateway.ingest.Rejection;
import com.reactive.platform.gateway.telemetry.ClientProtocol;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Stream;
import java.util.concurrent.TimeUnit;

/**
 * A stream of an HTTP/2 connection: one request and its response, which waits for no other. Lives
 * on the connection's event loop.
 *
 * <p>A response that comes before the end of its request ends our side of the stream; the rest of
 * the request is dropped as it comes, up to the limit of the body. Where HTTP/1.1 would close the
 * connection behind the response, the stream is reset behind it.
 */
final class Http2RequestStream
    implements Exchange.Transport, ResponseCarrier, ChannelFutureListener {
  /** The connection of the stream. On its event loop. */
  interface Carrier {
    Peer peer();

    /** The heads of all its requests that wait for their bodies. */
    OpenHeads openHeads();

    /**
     * Writes the response of a stream, without flushing it.
     *
     * @param ends the response ends the stream; false if a reset does
     * @return done when the last frame is among what leaves next
     */
    ChannelFuture writeResponse(Http2Stream stream, boolean ends, Exchange exchange);

    /** Done when all that was written so far has left. */
    ChannelFuture flushed();

    /** Writes a 100. */
    void writeContinue(int stream);

    void reset(int stream, Http2Error error);

    /** The same connection, as it carries calls. */
    Http2CallTransport.Carrier calls();

    /** Returns true if nobody has asked for the next flush yet. */
    boolean wantsFlush();

    /** Writes what flow control permits, and flushes. */
    void flushResponses();

    /** Closes at once, because of a fault of the gateway. */
    void abort(Throwable fault);
  }

  private final Carrier connection;
  private final Http2Stream stream;
  private final RequestReader reader;
  private Exchange exchange;

  /** Of the head, as long as it is kept; else 0. */
  private int heldBytes;

  /** Null unless a call takes the request. */
  private Http2CallTransport carried;

  /**
   * Resets the stream behind its response; null: the response ends it. A malformed request is an
   * error of its stream (RFC 9113, 8.1.1).
   */
  private Http2Error reset;

  /** Done when the response is; null before it is decided. */
  private ChannelFuture written;

  /** When the response was handed to the flow controller; 0: it was not. */
  private long respondedNanos;

  private boolean closed;

  Http2RequestStream(Carrier connection, EventLoopContext loop, Http2Stream stream) {
    this.connection = connection;
    this.stream = stream;
    this.reader = new RequestReader(loop, this, this);
  }

  /** The head of the request, perhaps with the end of it. */
  void onHead(Http2RequestHead head, boolean last) {
    reader.onHead(head.request());
    if (last) {
      reader.onContent(Unpooled.EMPTY_BUFFER, true);
    } else if (reader.awaitsBody() || isOpenCall()) {
      if (connection.openHeads().hold(head.heldBytes())) {
        heldBytes = head.heldBytes();
      } else if (isCall()) {
        connection.reset(stream.id(), Http2Error.REFUSED_STREAM); // Nothing of it was taken.
      } else {
        reader.onNoRoom();
      }
    }
  }

  private boolean isOpenCall() {
    return isCall() && !call().isEnded();
  }

  /** True if a call takes the request, and opens the window itself. */
  boolean isCall() {
    return call() != null;
  }

  /** Null unless a call takes the request. */
  CallHandler call() {
    return exchange == null ? null : exchange.call();
  }

  void onData(ByteBuf bytes, boolean last) {
    reader.onContent(bytes, last);
    releaseHead();
  }

  private void releaseHead() {
    if (heldBytes > 0 && !reader.awaitsBody() && (closed || !isCall())) {
      connection.openHeads().release(heldBytes);
      heldBytes = 0;
    }
  }

  /** The trailers, which end the request. */
  void onTrailers(Http2Headers trailers) {
    if (Http2RequestHead.framesInTrailer(trailers)) {
      reader.onBodyFault(
          RequestValidator.decoderFault(new FramingException("framing headers in the trailer")));
    } else {
      reader.onContent(Unpooled.EMPTY_BUFFER, true);
    }
    releaseHead();
  }

  /** Takes over a complete request that came by HTTP/1.1, with its response if there is one. */
  void adopt(Exchange upgraded) {
    exchange = upgraded;
    upgraded.moveTo(this);
    if (upgraded.hasResponse()) {
      write();
    }
  }

  @Override
  public void add(Exchange added) {
    exchange = added;
  }

  @Override
  public void sendContinue(Exchange expecting) {
    connection.writeContinue(stream.id());
  }

  @Override
  public CallTransport carry(Exchange carriedExchange) {
    carried = new Http2CallTransport(connection.calls(), stream);
    return carried;
  }

  @Override
  public void respond(Exchange responded, Response response) {
    if (isOver()) {
      return;
    }
    exchange.response(response);
    write();
  }

  /** True if nothing more may be written; a reset that waits to be sent is the last frame, too. */
  private boolean isOver() {
    return closed || stream.isResetSent() || exchange.hasResponse();
  }

  private void write() {
    respondedNanos = System.nanoTime();
    exchange.end(exchange.response().status(), respondedNanos);
    Problem problem = exchange.response().problem();
    if (reset != null && problem != null && problem.type() == Rejection.MALFORMED_REQUEST) {
      reset = Http2Error.PROTOCOL_ERROR;
    }
    boolean ends = reset != Http2Error.PROTOCOL_ERROR;
    written = connection.writeResponse(stream, ends, exchange);
    if (reset != null) {
      (written.isDone() ? connection.flushed() : written).addListener(this);
    }
  }

  /** The response is written that a reset follows. */
  @Override
  public void operationComplete(ChannelFuture future) {
    boolean wanted = reset == Http2Error.PROTOCOL_ERROR || stream.state().remoteSideOpen();
    if (future.isSuccess() && wanted && !closed) {
      connection.reset(stream.id(), reset);
    }
  }

  @Override
  public void closeAfter(Exchange last) {
    reset = Http2Error.NO_ERROR;
  }

  @Override
  public void completeRequest() {
    // The stream ends with its response.
  }

  @Override
  public void closeAfterPending() {
    if (written == null) {
      connection.reset(stream.id(), Http2Error.NO_ERROR); // The end of a call waits for its client.
      return;
    }
    reset = Http2Error.NO_ERROR;
    written.addListener(this);
  }

  @Override
  public Peer peer() {
    return connection.peer();
  }

  @Override
  public ClientProtocol protocol() {
    return ClientProtocol.HTTP2;
  }

  @Override
  public boolean respondWithOutcome(Exchange completed) {
    if (isOver()) {
      return false;
    }
    respond(exchange, exchange.responseToOutcome());
    return connection.wantsFlush();
  }

  @Override
  public void flush() {
    connection.flushResponses();
  }

  @Override
  public void abort(Throwable fault) {
    connection.abort(fault);
  }

  /** Responds to what has waited too long, and resets the stream if the client has. */
  void checkDeadline(long nowNanos, HttpConfig config) {
    if (isCall()) {
      call().checkDeadlines(nowNanos);
    } else if (reader.checkDeadline(nowNanos)) {
      connection.reset(stream.id(), Http2Error.NO_ERROR);
    } else if (exchange != null
        && !exchange.hasResponse()
        && !reader.isReading()
        && exchange.isLate(config.answerTimeoutMillis(), nowNanos)) {
      respond(exchange, exchange.responseWhenLate());
    } else if (respondedNanos != 0
        && !reader.isReading()
        && nowNanos - respondedNanos
            > TimeUnit.MILLISECONDS.toNanos(config.requestTimeoutMillis())) {
      connection.reset(stream.id(), Http2Error.CANCEL);
    }
    releaseHead();
  }

  /** The connection's input has ended: an incomplete request never will be complete. */
  void onInputEnd() {
    if (reader.isReading()) {
      reader.onInputEnd();
    }
  }

  /** The gateway stops. */
  void onDrain() {
    if (isCall()) {
      call().onDrain();
    }
  }

  /** Responds to whatever is pending. */
  void finish() {
    reader.finish();
    if (isCall()) {
      call().onFinish();
    } else if (exchange != null) {
      respond(exchange, exchange.responseWhenUnknown());
    }
  }

  /** The stream is closed, by its end or by either side's reset. */
  void onClosed() {
    closed = true;
    reader.discard();
    releaseHead();
    if (isCall()) {
      carried.onClosed();
      call().onReset();
    } else if (exchange != null && respondedNanos == 0) {
      exchange.end(0, System.nanoTime());
    }
  }
}

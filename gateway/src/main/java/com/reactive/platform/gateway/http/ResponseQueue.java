package com.reactive.platform.gateway.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpRequest;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Writes the responses of one connection in the order of its requests, and stops reading while too
 * many are pending.
 *
 * <p>Lives on the connection's event loop.
 */
final class ResponseQueue implements ResponseCarrier, Http1CallTransport.Queue {
  /** So many bytes go to the channel at once; the rest of what is to be flushed follows. */
  private static final int MAX_BUFFER_BYTES = 64 << 10;

  private final ChannelHandlerContext ctx;
  private final HttpConfig config;
  private final ResponseEncoder encoder;
  private final ReadThrottle throttle;
  private final LingeringClose lingering;
  private final Consumer<HttpRequest> reader;
  private final Predicate<Runnable> afterOutcomes;
  private final Runnable flush = this::flush;

  /** Requests without a written response, oldest first. */
  private final ArrayDeque<Exchange> pending = new ArrayDeque<>(4);

  /** The youngest request, while its body is still arriving; else null. */
  private Exchange arriving;

  /** The connection closes after the response to this one; null for none so far. */
  private Exchange last;

  /** The youngest request, if its response is made by a call; then what follows it is held. */
  private Exchange called;

  /** Carries the response of that; null if there is none. */
  private Http1CallTransport carried;

  /** Came behind the call; null for none. Then reading is off, so there is one at most. */
  private HttpRequest held;

  private boolean flushWanted;

  /** The oldest one's response is decided. */
  private boolean unflushed;

  private boolean closed;

  private boolean ranAhead;
  private boolean paused;

  private long idleSinceNanos = System.nanoTime();
  private long stalledSinceNanos;

  /**
   * @param reader takes a request that was held
   * @param afterOutcomes runs a flush behind others that are due; false if it does not
   */
  ResponseQueue(
      ChannelHandlerContext ctx,
      HttpConfig config,
      ResponseEncoder encoder,
      Consumer<HttpRequest> reader,
      Predicate<Runnable> afterOutcomes) {
    this.ctx = ctx;
    this.reader = reader;
    this.afterOutcomes = afterOutcomes;
    this.config = config;
    this.encoder = encoder;
    this.throttle = new ReadThrottle(ctx.channel());
    this.lingering = new LingeringClose(ctx);
  }

  @Override
  public void add(Exchange exchange) {
    pending.add(exchange);
    arriving = exchange;
    if (!exchange.keepAlive()) {
      last = exchange;
    }
  }

  /**
   * Holds a request that comes behind a call, until the response to the call has ended. Returns
   * false if there is no call. Clients mostly wait for the response, so reading goes on till then:
   * to turn it off and on costs some system calls.
   */
  boolean holds(HttpRequest request) {
    if (!isCalling()) {
      return false;
    }
    held = request;
    throttle.read(false);
    return true;
  }

  /** The youngest request is a call, and complete: what follows it is held. */
  boolean isCalling() {
    return isCarrying() && arriving == null;
  }

  @Override
  public void completeRequest() {
    arriving = null;
    regulateReading();
  }

  /**
   * {@inheritDoc} Behind a pending one that would be out of order; the client sends its body
   * without it then.
   */
  @Override
  public void sendContinue(Exchange exchange) {
    flush();
    if (pending.size() == 1 && pending.peek() == exchange) {
      encoder.clear();
      encoder.addContinue();
      flush(encoder.write(ctx, ctx.voidPromise()));
    }
  }

  @Override
  public void closeAfter(Exchange exchange) {
    last = exchange;
  }

  /** The youngest response is the last; if it is written already, the connection closes now. */
  @Override
  public void closeAfterPending() {
    flush();
    if (pending.isEmpty()) {
      // The response may not be in the socket yet; shutting our side would discard it.
      ctx.writeAndFlush(Unpooled.EMPTY_BUFFER)
          .addListener((ChannelFutureListener) future -> lingerAndClose());
    } else {
      last = pending.peekLast();
    }
  }

  /** The client has shut its side. */
  void onInputEnd() {
    lingering.onInputEnd();
  }

  @Override
  public void respond(Exchange exchange, Response response) {
    if (closed || exchange.hasResponse()) {
      return;
    }
    exchange.response(response);
    unflushed |= pending.peek().hasResponse();
  }

  /** Returns true if a flush is wanted. */
  boolean respondWithOutcome(Exchange exchange) {
    if (closed || exchange.hasResponse()) {
      return false;
    }
    respond(exchange, exchange.responseToOutcome());
    return unflushed;
  }

  /**
   * Writes and flushes the responses whose turn has come, as one buffer. More may be decided
   * meanwhile: reading may continue as soon as there is room.
   */
  void flush() {
    if (isCarrying()) {
      flushCall();
    }
    while (unflushed) {
      unflushed = false;
      idleSinceNanos = System.nanoTime();
      flush(write(idleSinceNanos));
      if (isCarrying()) {
        flushCall();
      }
      regulateReading();
    }
  }

  private boolean isCarrying() {
    return called != null && called.call() != null;
  }

  private void flushCall() {
    flushWanted = false;
    Http1CallTransport transport = carried;
    called.call().writeOut();
    ByteBuf written =
        carried == transport && pending.peek() == called ? transport.writeWaiting() : null;
    if (carried != transport || pending.peek() != called) {
      if (written != null) {
        encoder.giveBack(written);
      }
      return; // Not its turn; or so much was written that it was flushed meanwhile.
    }
    boolean ended = transport.hasEnded();
    if (ended) {
      endCall();
    }
    if (written == null) {
      ctx.flush();
    } else {
      flush(written);
    }
    if (ended) {
      regulateReading(); // Behind the flush: the next request may begin in here.
    }
  }

  private void endCall() {
    idleSinceNanos = System.nanoTime();
    pending.remove();
    boolean closes = called == last;
    called = null;
    carried = null;
    if (closes) {
      held = null;
      ctx.write(Unpooled.EMPTY_BUFFER, ctx.newPromise().addListener(done -> lingerAndClose()));
    }
  }

  @Override
  public CallTransport carry(Exchange exchange) {
    ranAhead = true; // It may.
    called = exchange;
    carried = new Http1CallTransport(ctx, exchange, this, encoder);
    return carried;
  }

  @Override
  public boolean isNext(Exchange exchange) {
    return pending.peek() == exchange;
  }

  @Override
  public boolean isLast(Exchange exchange) {
    return exchange == last;
  }

  @Override
  public void flushSoon() {
    if (!flushWanted) {
      flushWanted = true;
      if (!afterOutcomes.test(flush)) {
        ctx.executor().execute(flush);
      }
    }
  }

  /** The connection closes behind a response that is known: no request may follow. */
  boolean isEnding() {
    return last != null;
  }

  /** Nothing is pending here or in the channel. */
  boolean isAtRest() {
    ChannelOutboundBuffer written = ctx.channel().unsafe().outboundBuffer();
    return pending.isEmpty()
        && !isEnding()
        && !closed
        && held == null
        && !throttle.isRegistering()
        && written != null
        && written.isEmpty();
  }

  /** True if a response did not wait for the outcome of its event since this was asked last. */
  boolean hasRunAhead() {
    boolean has = ranAhead;
    ranAhead = false;
    return has;
  }

  /** Reads no further request, until this is called with false. */
  void pauseReading(boolean pause) {
    paused = pause;
    regulateReading();
  }

  /** The gateway stops. */
  void drain() {
    if (isCarrying()) {
      called.call().onDrain();
    }
  }

  private ByteBuf write(long nowNanos) {
    ChannelPromise promise = ctx.voidPromise();
    encoder.clear();
    Exchange exchange = pending.peek();
    while (exchange != null && exchange.hasResponse()) {
      pending.remove();
      exchange.end(exchange.response().status(), nowNanos);
      ranAhead |= exchange.async();
      encoder.begin(exchange == last);
      ResponseTemplates.encode(encoder, exchange);
      if (exchange == last) {
        promise = ctx.newPromise().addListener(future -> lingerAndClose());
      }
      exchange = pending.peek();
      if (encoder.length() >= MAX_BUFFER_BYTES && exchange != null && exchange.hasResponse()) {
        encoder.giveBack(encoder.write(ctx, ctx.voidPromise()));
      }
    }
    return encoder.write(ctx, promise);
  }

  private void flush(ByteBuf written) {
    ctx.flush();
    encoder.giveBack(written);
  }

  private void lingerAndClose() {
    if (lingering.start()) {
      regulateReading();
      lingering.shutOutput();
    }
  }

  /**
   * Reads only while the client takes its responses and not too many are pending. A body that has
   * begun is read to its end: its deadline runs.
   */
  @Override
  public void regulateReading() {
    boolean room =
        isCarrying()
            ? arriving != null && !carried.holdsBack()
            : arriving != null || (!paused && pending.size() < config.maxPipelined());
    if (!room && unflushed) {
      flush();
      return;
    }
    if (isCalling()) {
      return; // What comes is held when it comes.
    }
    boolean wanted = lingering.isLingering() || (room && ctx.channel().isWritable());
    if (wanted && held != null) {
      HttpRequest next = held;
      held = null;
      reader.accept(next);
      regulateReading();
    } else {
      throttle.read(wanted);
    }
  }

  /** Responds to what has waited too long, and closes if the client has. */
  void checkDeadlines(long nowNanos) {
    for (Exchange oldest : pending) {
      if (oldest.hasResponse() || oldest.call() != null) {
        continue;
      }
      if (oldest == arriving || !oldest.isLate(config.answerTimeoutMillis(), nowNanos)) {
        break;
      }
      respond(oldest, oldest.responseWhenLate());
      ranAhead = true;
    }
    if (isCarrying() && isNext(called)) { // Before its turn, it is not the client who is late.
      called.call().checkDeadlines(nowNanos);
    }
    boolean stalled = !ctx.channel().isWritable();
    stalledSinceNanos = !stalled ? 0 : stalledSinceNanos == 0 ? nowNanos : stalledSinceNanos;
    boolean stalledTooLong =
        stalled && isOver(stalledSinceNanos, config.requestTimeoutMillis(), nowNanos);
    boolean idleTooLong =
        pending.isEmpty() && isOver(idleSinceNanos, config.idleTimeoutMillis(), nowNanos);
    if (lingering.isOver(nowNanos) || stalledTooLong || idleTooLong) {
      ctx.close();
    }
  }

  private static boolean isOver(long sinceNanos, int timeoutMillis, long nowNanos) {
    return nowNanos - sinceNanos > TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
  }

  /** Responds to what is pending with an unknown outcome, and closes. */
  void finish() {
    for (Exchange exchange : pending.toArray(new Exchange[0])) {
      if (exchange.call() == null) {
        respond(exchange, exchange.responseWhenUnknown());
      } else {
        exchange.call().onFinish();
      }
    }
    closeAfterPending();
  }

  /**
   * Takes away the only request that is pending, whose response another will write; null if there
   * is none, or more.
   */
  Exchange takeOnly() {
    if (pending.size() != 1 || pending.peek() == last || isCarrying()) {
      return null;
    }
    unflushed = false;
    return pending.remove();
  }

  /** The channel is gone: nothing can be written any more. */
  void discard() {
    closed = true;
    unflushed = false;
    held = null;
    long nowNanos = System.nanoTime();
    for (Exchange exchange : pending) {
      if (exchange.call() == null) {
        exchange.end(0, nowNanos);
      } else {
        exchange.call().onReset();
        carried.discard();
      }
    }
    pending.clear();
  }
}

package com.reactive.platform.gateway.http;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.ssl.SslHandler;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;

/**
 * Writes the answers of one connection in the order of its requests, stops reading while too many
 * are owed, and closes the connection in the way that lets the client read the last one.
 *
 * <p>Lives on the connection's event loop.
 */
final class AnswerQueue {
  private static final long LINGER_NANOS = TimeUnit.SECONDS.toNanos(2);

  private final ChannelHandlerContext ctx;
  private final HttpConfig config;

  /** Requests that are not answered on the wire yet, oldest first. */
  private final ArrayDeque<Exchange> pending = new ArrayDeque<>(4);

  /** The youngest request, while its body is still arriving; else null. */
  private Exchange arriving;

  /** The answer after which the connection closes; null for none so far. */
  private Exchange last;

  private boolean unflushed;
  private boolean closed;
  private long idleSinceNanos = System.nanoTime();
  private long stalledSinceNanos;
  private long lingerUntilNanos;

  AnswerQueue(ChannelHandlerContext ctx, HttpConfig config) {
    this.ctx = ctx;
    this.config = config;
  }

  /** A request begins; its answer is owed from now on. */
  void add(Exchange exchange) {
    pending.add(exchange);
    arriving = exchange;
    if (!exchange.keepAlive()) {
      last = exchange;
    }
  }

  /** The youngest request has arrived, or no more of it is wanted. */
  void arrived() {
    arriving = null;
    regulateReading();
  }

  boolean onlyHas(Exchange exchange) {
    return pending.size() == 1 && pending.peek() == exchange;
  }

  /** This exchange's answer is to be the connection's last. */
  void closeAfter(Exchange exchange) {
    last = exchange;
  }

  /** The youngest answer is the last; if it is written already, the connection closes now. */
  void closeWhenAnswered() {
    if (pending.isEmpty()) {
      // The answer may be written and not flushed; shutting our side would throw it away.
      unflushed = false;
      ctx.writeAndFlush(Unpooled.EMPTY_BUFFER)
          .addListener((ChannelFutureListener) future -> lingerAndClose());
    } else {
      last = pending.peekLast();
    }
  }

  /** Takes the response over; writes it when its turn has come. Does not flush. */
  void answer(Exchange exchange, FullHttpResponse response) {
    if (closed || exchange.answered) {
      response.release();
      return;
    }
    exchange.answer(response);
    writeThoseWhoseTurnItIs();
  }

  /** Returns whether a flush is wanted. */
  boolean answerOutcome(Exchange exchange) {
    if (closed || exchange.answered) {
      return false;
    }
    answer(
        exchange,
        switch (exchange.outcome()) {
          case ACKED -> Answers.created(ctx.alloc(), exchange);
          case NOT_WRITTEN ->
              Answers.problem(
                  ctx.alloc(),
                  exchange,
                  Problem.of(Problem.Type.NOT_WRITTEN, exchange.failureName()));
          default -> unknown(exchange, exchange.failureName());
        });
    return unflushed;
  }

  /** The outcome is not known, and the answer waits no longer. */
  private FullHttpResponse late(Exchange exchange) {
    return exchange.acceptedWhenLate()
        ? Answers.accepted(ctx.alloc(), exchange)
        : unknown(exchange, "");
  }

  private FullHttpResponse unknown(Exchange exchange, String why) {
    String advice = "send it again with its eventId as Idempotency-Key";
    return Answers.problem(
        ctx.alloc(),
        exchange,
        Problem.of(Problem.Type.UNKNOWN, why.isEmpty() ? advice : why + "; " + advice));
  }

  private void writeThoseWhoseTurnItIs() {
    long nowNanos = System.nanoTime();
    Exchange exchange = pending.peek();
    while (exchange != null && exchange.response != null) {
      pending.remove();
      exchange.ended(
          exchange.response.status().code(), exchange.problem, nowNanos, exchange.bodyBytes);
      write(exchange);
      exchange = pending.peek();
    }
    idleSinceNanos = nowNanos;
    regulateReading();
  }

  private void write(Exchange exchange) {
    FullHttpResponse response = exchange.response;
    exchange.response = null;
    unflushed = true;
    if (exchange == last) {
      response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
      ctx.write(response).addListener((ChannelFutureListener) future -> lingerAndClose());
    } else {
      if (exchange.keepAliveMustBeSaid()) {
        response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.KEEP_ALIVE);
      }
      ctx.write(response, ctx.voidPromise());
    }
  }

  void flush() {
    if (unflushed) {
      unflushed = false;
      ctx.flush();
    }
  }

  /**
   * Shuts our side, and waits a little for the client to shut theirs: closing while they still send
   * would reset the connection, and they might never read the answer.
   */
  private void lingerAndClose() {
    if (lingerUntilNanos == 0) {
      lingerUntilNanos = System.nanoTime() + LINGER_NANOS;
      regulateReading();
      SslHandler tls = ctx.pipeline().get(SslHandler.class);
      if (tls == null) {
        shutOurSide();
      } else {
        // Without the alert before the end, a client must take the answer for cut off.
        tls.closeOutbound().addListener(sent -> shutOurSide());
      }
    }
  }

  private void shutOurSide() {
    if (ctx.channel() instanceof DuplexChannel duplex) {
      duplex.shutdownOutput();
    } else {
      ctx.close();
    }
  }

  /**
   * Reads only while the client takes its answers and is not owed too many. A body that has begun
   * is read to its end: its clock is running.
   */
  void regulateReading() {
    boolean lingering = lingerUntilNanos != 0;
    boolean room = arriving != null || pending.size() < config.maxPipelined();
    boolean wanted = lingering || (room && ctx.channel().isWritable());
    if (ctx.channel().config().isAutoRead() != wanted) {
      ctx.channel().config().setAutoRead(wanted);
    }
  }

  /** Whether a request that began then should have arrived by now. */
  boolean isLate(long startNanos, long nowNanos) {
    return isOver(startNanos, config.requestTimeoutMillis(), nowNanos);
  }

  /** Answers what has waited too long, and closes if the client has. */
  void checkDeadlines(long nowNanos) {
    Exchange oldest = pending.peek();
    while (oldest != null
        && oldest != arriving
        && !oldest.answered
        && oldest.isLate(config.answerTimeoutMillis(), nowNanos)) {
      answer(oldest, late(oldest));
      oldest = pending.peek();
    }
    boolean stalled = !ctx.channel().isWritable();
    stalledSinceNanos = !stalled ? 0 : stalledSinceNanos == 0 ? nowNanos : stalledSinceNanos;
    boolean lingeredEnough = lingerUntilNanos != 0 && nowNanos - lingerUntilNanos > 0;
    boolean stalledTooLong =
        stalled && isOver(stalledSinceNanos, config.requestTimeoutMillis(), nowNanos);
    boolean idleTooLong =
        pending.isEmpty() && isOver(idleSinceNanos, config.idleTimeoutMillis(), nowNanos);
    if (lingeredEnough || stalledTooLong || idleTooLong) {
      ctx.close();
    }
  }

  private static boolean isOver(long sinceNanos, int timeoutMillis, long nowNanos) {
    return nowNanos - sinceNanos > TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
  }

  /** Answers what is still owed as unknown, and closes. */
  void finish() {
    for (Exchange exchange : pending.toArray(new Exchange[0])) {
      if (!exchange.answered) {
        answer(exchange, unknown(exchange, ""));
      }
    }
    flush();
    closeWhenAnswered();
  }

  /** The channel is gone: nothing can be written any more. */
  void discard() {
    closed = true;
    long nowNanos = System.nanoTime();
    for (Exchange exchange : pending) {
      exchange.ended(0, exchange.problem, nowNanos, exchange.bodyBytes);
      if (exchange.response != null) {
        exchange.response.release();
        exchange.response = null;
      }
    }
    pending.clear();
  }
}

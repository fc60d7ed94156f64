package com.reactive.platform.gateway.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.EventLoop;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslHandler;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;

/**
 * Writes the answers of one connection in the order of its requests, stops reading while too many
 * are owed, and closes the connection in the way that lets the client read the last one.
 *
 * <p>Lives on the connection's event loop.
 */
final class ResponseQueue {
  /** As Linux has it in netinet/tcp.h: they have shut their side, we have not. */
  private static final int TCP_CLOSE_WAIT = 8;

  private static final long LINGER_NANOS = TimeUnit.SECONDS.toNanos(2);

  /** So many bytes go to the channel at once; the rest of what is to be flushed follows. */
  private static final int MAX_BUFFER_BYTES = 64 << 10;

  private final ChannelHandlerContext ctx;
  private final HttpConfig config;
  private final ResponseEncoder writer;

  /** Requests that are not answered on the wire yet, oldest first. */
  private final ArrayDeque<Exchange> pending = new ArrayDeque<>(4);

  /** The youngest request, while its body is still arriving; else null. */
  private Exchange arriving;

  /** The answer after which the connection closes; null for none so far. */
  private Exchange last;

  /** Whether the oldest one's answer is decided. */
  private boolean unflushed;

  private boolean closed;
  private boolean inputEnded;
  private boolean registering;
  private long idleSinceNanos = System.nanoTime();
  private long stalledSinceNanos;
  private long lingerUntilNanos;

  ResponseQueue(ChannelHandlerContext ctx, HttpConfig config, ResponseEncoder writer) {
    this.ctx = ctx;
    this.config = config;
    this.writer = writer;
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

  /**
   * Tells the client to send the body of this request, the youngest. Behind an unanswered one that
   * would be out of order; the client sends without it then.
   */
  void askForBody(Exchange exchange) {
    flush();
    if (pending.size() == 1 && pending.peek() == exchange) {
      writer.clear();
      writer.addContinue();
      flush(writer.write(ctx, ctx.voidPromise()));
    }
  }

  /** This exchange's answer is to be the connection's last. */
  void closeAfter(Exchange exchange) {
    last = exchange;
  }

  /** The youngest answer is the last; if it is written already, the connection closes now. */
  void closeWhenAnswered() {
    flush();
    if (pending.isEmpty()) {
      // The answer may not be in the socket yet; shutting our side would throw it away.
      ctx.writeAndFlush(Unpooled.EMPTY_BUFFER)
          .addListener((ChannelFutureListener) future -> lingerAndClose());
    } else {
      last = pending.peekLast();
    }
  }

  /** The client has shut its side: nothing is to be awaited once its last answer is out. */
  void inputEnded() {
    inputEnded = true;
    if (lingerUntilNanos != 0) {
      ctx.close();
    }
  }

  /** Decides the answer, if that was not done before. Does not flush. */
  void answer(Exchange exchange, Response answer) {
    if (closed || exchange.isAnswered()) {
      return;
    }
    exchange.answer(answer);
    unflushed |= pending.peek().isAnswered();
  }

  /** Returns whether a flush is wanted. */
  boolean answerOutcome(Exchange exchange) {
    if (closed || exchange.isAnswered()) {
      return false;
    }
    answer(
        exchange,
        switch (exchange.outcome()) {
          case ACKED -> ResponseTemplates.CREATED;
          case SPOOLED -> ResponseTemplates.SPOOLED;
          case NOT_WRITTEN -> notWritten(exchange);
          default -> unknown(exchange.failureName());
        });
    return unflushed;
  }

  private static Problem notWritten(Exchange exchange) {
    return exchange.isRefused()
        ? Problem.of(Problem.Type.REFUSED, exchange.failure().getMessage())
        : Problem.of(Problem.Type.NOT_WRITTEN, exchange.failureName());
  }

  /** The outcome is not known, and the answer waits no longer. */
  private static Response late(Exchange exchange) {
    return exchange.acceptedWhenLate() ? ResponseTemplates.ACCEPTED : unknown("");
  }

  private static Problem unknown(String why) {
    String advice = "send it again with its eventId as Idempotency-Key";
    return Problem.of(Problem.Type.UNKNOWN, why.isEmpty() ? advice : why + "; " + advice);
  }

  /**
   * Writes and flushes the answers whose turn has come, as one buffer. More may be decided
   * meanwhile: reading may go on as soon as there is room.
   */
  void flush() {
    while (unflushed) {
      unflushed = false;
      idleSinceNanos = System.nanoTime();
      flush(write(idleSinceNanos));
      regulateReading();
    }
  }

  private ByteBuf write(long nowNanos) {
    ChannelPromise promise = ctx.voidPromise();
    writer.clear();
    Exchange exchange = pending.peek();
    while (exchange != null && exchange.isAnswered()) {
      pending.remove();
      exchange.ended(exchange.answer().status(), nowNanos);
      writer.add(exchange, exchange == last);
      if (exchange == last) {
        promise = ctx.newPromise().addListener(future -> lingerAndClose());
      }
      exchange = pending.peek();
      if (writer.length() >= MAX_BUFFER_BYTES && exchange != null && exchange.isAnswered()) {
        writer.giveBack(writer.write(ctx, ctx.voidPromise()));
      }
    }
    return writer.write(ctx, promise);
  }

  private void flush(ByteBuf written) {
    ctx.flush();
    writer.giveBack(written);
  }

  /**
   * Shuts our side, and waits a little for the client to shut theirs: closing while they still send
   * would reset the connection, and they might never read the answer.
   */
  private void lingerAndClose() {
    if (inputEnded) {
      ctx.close();
    } else if (lingerUntilNanos == 0) {
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
    if (!room && unflushed) {
      flush();
      return;
    }
    boolean wanted = lingering || (room && ctx.channel().isWritable());
    if (ctx.channel().config().isAutoRead() != wanted) {
      readFurther(wanted);
    }
  }

  /**
   * Turns reading on or off. When a client shuts its side while we do not read, Netty (4.2.18)
   * takes the socket out of epoll and does not know that it did; asking for more then closes it. So
   * such a channel is registered anew, and what is still in the socket is read.
   */
  private void readFurther(boolean wanted) {
    Channel channel = ctx.channel();
    if (registering) {
      return; // What is wanted then is looked at again with the next answers.
    }
    if (!wanted || !hasShutItsSide(channel)) {
      channel.config().setAutoRead(wanted);
      return;
    }
    registering = true;
    EventLoop loop = channel.eventLoop();
    channel
        .deregister()
        .addListener(
            gone ->
                loop.register(channel)
                    .addListener(
                        back -> {
                          registering = false;
                          channel.config().setAutoRead(true);
                        }));
  }

  private static boolean hasShutItsSide(Channel channel) {
    return channel instanceof EpollSocketChannel epoll
        && epoll.isActive()
        && epoll.tcpInfo().state() == TCP_CLOSE_WAIT;
  }

  /** Whether a request that began then should have arrived by now. */
  boolean isLate(long startNanos, long nowNanos) {
    return isOver(startNanos, config.requestTimeoutMillis(), nowNanos);
  }

  /** Answers what has waited too long, and closes if the client has. */
  void checkDeadlines(long nowNanos) {
    for (Exchange oldest : pending) {
      if (oldest.isAnswered()) {
        continue;
      }
      if (oldest == arriving || !oldest.isLate(config.answerTimeoutMillis(), nowNanos)) {
        break;
      }
      answer(oldest, late(oldest));
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
      answer(exchange, unknown(""));
    }
    closeWhenAnswered();
  }

  /** The channel is gone: nothing can be written any more. */
  void discard() {
    closed = true;
    unflushed = false;
    long nowNanos = System.nanoTime();
    for (Exchange exchange : pending) {
      exchange.ended(0, nowNanos);
    }
    pending.clear();
  }
}

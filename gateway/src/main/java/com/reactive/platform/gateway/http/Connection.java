package com.reactive.platform.gateway.http;

import com.reactive.platform.gateway.logging.RateLimitedLog;
import com.reactive.platform.gateway.telemetry.ClientProtocol;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.flow.FlowControlHandler;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import org.slf4j.LoggerFactory;

/**
 * An HTTP/1.1 connection. Its {@link RequestReader} reads the requests, its {@link ResponseQueue}
 * responds to them in order. After a request behind which nothing can be read, the response is
 * written, then our side is shut, then theirs is awaited.
 *
 * <p>Lives on one event loop; on another, a {@link Relocation} puts another in its place. Never
 * blocks.
 */
final class Connection extends ChannelInboundHandlerAdapter
    implements Exchange.Transport, ServedConnection, Relocation.Movable {
  private static final RateLimitedLog FAULTS =
      new RateLimitedLog(LoggerFactory.getLogger(Connection.class));

  private final EventLoopContext loop;

  /** Determines its {@link ActiveLoops#home}. */
  private final long number;

  private RequestReader reader;
  private ResponseQueue responses;
  private ChannelHandlerContext ctx;

  /** Arrival of the first bytes of an incomplete head; 0 for none. */
  private long headSinceNanos;

  private final RequestDecoder decoder;

  /** A request has come, so what a connection begins with is over: a TLS handshake, for example. */
  private boolean begun;

  /** Null until it is to be served by another loop. */
  private Relocation relocation;

  /** Null until the first request, when a TLS handshake is over. */
  private Peer peer;

  /** Changes the connection to HTTP/2; null if it is off. */
  private Http2Switch http2;

  /** Set while a request is read that asks for HTTP/2. */
  private Http2Settings upgrade;

  /** One that was accepted by this loop. */
  Connection(EventLoopContext loop) {
    this.loop = loop;
    number = loop.nextConnectionNumber();
    decoder = new RequestDecoder(this::onBytesReceived);
  }

  private Connection(EventLoopContext loop, long number, RequestDecoder decoder) {
    this.loop = loop;
    this.number = number;
    this.decoder = decoder;
  }

  /** Ends the pipeline with its handlers, for HTTP/1.1. */
  void addTo(ChannelPipeline pipeline) {
    pipeline.addLast(decoder).addLast(new FlowControlHandler()).addLast(this);
  }

  /** The first request may upgrade the connection, which then leaves the pipeline. */
  void upgradeBy(Http2Switch http2) {
    this.http2 = http2;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    ctx = context;
    responses =
        new ResponseQueue(
            context, loop.config, loop.encoder, this::onHeld, loop.rpc::flushAfterOutcomes);
    reader = new RequestReader(loop, this, responses);
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    loop.register(this);
  }

  /** Bytes were received, before the codec sees them. */
  void onBytesReceived() {
    if (reader.awaitsHead() && headSinceNanos == 0) {
      headSinceNanos = System.nanoTime();
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    try {
      if (message instanceof HttpRequest request && !responses.holds(request)) {
        onHead(request);
      }
      if (message instanceof HttpContent content) {
        onContent(content);
      }
      if (message == RequestDecoder.END_OF_INPUT && context.channel().isActive()) {
        onInputEnd();
      }
    } finally {
      ReferenceCountUtil.release(message);
    }
  }

  /** Behind the response that closes the connection, no request counts. */
  private void onHead(HttpRequest request) {
    if (!reader.isClosed() && !responses.isEnding()) {
      begun = true;
      headSinceNanos = 0;
      upgrade = http2 == null ? null : H2cUpgrade.settings(request);
      reader.onHead(request);
    }
  }

  /** As {@link #channelRead}, whose faults Netty passes to {@link #exceptionCaught}. */
  private void onHeld(HttpRequest request) {
    try {
      onHead(request);
    } catch (RuntimeException e) {
      abort(e);
    }
  }

  private void onContent(HttpContent content) {
    if (content.decoderResult().isFailure()) {
      reader.onBodyFault(RequestValidator.bodyFault(content.decoderResult().cause()));
    } else {
      reader.onContent(content.content(), content instanceof LastHttpContent);
      if (content instanceof LastHttpContent && http2 != null) {
        upgrade();
      }
    }
  }

  /** The first request is complete; if it asks for HTTP/2, its response comes as that. */
  private void upgrade() {
    Http2Switch first = http2;
    http2 = null;
    Exchange exchange =
        upgrade != null && reader.awaitsHead() && ctx.channel().isActive()
            ? responses.takeOnly()
            : null;
    if (exchange == null) {
      return;
    }
    ctx.write(H2cUpgrade.response());
    try {
      first.toHttp2(ctx.pipeline()).upgrade(upgrade, exchange);
    } catch (Http2Exception e) {
      ctx.close();
    }
  }

  /** The connection is closed, or it goes on as one of HTTP/2. */
  @Override
  public void handlerRemoved(ChannelHandlerContext context) {
    loop.unregister(this);
  }

  /**
   * The client sends no more. It may be gone, or it may wait for pending responses: a client that
   * has sent all may shut its side.
   */
  private void onInputEnd() {
    responses.onInputEnd();
    reader.onInputEnd();
  }

  @Override
  public Peer peer() {
    if (peer == null) {
      peer = loop.admission.peer(ctx.channel());
    }
    return peer;
  }

  @Override
  public ClientProtocol protocol() {
    return ClientProtocol.HTTP1;
  }

  @Override
  public boolean respondWithOutcome(Exchange exchange) {
    return responses.respondWithOutcome(exchange);
  }

  @Override
  public void flush() {
    responses.flush();
    EventLoopContext home = loop.homeOf(number);
    if (home != loop && begun) {
      relocation = relocation == null ? new Relocation(loop, this, ctx.channel()) : relocation;
      relocation.towards(home);
    }
  }

  @Override
  public EventLoopContext home() {
    return loop.homeOf(number);
  }

  @Override
  public boolean isAtRest() {
    return begun && http2 == null && reader.awaitsHead() && responses.isAtRest();
  }

  @Override
  public boolean hasRunAhead() {
    return responses.hasRunAhead();
  }

  @Override
  public void pauseReading(boolean pause) {
    responses.pauseReading(pause);
    responses.flush(); // What flow control held may have been answered meanwhile.
  }

  /** {@inheritDoc} What the codec has of the next request stays in there. */
  @Override
  public Connection replaceBy(EventLoopContext other) {
    Connection next = new Connection(other, number, decoder);
    next.begun = true;
    next.peer = peer;
    next.headSinceNanos = headSinceNanos;
    decoder.onBytes(next::onBytesReceived);
    ctx.pipeline().replace(this, null, next);
    return next;
  }

  @Override
  public void arrive() {
    loop.register(this);
    pauseReading(false);
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    flush();
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    responses.regulateReading();
    responses.flush();
  }

  @Override
  public void checkDeadlines(long nowNanos) {
    if (reader.checkDeadline(nowNanos)) {
      ctx.close();
    }
    if (reader.awaitsHead()) {
      checkHead(nowNanos);
    }
    responses.checkDeadlines(nowNanos);
    responses.flush();
  }

  /** There is no request yet that could get a response, so a slow head gets none. */
  private void checkHead(long nowNanos) {
    if (headSinceNanos == 0) {
      // Its first bytes may have come with the end of the request before.
      headSinceNanos = decoder.hasBegunHead() ? nowNanos : 0;
    } else if (!ctx.channel().config().isAutoRead() || responses.isCalling()) {
      headSinceNanos = nowNanos; // It is us who do not read, or would hold it.
    } else if (reader.isLate(headSinceNanos, nowNanos)) {
      reader.closeUnread();
    }
  }

  @Override
  public void abort(Throwable fault) {
    FAULTS.error("Closing a connection after an error", fault);
    ctx.close();
  }

  /** Every further request closes its connection; only a call must be told before. */
  @Override
  public void drain() {
    responses.drain();
  }

  @Override
  public void finish() {
    reader.finish();
    responses.finish();
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    discard();
  }

  @Override
  public void discard() {
    loop.unregister(this);
    reader.discard();
    responses.discard();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    if (cause instanceof IOException) {
      context.close();
    } else {
      abort(cause);
    }
  }
}

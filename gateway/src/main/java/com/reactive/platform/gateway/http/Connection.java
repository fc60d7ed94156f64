package com.reactive.platform.gateway.http;

import com.reactive.platform.gateway.ingest.Problem;
import com.reactive.platform.gateway.ingest.Rejection;
import com.reactive.platform.gateway.ledger.Outcome;
import com.reactive.platform.gateway.logging.RateLimitedLog;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.slf4j.LoggerFactory;

/**
 * Reads the requests of one connection. Its {@link ResponseQueue} responds to them in order.
 *
 * <pre>
 *            head fine                last of the body
 *   HEAD ----------------> BODY -----------------------------> HEAD
 *    |                      |
 *    | rejected, but the    | malformed framing, too large, too slow
 *    | framing is sound     v
 *    +-----> SKIP        CLOSING   further input is dropped; the response is written,
 *             |                    then our side is shut, then theirs is awaited
 *             +--> HEAD at the last of the body
 * </pre>
 *
 * <p>Lives on one event loop. Never blocks.
 */
final class Connection extends ChannelInboundHandlerAdapter implements Exchange.Transport {
  private static final RateLimitedLog FAULTS =
      new RateLimitedLog(LoggerFactory.getLogger(Connection.class));

  private enum State {
    HEAD,
    BODY,
    SKIP,
    CLOSING
  }

  private final EventLoopContext loop;
  private final HttpConfig config;
  private ResponseQueue responses;
  private ChannelHandlerContext ctx;
  private State state = State.HEAD;

  /** The request whose body is arriving; null in HEAD and CLOSING. */
  private Exchange current;

  /** Arrival of the first bytes of an incomplete head; 0 for none. */
  private long headSinceNanos;

  /** Null until the first request, when a TLS handshake is over. */
  private Peer peer;

  private HttpRequest head;
  private final ArrivingBody body;

  /** Bytes of the body so far, dropped ones too. */
  private int bodyLength;

  Connection(EventLoopContext loop) {
    this.loop = loop;
    this.config = loop.config;
    this.body = new ArrivingBody(loop.bodyMemory);
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    ctx = context;
    responses = new ResponseQueue(context, config, loop.encoder);
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    loop.register(this);
  }

  /** Bytes were received, before the codec sees them. */
  void onBytesReceived() {
    if (state == State.HEAD && headSinceNanos == 0) {
      headSinceNanos = System.nanoTime();
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    try {
      if (message instanceof HttpRequest request && state != State.CLOSING) {
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

  private void onHead(HttpRequest request) {
    bodyLength = 0;
    headSinceNanos = 0;
    head = request;
    Routes routes = loop.routes();
    current =
        new Exchange(
            this, loop.completions, loop.ledger, routes.unknown(), request, loop.stages != null);
    current.requestId(loop.requestIds.next());
    responses.add(current);

    Problem fault = RequestValidator.framingFault(request);
    if (fault != null) {
      loop.ledger.received();
      rejectAndClose(fault);
      return;
    }
    boolean expects =
        request.protocolVersion().equals(HttpVersion.HTTP_1_1)
            && request.headers().contains(HttpHeaderNames.EXPECT);
    Routes.Match match = routes.find(request.uri());
    current.match(match);
    observe(request, match);
    if (match != null
        && match.cors().isPreflight(request)
        && loop.admission.isForThisHost(request)) {
      respondToPreflight(request, expects);
      return;
    }
    current.ledger().received();
    peer = peer == null ? Peer.of(ctx.channel()) : peer;
    Problem problem =
        loop.admission.check(
            request, match, peer, loop.ingress.ingress(), body, current.startNanos);
    if (problem == null) {
      state = State.BODY;
      if (expects) {
        respondToExpectation(request);
      }
    } else if (expects
        || problem.type() == Rejection.BODY_TOO_LARGE
        || problem.type() == Rejection.SHUTTING_DOWN) {
      // After a rejected expectation nobody knows whether a body follows.
      rejectAndClose(problem);
    } else {
      reject(problem);
      state = State.SKIP;
    }
  }

  private void observe(HttpRequest request, Routes.Match match) {
    if (match == null) {
      return;
    }
    if (match.depth() != DiagnosticDepth.KAFKA) {
      current.ledger(loop.diagnosed);
    }
    HttpHeaders headers = request.headers();
    current.cors(match.cors(), headers.get(HttpHeaderNames.ORIGIN));
    String traceparent = RequestValidator.traceparent(headers);
    String tracestate = traceparent == null ? null : RequestValidator.tracestate(headers);
    current.traceContext(traceparent, tracestate);
    current.observe(
        match.metrics(),
        loop.tracing.begin(
            request.method().name(),
            match.route(),
            traceparent,
            tracestate,
            "1".equals(headers.get(loop.forceHeader))));
  }

  /** The limit of the body; on unknown paths, the usual one. */
  private int maxBodyBytes() {
    Routes.Match match = current.match();
    return match == null ? config.maxBodyBytes() : match.stream().stream().maxBodyBytes();
  }

  /** A preflight request has no event, so the ledger does not count it. */
  private void respondToPreflight(HttpRequest request, boolean expects) {
    HttpHeaders allowed = new DefaultHttpHeaders();
    current.match().cors().allowPreflight(request.headers(), allowed);
    current.cors(null, null);
    if (expects) {
      responses.closeAfter(current);
    }
    responses.respond(current, ResponseTemplates.noContent(allowed));
    if (expects) {
      // Nobody knows whether a body follows.
      state = State.CLOSING;
      current = null;
      responses.completeRequest();
    } else {
      state = State.SKIP;
    }
  }

  private void respondToExpectation(HttpRequest request) {
    if (!HttpUtil.is100ContinueExpected(request)) {
      rejectAndClose(Problem.of(Rejection.EXPECTATION_FAILED, "only 100-continue is known"));
    } else {
      responses.sendContinue(current);
    }
  }

  private void onContent(HttpContent content) {
    if (state == State.CLOSING || state == State.HEAD) {
      return;
    }
    if (content.decoderResult().isFailure()) {
      if (state == State.SKIP) {
        closeUnread();
      } else {
        rejectAndClose(RequestValidator.bodyFault(content.decoderResult().cause()));
      }
      return;
    }
    boolean last = content instanceof LastHttpContent;
    ByteBuf bytes = content.content();
    int total = bodyLength + bytes.readableBytes();
    current.bodyBytes = total;
    if (total > maxBodyBytes()) {
      if (state == State.SKIP) {
        closeUnread();
      } else {
        rejectAndClose(tooLarge());
      }
    } else if (state == State.SKIP) {
      bodyLength = total;
      if (last) {
        completeRequest();
      }
    } else if (last && bodyLength == 0) {
      onBodyComplete(loop.copyToScratch(bytes), total);
    } else {
      append(bytes, total, last);
    }
  }

  /**
   * The client sends no more. It may be gone, or it may wait for pending responses: a client that
   * has sent all may shut its side. An incomplete request is no event.
   */
  private void onInputEnd() {
    responses.onInputEnd();
    if (state == State.BODY) {
      Problem problem = Problem.of(Rejection.MALFORMED_REQUEST, "the body ends early");
      rejectAndClose(problem, Outcome.DISCONNECTED);
    } else if (state != State.CLOSING) {
      closeUnread();
    }
  }

  /** The rest of a rejected request cannot be told from what would follow it. */
  private void closeUnread() {
    state = State.CLOSING;
    current = null;
    body.release();
    responses.closeAfterPending();
  }

  private void append(ByteBuf bytes, int total, boolean last) {
    bodyLength = total;
    if (!body.append(bytes)) {
      reject(RequestAdmission.noRoomForBody());
      if (last) {
        completeRequest();
      } else {
        body.release();
        state = State.SKIP;
      }
    } else if (last) {
      onBodyComplete(loop.copyToScratch(body), total);
    }
  }

  private void onBodyComplete(byte[] bytes, int length) {
    Exchange exchange = current;
    DiagnosticDepth depth = exchange.match().depth();
    Problem problem;
    try {
      problem = depth == DiagnosticDepth.BODY ? null : take(exchange, bytes, length);
    } catch (RuntimeException e) {
      String requestId = new String(exchange.requestId(), StandardCharsets.US_ASCII);
      FAULTS.error("Request " + requestId + " failed; responding 500", e);
      problem = Problem.of(Rejection.INTERNAL_ERROR, "");
    }
    if (problem == null) {
      exchange.ledger().accepted();
      if (depth != DiagnosticDepth.KAFKA) {
        responses.respond(exchange, Response.diagnostic(depth));
      } else if (exchange.async()) {
        responses.respond(exchange, Response.ACCEPTED);
      }
    } else {
      reject(problem);
    }
    completeRequest();
  }

  private Problem take(Exchange exchange, byte[] bytes, int length) {
    HttpHeaders headers = head.headers();
    ContentEncoding encoding = ContentEncoding.of(headers);
    if (encoding == ContentEncoding.IDENTITY) {
      return loop.ingress.take(exchange, headers, bytes, 0, length);
    }
    BodyDecoder decoder = loop.bodyDecoder;
    Problem problem = decoder.decode(encoding, bytes, 0, length, maxBodyBytes());
    return problem != null
        ? problem
        : loop.ingress.take(exchange, headers, decoder.buffer(), 0, decoder.length());
  }

  private void completeRequest() {
    state = current.keepAlive() ? State.HEAD : State.CLOSING;
    current = null;
    head = null;
    body.release();
    responses
        .completeRequest(); // Last: this may resume reading, and the next request begins in here.
  }

  /** Rejects the current request; the connection stays open. */
  private void reject(Problem problem) {
    reject(problem, problem.type().outcome());
  }

  private void reject(Problem problem, Outcome outcome) {
    current.ledger().refused(outcome);
    responses.respond(current, Response.of(problem));
  }

  private void rejectAndClose(Problem problem) {
    rejectAndClose(problem, problem.type().outcome());
  }

  private void rejectAndClose(Problem problem, Outcome outcome) {
    responses.closeAfter(current);
    reject(problem, outcome);
    state = State.CLOSING;
    current = null;
    body.release();
    responses.completeRequest();
  }

  private Problem tooLarge() {
    return Problem.of(Rejection.BODY_TOO_LARGE, "the limit is " + maxBodyBytes() + " bytes");
  }

  @Override
  public boolean respondWithOutcome(Exchange exchange) {
    return responses.respondWithOutcome(exchange);
  }

  @Override
  public void flush() {
    responses.flush();
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    responses.flush();
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    responses.regulateReading();
    responses.flush();
  }

  @Override
  public void checkDeadlines(long nowNanos) {
    if (current != null && responses.isLate(current.startNanos, nowNanos)) {
      if (state == State.SKIP) {
        ctx.close();
      } else {
        rejectAndClose(Problem.of(Rejection.REQUEST_TIMEOUT, ""));
      }
    }
    if (state == State.HEAD && headSinceNanos != 0) {
      checkHead(nowNanos);
    }
    responses.checkDeadlines(nowNanos);
    responses.flush();
  }

  /** There is no request yet that could get a response, so a slow head gets none. */
  private void checkHead(long nowNanos) {
    if (!ctx.channel().config().isAutoRead()) {
      headSinceNanos = nowNanos; // It is us who do not read.
    } else if (responses.isLate(headSinceNanos, nowNanos)) {
      state = State.CLOSING;
      responses.closeAfterPending();
    }
  }

  @Override
  public void abort(Throwable fault) {
    FAULTS.error("Closing a connection after an error", fault);
    ctx.close();
  }

  @Override
  public void finish() {
    if (current != null && state == State.BODY) {
      rejectAndClose(Problem.of(Rejection.SHUTTING_DOWN, "nothing was written; try again"));
    }
    state = State.CLOSING;
    responses.finish();
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    loop.unregister(this);
    if (current != null && !current.hasResponse()) {
      current.ledger().refused(Outcome.DISCONNECTED);
    }
    current = null;
    state = State.CLOSING;
    body.release();
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

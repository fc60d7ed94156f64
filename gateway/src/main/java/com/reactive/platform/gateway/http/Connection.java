package com.reactive.platform.gateway.http;

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
 * Reads the requests of one connection. Its {@link ResponseQueue} answers them in order.
 *
 * <pre>
 *            head fine                last of the body
 *   HEAD ----------------> BODY -----------------------------> HEAD
 *    |                      |
 *    | refused, but the     | not framed as HTTP must be, too large, too slow
 *    | framing is sound     v
 *    +-----> SKIP        CLOSING   everything that still comes is dropped; the answer is
 *             |                    written, then our side is shut, then theirs is awaited
 *             +--> HEAD at the last of the body
 * </pre>
 *
 * <p>Lives on one event loop. Never blocks.
 */
final class Connection extends ChannelInboundHandlerAdapter {
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
  private ResponseQueue answers;
  private ChannelHandlerContext ctx;
  private State state = State.HEAD;

  /** The request whose body is arriving; null in HEAD and CLOSING. */
  private Exchange current;

  /** When the first bytes of a head came whose end has not come; 0 for none. */
  private long headSinceNanos;

  /** Null until the first request, when a TLS handshake is over. */
  private Peer peer;

  private HttpRequest head;
  private Routes.Match match;
  private final ArrivingBody body;

  /** Of the body so far, also where it is dropped. */
  private int bodyLength;

  Connection(EventLoopContext loop) {
    this.loop = loop;
    this.config = loop.config;
    this.body = new ArrivingBody(loop.bodyMemory);
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    ctx = context;
    answers = new ResponseQueue(context, config, loop.answerWriter);
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    loop.opened(this);
  }

  /** Bytes have come, which the codec has not seen yet. */
  void bytesCame() {
    if (state == State.HEAD && headSinceNanos == 0) {
      headSinceNanos = System.nanoTime();
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    try {
      if (message instanceof HttpRequest request && state != State.CLOSING) {
        readHead(request);
      }
      if (message instanceof HttpContent content) {
        readContent(content);
      }
      if (message == RequestDecoder.END_OF_INPUT && context.channel().isActive()) {
        inputEnds();
      }
    } finally {
      ReferenceCountUtil.release(message);
    }
  }

  private void readHead(HttpRequest request) {
    bodyLength = 0;
    headSinceNanos = 0;
    head = request;
    Routes routes = loop.routes();
    current = new Exchange(this, loop.ledger, routes.unknown(), request, loop.stages != null);
    current.identifiedBy(loop.requestIds.next());
    answers.add(current);

    Problem fault = RequestValidator.framingFault(request);
    if (fault != null) {
      loop.ledger.received();
      refuseAndClose(fault);
      return;
    }
    boolean expects =
        request.protocolVersion().equals(HttpVersion.HTTP_1_1)
            && request.headers().contains(HttpHeaderNames.EXPECT);
    match = routes.find(request.uri());
    observe(request);
    if (match != null
        && match.stream().cors().isPreflight(request)
        && loop.admission.isForUs(request)) {
      answerPreflight(request, expects);
      return;
    }
    current.ledger().received();
    peer = peer == null ? Peer.of(ctx.channel()) : peer;
    Problem refusal =
        loop.admission.refusalOf(request, match, peer, loop, body, current.startNanos);
    if (refusal == null) {
      state = State.BODY;
      if (expects) {
        answerExpectation(request);
      }
    } else if (expects
        || refusal.type() == Problem.Type.BODY_TOO_LARGE
        || refusal.type() == Problem.Type.SHUTTING_DOWN) {
      // After a refused expectation nobody knows whether a body follows.
      refuseAndClose(refusal);
    } else {
      refuse(refusal);
      state = State.SKIP;
    }
  }

  private void observe(HttpRequest request) {
    if (match == null) {
      return;
    }
    if (match.reach() != DiagnosticDepth.KAFKA) {
      current.countedBy(loop.diagnosed);
    }
    HttpHeaders headers = request.headers();
    current.readableBy(match.stream().cors(), headers.get(HttpHeaderNames.ORIGIN));
    String traceparent = RequestValidator.traceparent(headers);
    String tracestate = traceparent == null ? null : RequestValidator.tracestate(headers);
    current.within(traceparent, tracestate);
    current.observedBy(
        match.metrics(),
        loop.tracing.begin(
            request.method().name(),
            match.route(),
            traceparent,
            tracestate,
            "1".equals(headers.get(loop.forceHeader))));
  }

  /** The most that the body may have; what goes nowhere is read up to the usual limit. */
  private int maxBodyBytes() {
    return match == null ? config.maxBodyBytes() : match.stream().stream().maxBodyBytes();
  }

  /** Brings no event, so the ledger does not know it. */
  private void answerPreflight(HttpRequest request, boolean expects) {
    HttpHeaders allowed = new DefaultHttpHeaders();
    match.stream().cors().allowPreflight(request.headers(), allowed);
    current.readableBy(null, null);
    if (expects) {
      answers.closeAfter(current);
    }
    answers.answer(current, ResponseTemplates.noContent(allowed));
    if (expects) {
      // Nobody knows whether a body follows; the ledger is not to hear of it either.
      state = State.CLOSING;
      current = null;
      answers.arrived();
    } else {
      state = State.SKIP;
    }
  }

  private void answerExpectation(HttpRequest request) {
    if (!HttpUtil.is100ContinueExpected(request)) {
      refuseAndClose(Problem.of(Problem.Type.EXPECTATION_FAILED, "only 100-continue is known"));
    } else {
      answers.askForBody(current);
    }
  }

  private void readContent(HttpContent content) {
    if (state == State.CLOSING || state == State.HEAD) {
      return;
    }
    if (content.decoderResult().isFailure()) {
      if (state == State.SKIP) {
        closeUnread();
      } else {
        refuseAndClose(RequestValidator.bodyFault(content.decoderResult().cause()));
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
        refuseAndClose(tooLarge());
      }
    } else if (state == State.SKIP) {
      bodyLength = total;
      if (last) {
        requestEnds();
      }
    } else if (last && bodyLength == 0) {
      takeEvent(loop.copyToScratch(bytes), total);
    } else {
      append(bytes, total, last);
    }
  }

  /**
   * The client sends no more. It may be gone, or it may wait for the answers that it is owed: who
   * has sent all may shut that side. What has not come whole is no event.
   */
  private void inputEnds() {
    answers.inputEnded();
    if (state == State.BODY) {
      Problem problem = Problem.of(Problem.Type.MALFORMED_REQUEST, "the body ends early");
      refuseAndClose(problem, Outcome.DISCONNECTED);
    } else if (state != State.CLOSING) {
      closeUnread();
    }
  }

  /** The rest of a request that was refused already cannot be told from what would follow it. */
  private void closeUnread() {
    state = State.CLOSING;
    current = null;
    body.release();
    answers.closeWhenAnswered();
  }

  private void append(ByteBuf bytes, int total, boolean last) {
    bodyLength = total;
    if (!body.append(bytes)) {
      refuse(AdmissionControl.noRoomForBody());
      if (last) {
        requestEnds();
      } else {
        body.release();
        state = State.SKIP;
      }
    } else if (last) {
      takeEvent(loop.copyToScratch(body), total);
    }
  }

  private void takeEvent(byte[] bytes, int length) {
    Exchange exchange = current;
    DiagnosticDepth reach = match.reach();
    Problem problem;
    try {
      problem = reach == DiagnosticDepth.BODY ? null : take(exchange, bytes, length);
    } catch (RuntimeException e) {
      String requestId = new String(exchange.requestId(), StandardCharsets.US_ASCII);
      FAULTS.error("Request " + requestId + " failed; responding 500", e);
      problem = Problem.of(Problem.Type.INTERNAL_ERROR, "");
    }
    if (problem == null) {
      exchange.ledger().accepted();
      if (reach != DiagnosticDepth.KAFKA) {
        answers.answer(exchange, ResponseTemplates.diagnostic(reach));
      } else if (exchange.async()) {
        answers.answer(exchange, ResponseTemplates.ACCEPTED);
      }
      requestEnds();
    } else {
      refuse(problem);
      requestEnds();
    }
  }

  private Problem take(Exchange exchange, byte[] bytes, int length) {
    HttpHeaders headers = head.headers();
    ContentEncoding encoding = ContentEncoding.of(headers);
    if (encoding == ContentEncoding.IDENTITY) {
      return loop.intake.take(exchange, headers, match, bytes, 0, length);
    }
    BodyDecoder decoder = loop.bodyDecoder;
    Problem problem = decoder.decode(encoding, bytes, 0, length, maxBodyBytes());
    return problem != null
        ? problem
        : loop.intake.take(exchange, headers, match, decoder.buffer(), 0, decoder.length());
  }

  private void requestEnds() {
    state = current.keepAlive() ? State.HEAD : State.CLOSING;
    current = null;
    head = null;
    match = null;
    body.release();
    answers.arrived(); // Last: this may go on reading, and then the next request begins in here.
  }

  /** Ends the current request in the ledger and answers it; the connection goes on. */
  private void refuse(Problem problem) {
    refuse(problem, problem.type().outcome);
  }

  private void refuse(Problem problem, Outcome outcome) {
    current.ledger().refused(outcome);
    answers.answer(current, problem);
  }

  private void refuseAndClose(Problem problem) {
    refuseAndClose(problem, problem.type().outcome);
  }

  private void refuseAndClose(Problem problem, Outcome outcome) {
    answers.closeAfter(current);
    refuse(problem, outcome);
    state = State.CLOSING;
    current = null;
    body.release();
    answers.arrived();
  }

  private Problem tooLarge() {
    return Problem.of(Problem.Type.BODY_TOO_LARGE, "the limit is " + maxBodyBytes() + " bytes");
  }

  /** Any thread: the outcome of this exchange's event is known. */
  void completed(Exchange exchange) {
    loop.completed(exchange);
  }

  /** Answers by the outcome; returns whether {@link #flush()} should be called. */
  boolean answerOutcome(Exchange exchange) {
    return answers.answerOutcome(exchange);
  }

  void flush() {
    answers.flush();
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    answers.flush();
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    answers.regulateReading();
    answers.flush();
  }

  /** Called a few times a second. */
  void checkDeadlines(long nowNanos) {
    if (current != null && answers.isLate(current.startNanos, nowNanos)) {
      if (state == State.SKIP) {
        ctx.close();
      } else {
        refuseAndClose(Problem.of(Problem.Type.REQUEST_TIMEOUT, ""));
      }
    }
    if (state == State.HEAD && headSinceNanos != 0) {
      checkHead(nowNanos);
    }
    answers.checkDeadlines(nowNanos);
    answers.flush();
  }

  /** There is no request yet that could be answered, so a head that comes too slowly is not. */
  private void checkHead(long nowNanos) {
    if (!ctx.channel().config().isAutoRead()) {
      headSinceNanos = nowNanos; // It is not the client that keeps it from coming.
    } else if (answers.isLate(headSinceNanos, nowNanos)) {
      state = State.CLOSING;
      answers.closeWhenAnswered();
    }
  }

  /** Something of ours failed in the middle: what else this connection wants, nobody can say. */
  void abort(Throwable fault) {
    FAULTS.error("Closing a connection after an error", fault);
    ctx.close();
  }

  /** The gateway stops: answers what is unanswered as unknown, then closes. */
  void finish() {
    if (current != null && state == State.BODY) {
      refuseAndClose(Problem.of(Problem.Type.SHUTTING_DOWN, "nothing was written; try again"));
    }
    state = State.CLOSING;
    answers.finish();
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    loop.closed(this);
    if (current != null && !current.isAnswered()) {
      current.ledger().refused(Outcome.DISCONNECTED);
    }
    current = null;
    state = State.CLOSING;
    body.release();
    answers.discard();
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

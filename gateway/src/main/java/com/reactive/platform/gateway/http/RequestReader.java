package com.reactive.platform.gateway.http;

import com.reactive.platform.gateway.ingest.Problem;
import com.reactive.platform.gateway.ingest.Rejection;
import com.reactive.platform.gateway.ledger.Outcome;
import com.reactive.platform.gateway.logging.RateLimitedLog;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.slf4j.LoggerFactory;

/**
 * Reads requests one after another, whatever protocol carries them: checks the head, collects the
 * body, passes the event on.
 *
 * <pre>
 *            head fine                last of the body
 *   HEAD ----------------> BODY -----------------------------> HEAD
 *    |                      |
 *    | rejected, but the    | malformed framing, too large, too slow
 *    | framing is sound     v
 *    +-----> SKIP         CLOSED   further input is dropped
 *             |
 *             +--> HEAD at the last of the body
 * </pre>
 *
 * <p>Lives on one event loop. Never blocks.
 */
final class RequestReader {
  private static final RateLimitedLog FAULTS =
      new RateLimitedLog(LoggerFactory.getLogger(RequestReader.class));

  private enum State {
    HEAD,
    BODY,
    SKIP,
    CALL,
    CLOSED
  }

  private final EventLoopContext loop;
  private final Exchange.Transport transport;
  private final ResponseCarrier responses;
  private final ArrivingBody body;
  private State state = State.HEAD;

  /** The request whose body is arriving; null in HEAD and CLOSED. */
  private Exchange current;

  private HttpRequest head;

  /** Bytes of the body so far, dropped ones too. */
  private int bodyLength;

  RequestReader(EventLoopContext loop, Exchange.Transport transport, ResponseCarrier responses) {
    this.loop = loop;
    this.transport = transport;
    this.responses = responses;
    this.body = new ArrivingBody(loop.bodyMemory);
  }

  /** True between requests: the next must begin with a head. */
  boolean awaitsHead() {
    return state == State.HEAD;
  }

  /** True while a request is read whose head was accepted. */
  boolean awaitsBody() {
    return state == State.BODY;
  }

  /** True if nothing is read any more. */
  boolean isClosed() {
    return state == State.CLOSED;
  }

  /** True while a request is not complete. */
  boolean isReading() {
    return current != null;
  }

  /** A request begins. */
  void onHead(HttpRequest request) {
    bodyLength = 0;
    head = request;
    Routes routes = loop.routes();
    current =
        new Exchange(
            transport,
            loop.completions,
            loop.ledger,
            routes.unknown(),
            request,
            loop.stages != null);
    responses.add(current);

    Problem fault = RequestValidator.framingFault(request);
    if (fault != null) {
      assignId();
      loop.ledger.received();
      rejectAndClose(fault);
      return;
    }
    boolean expects =
        request.protocolVersion().equals(HttpVersion.HTTP_1_1)
            && request.headers().contains(HttpHeaderNames.EXPECT);
    Routes.Match match = routes.find(request.uri());
    LookUp lookUp = match == null ? LookUp.of(routes, request) : null;
    if (lookUp != null) {
      assignId();
      state = State.SKIP;
      lookUp.begin(loop, transport, responses, current);
      return;
    }
    if (match == null
        && !routes.rpc().protocols().isEmpty()
        && openCall(routes, request, expects)) {
      return;
    }
    assignId();
    observe(request, match);
    if (match != null && isPreflight(request, match)) {
      respondToPreflight(request, expects);
      return;
    }
    current.ledger().received();
    Problem problem =
        loop.admission.check(request, current, transport.peer(), loop.ingress.ingress(), body);
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

  /** Gives the request its id; the events of calls have their own. */
  private void assignId() {
    current.requestId(loop.requestIds.next());
  }

  /**
   * A path that is no route's may be one of a call.
   *
   * @return true if a protocol has taken the request, or the question of a browser about it
   */
  private boolean openCall(Routes routes, HttpRequest request, boolean expects) {
    Routes.Match match = routes.call(RequestTarget.path(request.uri()));
    if (match != null && isPreflight(request, match)) {
      observe(request, match);
      respondToPreflight(request, expects);
      return true;
    }
    CallOpener opener = CallOpener.of(loop, routes.rpc(), match, request);
    if (opener == null) {
      return false;
    }
    Exchange exchange = current;
    opener.open(exchange, responses, expects);
    state = State.CALL;
    opener.opened(exchange, responses, expects);
    return true;
  }

  private boolean isPreflight(HttpRequest request, Routes.Match match) {
    return match.cors().isPreflight(request) && loop.admission.isForThisHost(request);
  }

  private void onCallContent(ByteBuf bytes, boolean last) {
    Exchange exchange = current;
    CallHandler call = exchange.call();
    int length = bytes.readableBytes();
    exchange.received(length);
    if (call.isEnded()) {
      bodyLength += length;
    }
    call.onData(loop.copyToScratch(bytes), length, last);
    exchange.charge(length);
    if (current == null) {
      return; // The connection was closed.
    }
    if (last) {
      completeRequest();
    } else if (bodyLength > call.maxUnreadBytes()) {
      closeUnread();
    }
  }

  private void observe(HttpRequest request, Routes.Match match) {
    current.match(match);
    RouteObservation.begin(loop, current, request, match, transport.protocol());
  }

  /** The limit of the body; on unknown paths, the usual one. */
  private int maxBodyBytes() {
    Routes.Match match = current.match();
    return match == null ? loop.config.maxBodyBytes() : match.stream().stream().maxBodyBytes();
  }

  /** A preflight request has no event, so the ledger does not count it. */
  private void respondToPreflight(HttpRequest request, boolean expects) {
    HttpHeaders allowed = new DefaultHttpHeaders();
    current.match().cors().allowPreflight(request.headers(), allowed);
    current.cors(null, null);
    if (expects) {
      responses.closeAfter(current);
    }
    responses.respond(current, Response.noContent(HeaderLines.of(allowed)));
    if (expects) {
      // Nobody knows whether a body follows.
      state = State.CLOSED;
      current = null;
      responses.completeRequest();
    } else {
      state = State.SKIP;
    }
  }

  private void respondToExpectation(HttpRequest request) {
    if (!HttpUtil.is100ContinueExpected(request)) {
      rejectAndClose(RequestValidator.UNKNOWN_EXPECTATION);
    } else {
      responses.sendContinue(current);
    }
  }

  /** Takes a piece of the body; the last one may be empty. Ignored between requests. */
  void onContent(ByteBuf bytes, boolean last) {
    if (state == State.CLOSED || state == State.HEAD) {
      return;
    }
    if (state == State.CALL) {
      onCallContent(bytes, last);
      return;
    }
    int total = bodyLength + bytes.readableBytes();
    current.received(bytes.readableBytes());
    current.charge(bytes.readableBytes());
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

  /** The framing of the body is malformed. Ignored between requests. */
  void onBodyFault(Problem fault) {
    if (state == State.SKIP) {
      closeUnread();
    } else if (state == State.BODY) {
      rejectAndClose(fault);
    } else if (state == State.CALL) {
      endCall();
    }
  }

  /** Nothing more can be read of the request of a call. */
  private void endCall() {
    CallHandler call = current.call();
    state = State.CLOSED;
    current = null;
    call.abort();
  }

  /** The client sends no more. An incomplete request is no event. */
  void onInputEnd() {
    if (state == State.BODY) {
      Problem problem = Problem.of(Rejection.MALFORMED_REQUEST, "the body ends early");
      rejectAndClose(problem, Outcome.DISCONNECTED);
    } else if (state == State.CALL) {
      endCall();
    } else if (state != State.CLOSED) {
      closeUnread();
    }
  }

  /** The rest of a rejected request cannot be told from what would follow it. */
  void closeUnread() {
    state = State.CLOSED;
    current = null;
    body.release();
    responses.closeAfterPending();
  }

  private void append(ByteBuf bytes, int total, boolean last) {
    bodyLength = total;
    if (!body.append(bytes)) {
      onNoRoom();
      if (last) {
        completeRequest();
      }
    } else if (last) {
      onBodyComplete(loop.copyToScratch(body), total);
    }
  }

  /** There is no memory for the request whose body is awaited; the rest of it is dropped. */
  void onNoRoom() {
    reject(RequestAdmission.noRoomForBody());
    body.release();
    state = State.SKIP;
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
    state = current.keepAlive() ? State.HEAD : State.CLOSED;
    current = null;
    head = null;
    body.release();
    responses
        .completeRequest(); // Last: this may resume reading, and the next request begins in here.
  }

  /** Rejects the current request; what follows it can be read. */
  private void reject(Problem problem) {
    reject(problem, problem.type().outcome());
  }

  private void reject(Problem problem, Outcome outcome) {
    head = null;
    current.ledger().refused(outcome);
    responses.respond(current, Response.of(problem));
  }

  private void rejectAndClose(Problem problem) {
    rejectAndClose(problem, problem.type().outcome());
  }

  private void rejectAndClose(Problem problem, Outcome outcome) {
    responses.closeAfter(current);
    reject(problem, outcome);
    state = State.CLOSED;
    current = null;
    body.release();
    responses.completeRequest();
  }

  private Problem tooLarge() {
    return Problem.of(Rejection.BODY_TOO_LARGE, "the limit is " + maxBodyBytes() + " bytes");
  }

  /**
   * Rejects a request that is not complete in time.
   *
   * @return true if it was rejected before and is still not complete: nobody waits for the rest
   */
  boolean checkDeadline(long nowNanos) {
    if (current == null || !isLate(current.startNanos, nowNanos)) {
      return false;
    }
    if (state == State.CALL) {
      return false; // The call has deadlines of its own.
    }
    if (state == State.SKIP) {
      return true;
    }
    rejectAndClose(Problem.of(Rejection.REQUEST_TIMEOUT, ""));
    return false;
  }

  /** True if a request that began then should be complete by now. */
  boolean isLate(long startNanos, long nowNanos) {
    return nowNanos - startNanos
        > TimeUnit.MILLISECONDS.toNanos(loop.config.requestTimeoutMillis());
  }

  /** No new requests; an incomplete one is rejected, which writes nothing. */
  void finish() {
    if (state == State.BODY) {
      rejectAndClose(Problem.of(Rejection.SHUTTING_DOWN, "nothing was written; try again"));
    } else if (state == State.CALL) {
      current = null;
    }
    state = State.CLOSED;
  }

  /** The client is gone. */
  void discard() {
    if (current != null && !current.hasResponse() && state != State.CALL) {
      current.ledger().refused(Outcome.DISCONNECTED);
    }
    current = null;
    state = State.CLOSED;
    body.release();
  }
}

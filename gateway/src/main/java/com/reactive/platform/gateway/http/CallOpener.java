package com.reactive.platform.gateway.http;

import com.reactive.platform.gateway.ingest.Problem;
import com.reactive.platform.gateway.rpc.RpcMethod;
import com.reactive.platform.gateway.rpc.RpcProtocol;
import com.reactive.platform.gateway.rpc.RpcServer;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;

/**
 * Hands a request over to the protocol of RPC that knows it. If no method has its path, a protocol
 * may still know how to say so. On the event loop.
 */
final class CallOpener {
  private final EventLoopContext loop;
  private final HttpRequest request;
  private final Routes.Match match;
  private final RpcMethod method;
  private final RpcProtocol protocol;
  private Problem problem;

  private CallOpener(
      EventLoopContext loop,
      HttpRequest request,
      Routes.Match match,
      RpcMethod method,
      RpcProtocol protocol) {
    this.loop = loop;
    this.request = request;
    this.match = match;
    this.method = method;
    this.protocol = protocol;
  }

  /**
   * Reads the protocol off the request's head; null if no protocol knows the request.
   *
   * @param match null if no method has the path
   */
  static CallOpener of(
      EventLoopContext loop, RpcServer rpc, Routes.Match match, HttpRequest request) {
    RpcMethod method = match == null ? null : rpc.registry().find(match.route());
    RpcProtocol protocol =
        rpc.protocol(
            method, request.method().name(), request.headers().get(HttpHeaderNames.CONTENT_TYPE));
    return protocol == null ? null : new CallOpener(loop, request, match, method, protocol);
  }

  /** Makes a call of the exchange; the protocol may end it at once. */
  void open(Exchange exchange, ResponseCarrier responses, boolean expects) {
    exchange.match(match);
    RouteObservation.begin(loop, exchange, request, match, protocol.id());
    problem = check(exchange, expects);
    StreamedCall call =
        new StreamedCall(
            loop, request, exchange, responses.carry(exchange), protocol, method, problem);
    exchange.call(call);
    call.receiver(protocol.open(call));
  }

  private Problem check(Exchange exchange, boolean expects) {
    return expects && !HttpUtil.is100ContinueExpected(request)
        ? RequestValidator.UNKNOWN_EXPECTATION
        : loop.admission.checkCall(request, exchange, method, exchange.transport().peer());
  }

  /** The call is open: asks for its body, or counts the event that was refused. */
  void opened(Exchange exchange, ResponseCarrier responses, boolean expects) {
    if (problem == null && expects && !exchange.call().isEnded()) {
      responses.sendContinue(exchange);
    } else if (problem != null && (method == null || method.stream() != null)) {
      loop.ledger.received();
      loop.ledger.refused(problem.type().outcome());
      exchange.messageEnded(problem.type().status(), problem, 0);
    }
  }
}

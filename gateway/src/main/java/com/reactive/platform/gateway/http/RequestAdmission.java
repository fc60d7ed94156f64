package com.reactive.platform.gateway.http;

import com.reactive.platform.gateway.config.HostNames;
import com.reactive.platform.gateway.ingest.AdmissionControl;
import com.reactive.platform.gateway.ingest.IngestRequest;
import com.reactive.platform.gateway.ingest.Ingress;
import com.reactive.platform.gateway.ingest.Problem;
import com.reactive.platform.gateway.ingest.Rejection;
import com.reactive.platform.gateway.ingest.StreamRuntime;
import com.reactive.platform.gateway.limit.ClientAddress;
import com.reactive.platform.gateway.limit.Limits;
import com.reactive.platform.gateway.logging.RateLimitedLog;
import com.reactive.platform.gateway.rpc.RpcMethod;
import com.reactive.platform.gateway.security.Authenticator.Credentials;
import com.reactive.platform.gateway.security.Caller;
import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.util.AsciiString;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.LoggerFactory;

/**
 * Rejects requests by their head alone, body unread, in this order: too many headers, a host that
 * is not this one, no such stream, a page that may not post, the method, then the sender by {@link
 * AdmissionControl}, the body's size, encoding and type, and last what is not the client's fault:
 * no Kafka, no room. Thread-safe.
 */
final class RequestAdmission {
  private static final AsciiString API_KEY = AsciiString.cached("x-api-key");

  /** Different waits: clients that were rejected together should not come back together. */
  private static final Problem[] NO_ROOM_FOR_BODY = {
    noRoomForBody("1"), noRoomForBody("2"), noRoomForBody("3")
  };

  private final RateLimitedLog foreignHosts =
      new RateLimitedLog(LoggerFactory.getLogger(RequestAdmission.class));
  private final HostNames hosts;
  private final AdmissionControl admission;
  private final Limits limits;

  RequestAdmission(HostNames hosts, AdmissionControl admission) {
    this.hosts = hosts;
    this.admission = admission;
    this.limits = admission.limits();
  }

  /**
   * Checks the head of a request.
   *
   * @param exchange that of the request; without a match if no stream has its path; gets the caller
   * @param body gets the announced length, unless it may come in one piece
   * @return null if the body may come, else the reason
   */
  Problem check(
      HttpRequest request, Exchange exchange, Peer peer, Ingress ingress, ArrivingBody body) {
    Routes.Match match = exchange.match();
    HttpHeaders headers = request.headers();
    Problem foreign = checkAddressee(request);
    if (foreign != null) {
      return foreign;
    }
    if (match == null) {
      return Problem.of(Rejection.NOT_FOUND, "no stream has this path");
    }
    if (match.cors().refuses(headers)) {
      return Problem.of(Rejection.FORBIDDEN, "pages of this origin may not post here");
    }
    if (!request.method().equals(HttpMethod.POST)) {
      return Problem.of(Rejection.METHOD_NOT_ALLOWED, "events are sent with POST");
    }
    Problem problem = checkAddress(headers, peer, exchange.startNanos);
    if (problem == null) {
      problem = checkCaller(headers, match.stream(), peer, exchange.startNanos, exchange);
    }
    if (problem != null) {
      return problem;
    }
    long bodyBytes = HttpUtil.getContentLength(request, 0L);
    problem = checkBody(headers, bodyBytes, match);
    if (problem != null) {
      return problem;
    }
    noteSender(headers, match.stream(), peer, exchange);
    problem = checkCapacity((int) bodyBytes, exchange, ingress, body);
    if (problem == null) {
      meter(headers, peer, exchange);
    }
    return problem;
  }

  /** From now on the bytes of the body count. */
  private void meter(HttpHeaders headers, Peer peer, Exchange exchange) {
    Caller caller = exchange.knownCaller();
    ClientAddress address = limits.metersAddresses() ? addressOf(headers, peer) : null;
    exchange.meter(limits.meter(address, caller.name(), caller.bytes()));
  }

  /** The other end of a connection. */
  Peer peer(Channel channel) {
    return Peer.of(channel, limits);
  }

  /** Null if nobody knows it. */
  private ClientAddress addressOf(HttpHeaders headers, Peer peer) {
    return peer.client() != null || peer.address() == null
        ? peer.client()
        : limits.client(peer.address(), headers.getAll(limits.forwardedHeader()));
  }

  private void noteSender(HttpHeaders headers, StreamRuntime stream, Peer peer, Exchange exchange) {
    exchange.senderHash(senderHash(headers, peer, exchange.knownCaller()));
    if (stream.asksForSender()) {
      byte[] address =
          peer.address() == null
              ? null
              : limits.clientBytes(peer.address(), headers.getAll(limits.forwardedHeader()));
      exchange.sender(RequestSender.of(address, headers.get(HttpHeaderNames.USER_AGENT)));
    }
  }

  /** Of the caller, whose name knows its hash; where nobody is asked, of the client's address. */
  private int senderHash(HttpHeaders headers, Peer peer, Caller caller) {
    int hash =
        admission.needsCredentials()
            ? caller.name().hashCode()
            : Objects.hashCode(addressOf(headers, peer));
    return hash == IngestRequest.NO_SENDER ? 1 : hash;
  }

  private Problem checkAddressee(HttpRequest request) {
    if (request.headers().size() > limits.maxHeaders()) {
      return Problem.of(
          Rejection.HEADERS_TOO_LARGE, "the limit is " + limits.maxHeaders() + " header lines");
    }
    if (isForThisHost(request)) {
      return null;
    }
    foreignHosts.warn(
        "Responded 421 to a request for the host "
            + RequestValidator.host(request)
            + ": neither a name of this machine nor in http.hosts");
    return Problem.of(
        Rejection.MISDIRECTED,
        "this port answers to localhost, 127.0.0.1, [::1] and the names in http.hosts");
  }

  /**
   * Checks the head of a call: all that does not concern its messages.
   *
   * @param exchange with the match of the method; gets the caller
   * @param method null if there is none with the path
   */
  Problem checkCall(HttpRequest request, Exchange exchange, RpcMethod method, Peer peer) {
    Problem foreign = checkAddressee(request);
    if (foreign != null || method == null) {
      return foreign;
    }
    HttpHeaders headers = request.headers();
    if (exchange.match().cors().refuses(headers)) {
      return Problem.of(Rejection.FORBIDDEN, "pages of this origin may not post here");
    }
    Problem problem = checkNext(headers, exchange, method, peer, exchange.startNanos);
    if (problem == null && method.stream() != null) {
      noteSender(headers, method.stream(), peer, exchange);
    }
    return problem;
  }

  /**
   * Checks a request that looks for an event: whoever may post to the stream may.
   *
   * @param exchange with the match of the stream; gets the caller
   */
  Problem checkLookUp(HttpRequest request, Exchange exchange, Peer peer) {
    HttpHeaders headers = request.headers();
    Problem foreign = checkAddressee(request);
    if (foreign != null) {
      return foreign;
    }
    if (exchange.match().cors().refuses(headers)) {
      return Problem.of(Rejection.FORBIDDEN, "pages of this origin may not ask here");
    }
    Problem problem = checkAddress(headers, peer, exchange.startNanos);
    return problem != null
        ? problem
        : checkCaller(headers, exchange.stream(), peer, exchange.startNanos, exchange);
  }

  /** Checks the sender of one more message of a call. */
  Problem checkNext(
      HttpHeaders headers, Exchange exchange, RpcMethod method, Peer peer, long nowNanos) {
    Problem problem = checkAddress(headers, peer, nowNanos);
    if (problem == null && method.needsCaller()) {
      problem = checkCaller(headers, method.stream(), peer, nowNanos, exchange);
    }
    if (problem == null) {
      meter(headers, peer, exchange); // The rates may have changed since the message before.
    }
    return problem;
  }

  /** True if the request is sent to a host that is this one; HTTP/1.0 need not name one. */
  boolean isForThisHost(HttpRequest request) {
    String host = RequestValidator.host(request);
    return host == null || hosts.has(host);
  }

  private Problem checkAddress(HttpHeaders headers, Peer peer, long nowNanos) {
    ClientAddress address = limits.needsAddresses() ? addressOf(headers, peer) : null;
    return address == null ? null : admission.checkAddress(address, nowNanos);
  }

  private Problem checkCaller(
      HttpHeaders headers, StreamRuntime stream, Peer peer, long nowNanos, Exchange exchange) {
    return admission.checkCaller(credentials(headers, peer), stream, nowNanos, exchange);
  }

  private Credentials credentials(HttpHeaders headers, Peer peer) {
    return admission.needsCredentials()
        ? new Credentials(
            headers.get(HttpHeaderNames.AUTHORIZATION), headers.get(API_KEY), peer.certificate())
        : Credentials.NONE;
  }

  private static Problem checkBody(HttpHeaders headers, long bodyBytes, Routes.Match match) {
    int maxBytes = match.stream().stream().maxBodyBytes();
    if (bodyBytes > maxBytes) {
      return Problem.of(Rejection.BODY_TOO_LARGE, "the limit is " + maxBytes + " bytes");
    }
    if (ContentEncoding.of(headers) == null) {
      return Problem.of(
          Rejection.UNSUPPORTED_ENCODING, "send the body as it is, or once as gzip or zstd");
    }
    // A page that closes cannot ask first whether it may send JSON; what it may send is text.
    return match.cors().lists(headers) && RequestValidator.isText(headers)
        ? null
        : RequestValidator.mediaTypeFault(headers, match.stream());
  }

  /** Before the body is read and parsed: a rejection should cost little when all are busy. */
  private static Problem checkCapacity(
      int bodyBytes, Exchange exchange, Ingress ingress, ArrivingBody body) {
    Problem problem = ingress.checkCapacity(exchange.stream(), exchange.senderHash(), bodyBytes);
    if (problem != null) {
      return problem;
    }
    boolean mayComeWhole = bodyBytes <= BodyMemory.SEGMENT_BYTES;
    return mayComeWhole || body.announce(bodyBytes) ? null : noRoomForBody();
  }

  /** There is no memory for a body. */
  static Problem noRoomForBody() {
    return NO_ROOM_FOR_BODY[ThreadLocalRandom.current().nextInt(NO_ROOM_FOR_BODY.length)];
  }

  private static Problem noRoomForBody(String retrySeconds) {
    return Problem.withHeader(
        Rejection.OVERLOADED,
        "too many bodies are arriving; nothing was written; try again shortly",
        retrySeconds);
  }
}

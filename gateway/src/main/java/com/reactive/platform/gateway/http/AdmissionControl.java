package com.reactive.platform.gateway.http;

import com.reactive.platform.gateway.config.HostNames;
import com.reactive.platform.gateway.limit.Limits;
import com.reactive.platform.gateway.logging.RateLimitedLog;
import com.reactive.platform.gateway.security.Authenticator;
import com.reactive.platform.gateway.security.Authenticator.Credentials;
import com.reactive.platform.gateway.security.Authenticator.Verdict;
import com.reactive.platform.gateway.security.Caller;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.util.AsciiString;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.slf4j.LoggerFactory;

/**
 * What the head of a request alone is enough to refuse, body unread, in this order: too many
 * headers, a host that is not this one, no such stream, a page that may not post, the method, the
 * address's rate (so that guessing credentials is limited, too), who it is, whether they may, their
 * rate, size, type and encoding, and last what is no fault of theirs: no Kafka, no room.
 * Thread-safe.
 */
final class AdmissionControl {
  private static final AsciiString API_KEY = AsciiString.cached("x-api-key");
  private static final long NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

  /** Not all with the same wait: who was refused together should not come back together. */
  private static final Problem[] NO_ROOM = {noRoom("1"), noRoom("2"), noRoom("3")};

  private static final Problem[] NO_ROOM_FOR_BODY = {
    noRoomForBody("1"), noRoomForBody("2"), noRoomForBody("3")
  };

  private final RateLimitedLog foreignHosts =
      new RateLimitedLog(LoggerFactory.getLogger(AdmissionControl.class));
  private final HostNames hosts;
  private final Authenticator authenticator;
  private final Limits limits;

  AdmissionControl(HostNames hosts, Authenticator authenticator, Limits limits) {
    this.hosts = hosts;
    this.authenticator = authenticator;
    this.limits = limits;
  }

  /**
   * Why the request is refused; null if its body may come.
   *
   * @param match null if no stream has its path
   * @param body is told its length, unless it may come in one piece
   * @param nowNanos when it came, as {@link System#nanoTime}
   */
  Problem refusalOf(
      HttpRequest request,
      Routes.Match match,
      Peer peer,
      EventLoopContext loop,
      ArrivingBody body,
      long nowNanos) {
    HttpHeaders headers = request.headers();
    if (headers.size() > limits.maxHeaders()) {
      return Problem.of(
          Problem.Type.HEADERS_TOO_LARGE, "the limit is " + limits.maxHeaders() + " header lines");
    }
    if (!isForUs(request)) {
      foreignHosts.warn(
          "Responded 421 to a request for the host "
              + RequestValidator.host(request)
              + ": neither a name of this machine nor in http.hosts");
      return Problem.of(
          Problem.Type.MISDIRECTED,
          "this port answers to localhost, 127.0.0.1, [::1] and the names in http.hosts");
    }
    if (match == null) {
      return Problem.of(Problem.Type.NOT_FOUND, "no stream has this path");
    }
    if (match.stream().cors().refuses(headers)) {
      return Problem.of(Problem.Type.FORBIDDEN, "pages of this origin may not post here");
    }
    if (!request.method().equals(HttpMethod.POST)) {
      return Problem.of(Problem.Type.METHOD_NOT_ALLOWED, "events are sent with POST");
    }
    Problem senders = senderFault(headers, match, peer, nowNanos);
    if (senders != null) {
      return senders;
    }
    long bodyBytes = HttpUtil.getContentLength(request, 0L);
    Problem bodys = bodyFault(headers, bodyBytes, match);
    return bodys != null ? bodys : ours((int) bodyBytes, match, loop, body);
  }

  /** Whether it is sent to a host that is this one; HTTP/1.0 need not say to which. */
  boolean isForUs(HttpRequest request) {
    String host = RequestValidator.host(request);
    return host == null || hosts.has(host);
  }

  private Problem senderFault(HttpHeaders headers, Routes.Match match, Peer peer, long nowNanos) {
    if (limits.ratesAddresses() && peer.address() != null) {
      long waitNanos =
          limits.addressWaitNanos(
              limits.client(peer.address(), headers.getAll(limits.forwardedHeader())), nowNanos);
      if (waitNanos > 0) {
        return rateLimited("this address sends", waitNanos);
      }
    }
    Verdict verdict = authenticator.authenticate(credentials(headers, peer));
    Caller caller = verdict.caller();
    if (caller == null) {
      Problem.Type type =
          verdict.equals(Verdict.MISSING)
              ? Problem.Type.UNAUTHENTICATED
              : Problem.Type.INVALID_CREDENTIALS;
      return Problem.withHeader(type, verdict.detail(), authenticator.challenge());
    }
    String stream = match.stream().stream().name();
    if (!caller.mayPostTo(stream)) {
      return Problem.of(
          Problem.Type.FORBIDDEN, caller.name() + " may not post to the stream " + stream);
    }
    long waitNanos =
        limits.callerWaitNanos(caller.name(), caller.ratePerSecond(), caller.burst(), nowNanos);
    return waitNanos > 0 ? rateLimited(caller.name() + " sends", waitNanos) : null;
  }

  private Credentials credentials(HttpHeaders headers, Peer peer) {
    return authenticator == Authenticator.NONE
        ? Credentials.NONE
        : new Credentials(
            headers.get(HttpHeaderNames.AUTHORIZATION), headers.get(API_KEY), peer.certificate());
  }

  private static Problem rateLimited(String whoSends, long waitNanos) {
    long seconds = waitNanos / NANOS_PER_SECOND + (waitNanos % NANOS_PER_SECOND > 0 ? 1 : 0);
    return Problem.withHeader(
        Problem.Type.RATE_LIMITED,
        whoSends + " more than it may; nothing was written",
        Long.toString(seconds));
  }

  private static Problem bodyFault(HttpHeaders headers, long bodyBytes, Routes.Match match) {
    int maxBytes = match.stream().stream().maxBodyBytes();
    if (bodyBytes > maxBytes) {
      return Problem.of(Problem.Type.BODY_TOO_LARGE, "the limit is " + maxBytes + " bytes");
    }
    if (ContentEncoding.of(headers) == null) {
      return Problem.of(
          Problem.Type.UNSUPPORTED_ENCODING, "send the body as it is, or once as gzip or zstd");
    }
    return RequestValidator.mediaTypeFault(headers, match.stream().stream().cloudEvents());
  }

  private static Problem noRoom(String retrySeconds) {
    return Problem.withHeader(
        Problem.Type.OVERLOADED, "nothing was written; try again shortly", retrySeconds);
  }

  private static Problem noRoomForBody(String retrySeconds) {
    return Problem.withHeader(
        Problem.Type.OVERLOADED,
        "too many bodies are arriving; nothing was written; try again shortly",
        retrySeconds);
  }

  /** Why there is no memory for a body. */
  static Problem noRoomForBody() {
    return NO_ROOM_FOR_BODY[ThreadLocalRandom.current().nextInt(NO_ROOM_FOR_BODY.length)];
  }

  private static Problem ours(
      int bodyBytes, Routes.Match match, EventLoopContext loop, ArrivingBody body) {
    if (loop.draining()) {
      return Problem.of(Problem.Type.SHUTTING_DOWN, "nothing was written; try again");
    }
    if (!match.stream().accepting()) {
      return Problem.of(Problem.Type.KAFKA_UNAVAILABLE, "nothing was written; try again later");
    }
    // Before the body is read and parsed: what is refused should cost little when all are busy.
    if (!loop.intake.admits(match.stream(), bodyBytes)) {
      return NO_ROOM[ThreadLocalRandom.current().nextInt(NO_ROOM.length)];
    }
    boolean mayComeWhole = bodyBytes <= BodyMemory.SEGMENT_BYTES;
    return mayComeWhole || body.announce(bodyBytes) ? null : noRoomForBody();
  }
}

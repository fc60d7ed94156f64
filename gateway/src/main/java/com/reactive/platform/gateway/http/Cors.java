package com.reactive.platform.gateway.http;

import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.util.AsciiString;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Which pages may post to a stream from a browser, by their exact origins. Credentials that a
 * browser adds by itself are never allowed, so {@code Access-Control-Allow-Credentials} is never
 * sent. Immutable.
 */
final class Cors {
  private static final String ALLOWED_HEADERS =
      "Content-Type, Content-Encoding, Idempotency-Key, Prefer, Authorization, X-API-Key,"
          + " Schema-Version, traceparent, tracestate, Connect-Protocol-Version, Connect-Timeout-Ms, Grpc-Timeout,"
          + " X-Grpc-Web, X-User-Agent";
  private static final AsciiString EXPOSED_HEADERS =
      AsciiString.cached(
          "Idempotent-Replayed, Location, Preference-Applied, RateLimit, RateLimit-Policy,"
              + " Retry-After, WWW-Authenticate");
  private static final String PREFLIGHT_VARY =
      "Origin, Access-Control-Request-Method, Access-Control-Request-Headers";

  /** Short, since a browser goes on for so long when an origin is taken away. */
  private static final String MAX_AGE_SECONDS = "600";

  private static final int MAX_CE_HEADERS = 32;

  private static final AsciiString SITE = AsciiString.cached("sec-fetch-site");

  private final Set<String> origins;

  /** What answers say to any page; null if nothing. */
  private final HeaderLines toAnyPage;

  /** What they say to pages of listed origins. */
  private final Map<String, HeaderLines> toListedPages = new HashMap<>();

  /** With no origins, no page of another site may post and no header is ever added. */
  Cors(List<String> origins) {
    this.origins = Set.copyOf(origins);
    this.toAnyPage = origins.isEmpty() ? null : HeaderLines.of(vary());
    for (String origin : origins) {
      HttpHeaders headers =
          vary()
              .add(HttpHeaderNames.ACCESS_CONTROL_ALLOW_ORIGIN, origin)
              .add(HttpHeaderNames.ACCESS_CONTROL_EXPOSE_HEADERS, EXPOSED_HEADERS);
      toListedPages.put(origin, HeaderLines.of(headers));
    }
  }

  private static HttpHeaders vary() {
    return new DefaultHttpHeaders().add(HttpHeaderNames.VARY, HttpHeaderNames.ORIGIN);
  }

  /** Whether this is a browser's question, to be answered with {@link #allowPreflight}. */
  boolean isPreflight(HttpRequest request) {
    return !origins.isEmpty()
        && request.method().equals(HttpMethod.OPTIONS)
        && request.headers().contains(HttpHeaderNames.ORIGIN)
        && request.headers().contains(HttpHeaderNames.ACCESS_CONTROL_REQUEST_METHOD);
  }

  /** Adds what a preflight's answer says; to an origin that is not listed it allows nothing. */
  void allowPreflight(HttpHeaders request, HttpHeaders answer) {
    answer.set(HttpHeaderNames.VARY, PREFLIGHT_VARY);
    String origin = request.get(HttpHeaderNames.ORIGIN);
    if (origins.contains(origin)) {
      answer
          .set(HttpHeaderNames.ACCESS_CONTROL_ALLOW_ORIGIN, origin)
          .set(HttpHeaderNames.ACCESS_CONTROL_ALLOW_METHODS, HttpMethod.POST.name())
          .set(HttpHeaderNames.ACCESS_CONTROL_ALLOW_HEADERS, allowedHeaders(request))
          .set(HttpHeaderNames.ACCESS_CONTROL_MAX_AGE, MAX_AGE_SECONDS);
    }
  }

  /** Of CloudEvents' headers there is no end, so those that are asked for are named. */
  private static String allowedHeaders(HttpHeaders request) {
    StringBuilder allowed = new StringBuilder(ALLOWED_HEADERS);
    String asked = request.get(HttpHeaderNames.ACCESS_CONTROL_REQUEST_HEADERS, "");
    String[] names = asked.toLowerCase(Locale.ROOT).split(",", MAX_CE_HEADERS);
    for (String name : names) {
      if (isCloudEventsHeader(name.strip())) {
        allowed.append(", ").append(name.strip());
      }
    }
    return allowed.toString();
  }

  private static boolean isCloudEventsHeader(String name) {
    return name.startsWith("ce-")
        && name.length() > 3
        && name.chars().allMatch(c -> c == '-' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z'));
  }

  /** True if a page of a listed origin sends this. */
  boolean lists(HttpHeaders request) {
    return !origins.isEmpty() && origins.contains(request.get(HttpHeaderNames.ORIGIN, ""));
  }

  /**
   * Whether a browser says that another origin's page sends this, and that origin is not listed. A
   * request without a {@code Content-Type} is sent without asking first, so it must be refused
   * itself. Browsers leave {@code Sec-Fetch-Site} out where the address is not secure, and then say
   * only whose page it is.
   */
  boolean refuses(HttpHeaders request) {
    String origin = request.get(HttpHeaderNames.ORIGIN);
    String site = request.get(SITE);
    if ((origin == null && site == null) || (origin != null && origins.contains(origin))) {
      return false;
    }
    if (site != null) {
      return site.equals("cross-site") || site.equals("same-site");
    }
    String host = request.get(HttpHeaderNames.HOST, "");
    return !origin.endsWith("://" + host);
  }

  /**
   * The header lines by which any other answer, be it an error, may be read by the page; null if
   * there are none.
   */
  HeaderLines allowReading(String origin) {
    return origin == null ? toAnyPage : toListedPages.getOrDefault(origin, toAnyPage);
  }
}

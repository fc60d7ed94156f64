package com.reactive.platform.gateway.admin;

import com.reactive.platform.gateway.config.HostNames;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/**
 * Access control of the admin port. Pure functions of a request's head.
 *
 * <ul>
 *   <li>A token, where one is set, for everything but the probes and the page, which holds no data.
 *   <li>Where none is set and the port is bound to loopback, a Host that means this machine: else a
 *       foreign site could have its own name resolve to 127.0.0.1 and read along (DNS rebinding).
 *   <li>What changes something wants {@code Content-Type: application/json}, which no form of
 *       another site can send and no script without asking first; and neither it nor the stream
 *       answers a request that the browser says comes from another site.
 * </ul>
 *
 * @param authorized says whether this {@code Authorization} header, or null, will do; null: nobody
 *     is asked
 */
record RequestGuard(boolean boundToLoopback, Predicate<String> authorized) {
  /** Why the request is refused; null if it is not. */
  AdminResponse refusal(Endpoint.Kind kind, HttpHeaders headers) {
    if (kind == Endpoint.Kind.PROBE) {
      return null;
    }
    List<String> hosts = headers.getAll(HttpHeaderNames.HOST);
    if (hosts.size() != 1) {
      return AdminResponse.text(400, "exactly one Host header is required");
    }
    String host = hosts.get(0).strip().toLowerCase(Locale.ROOT);
    if (boundToLoopback && authorized == null && !HostNames.LOOPBACK.has(host)) {
      return AdminResponse.text(
          421, "this port accepts only the hosts localhost, 127.0.0.1 and [::1]");
    }
    if (kind == Endpoint.Kind.PAGE) {
      return null;
    }
    if (authorized != null && !authorized.test(headers.get(HttpHeaderNames.AUTHORIZATION))) {
      return AdminResponse.text(
          401, "authentication required: send Authorization: Bearer with the admin token");
    }
    if (!kind.isRead() && isFromAnotherSite(headers, host)) {
      return AdminResponse.text(403, "cross-site requests are not allowed");
    }
    if (kind == Endpoint.Kind.CHANGE && !isJson(headers.get(HttpHeaderNames.CONTENT_TYPE))) {
      return AdminResponse.text(415, "send Content-Type: application/json");
    }
    return null;
  }

  private static boolean isFromAnotherSite(HttpHeaders headers, String host) {
    // Browsers send the first where they can be trusted to, and then it knows better than the
    // second: a proxy may have given the request another Host.
    String site = headers.get("sec-fetch-site");
    if (site != null) {
      return !site.equals("same-origin") && !site.equals("none");
    }
    String origin = headers.get(HttpHeaderNames.ORIGIN);
    return origin != null
        && !origin.equalsIgnoreCase("http://" + host)
        && !origin.equalsIgnoreCase("https://" + host);
  }

  private static boolean isJson(String contentType) {
    return contentType != null
        && contentType.split(";", 2)[0].strip().equalsIgnoreCase("application/json");
  }
}

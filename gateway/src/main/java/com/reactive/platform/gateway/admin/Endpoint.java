package com.reactive.platform.gateway.admin;

import java.util.function.Function;

/**
 * What answers a path.
 *
 * @param method the one that is allowed; GET allows HEAD too
 * @param handler from what was asked, the body of a POST, the query of a probe or the Accept header
 *     of another GET, to the answer; null for {@link Kind#STREAM}
 */
record Endpoint(Kind kind, String method, Function<String, AdminServer.Answer> handler) {
  enum Kind {
    /** Needs no token and no friendly Host, and is answered on the event loop. */
    PROBE,
    /** Needs no token: it holds no data. */
    PAGE,
    /** Shows something; answered by the pool. */
    READ,
    /** Changes something, so that other sites' pages must not reach it; answered by the pool. */
    CHANGE,
    /** Goes on until somebody ends it. */
    STREAM
  }

  String allowed() {
    return method.equals("GET") ? "GET, HEAD" : method;
  }

  boolean allows(String asked) {
    return asked.equals(method)
        || (asked.equals("HEAD") && method.equals("GET") && kind != Kind.STREAM);
  }
}

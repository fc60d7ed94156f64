package com.reactive.platform.gateway.admin;

import java.util.function.Function;

/**
 * The handler of a path.
 *
 * @param method the one that is allowed; GET allows HEAD too
 * @param handler maps the body of a POST, the query of a probe, the last segment of a path below
 *     one or the Accept header of another GET to the response; null for {@link Kind#STREAM}
 */
record Endpoint(Kind kind, String method, Function<String, AdminResponse> handler) {
  enum Kind {
    /** Needs no token and no particular Host; handled on the event loop. */
    PROBE,
    /** Needs no token: it holds no data. */
    PAGE,
    /** Shows something; handled by the pool. */
    READ,
    /** The same for the paths below one. */
    READ_BELOW,
    /** Changes something, so pages of other sites must not reach it; handled by the pool. */
    CHANGE,
    /** Server-sent events, until one side closes. */
    STREAM;

    boolean isRead() {
      return this == READ || this == READ_BELOW;
    }
  }

  String allowed() {
    return method.equals("GET") ? "GET, HEAD" : method;
  }

  boolean allows(String asked) {
    return asked.equals(method)
        || (asked.equals("HEAD") && method.equals("GET") && kind != Kind.STREAM);
  }
}

package com.reactive.platform.gateway.http;

import io.netty.handler.codec.http.QueryStringDecoder;

/** Which path means what. Pure functions. */
final class Routes {
  private static final String COUNTER = "/api/counter";
  private static final String CUSTOMERS = "/api/customers/";
  private static final String COUNTER_OF_CUSTOMER = "/counter";
  private static final int MAX_CUSTOMER_ID_CHARS = 256;

  private Routes() {}

  /**
   * A path that takes counter events.
   *
   * @param customerId the customer named by the path, or null
   */
  record Counter(String customerId) {
    static final Counter ANONYMOUS = new Counter(null);
  }

  /** The route of a request target, its query ignored; null if there is none. */
  static Counter find(String target) {
    if (target.equals(COUNTER)) {
      return Counter.ANONYMOUS;
    }
    String path = pathOf(target);
    if (path.equals(COUNTER)) {
      return Counter.ANONYMOUS;
    }
    if (!path.startsWith(CUSTOMERS) || !path.endsWith(COUNTER_OF_CUSTOMER)) {
      return null;
    }
    int end = path.length() - COUNTER_OF_CUSTOMER.length();
    return end <= CUSTOMERS.length() ? null : customer(path.substring(CUSTOMERS.length(), end));
  }

  /** Also of a target in absolute form, which a server must accept (RFC 9112, 3.2.2). */
  private static String pathOf(String target) {
    int start = 0;
    if (target.startsWith("http://") || target.startsWith("https://")) {
      start = target.indexOf('/', "https://".length());
      if (start < 0) {
        return "/";
      }
    }
    int query = target.indexOf('?', start);
    return target.substring(start, query < 0 ? target.length() : query);
  }

  private static Counter customer(String encoded) {
    // Netty hands the request line over as Latin-1, so that raw UTF-8 in it would be garbled.
    if (encoded.indexOf('/') >= 0 || !encoded.chars().allMatch(c -> c > ' ' && c < 0x7F)) {
      return null;
    }
    try {
      // In a path a plus is a plus.
      String id = QueryStringDecoder.decodeComponent(encoded.replace("+", "%2B"));
      boolean usable = id.length() <= MAX_CUSTOMER_ID_CHARS && id.indexOf('\uFFFD') < 0;
      return usable ? new Counter(id) : null;
    } catch (IllegalArgumentException e) {
      return null;
    }
  }
}

package com.reactive.platform.gateway.http;

/**
 * How a request is answered. Decided once, put into bytes when its turn has come; what else that
 * needs stands in the exchange. Immutable.
 */
interface Response {
  int status();

  /** Its problem's slug; null if it is none. */
  default String slug() {
    return null;
  }

  /** Appends head and body, by {@link ResponseEncoder#whole}. */
  void write(ResponseEncoder to, Exchange exchange);
}

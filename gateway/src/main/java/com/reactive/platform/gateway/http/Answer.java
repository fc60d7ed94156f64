package com.reactive.platform.gateway.http;

/**
 * How a request is answered. Decided once, put into bytes when its turn has come; what else that
 * needs stands in the exchange. Immutable.
 */
interface Answer {
  int status();

  /** Its problem's slug; null if it is none. */
  default String slug() {
    return null;
  }

  /** Appends head and body, by {@link AnswerWriter#whole}. */
  void write(AnswerWriter to, Exchange exchange);
}

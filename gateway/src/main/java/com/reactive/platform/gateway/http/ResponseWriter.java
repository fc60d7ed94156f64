package com.reactive.platform.gateway.http;

/** Takes a response in the form of one protocol, as {@link ResponseTemplates} makes it. */
interface ResponseWriter {
  /** The empty body of the next response, which begins with it; {@link #whole} takes it. */
  ResponseBytes body();

  /** The empty location of the next response; {@link #whole} takes it, unless it is empty. */
  ResponseBytes location();

  /** Adds a rare header to the next response, which {@link #whole} takes; name in lower case. */
  void header(String name, String value);

  /**
   * Takes a response with the body that was filled.
   *
   * @param value of the header that differs; null: without that header
   * @param applied the preferences that were followed; null: none
   */
  void whole(ResponseHead head, String value, String applied, Exchange exchange);

  /** Takes a 204, which has neither body nor content-length. */
  void noContent(HeaderLines headers, Exchange exchange);
}

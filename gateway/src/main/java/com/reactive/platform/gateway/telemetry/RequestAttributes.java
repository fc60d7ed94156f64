package com.reactive.platform.gateway.telemetry;

import io.opentelemetry.api.common.AttributeKey;

/** The attributes of requests, in metrics and in traces. */
final class RequestAttributes {
  static final AttributeKey<String> METHOD = AttributeKey.stringKey("http.request.method");
  static final AttributeKey<String> ROUTE = AttributeKey.stringKey("http.route");
  static final AttributeKey<Long> STATUS = AttributeKey.longKey("http.response.status_code");
  static final AttributeKey<String> ERROR_TYPE = AttributeKey.stringKey("error.type");
  static final AttributeKey<String> SCHEME = AttributeKey.stringKey("url.scheme");
  static final AttributeKey<String> PROTOCOL = AttributeKey.stringKey("protocol");

  /** What stands for a value that is not one of a known few. */
  static final String OTHER = "_OTHER";

  /** The {@code error.type} of a request whose client went away. */
  static final String CLIENT_GONE = "client_gone";

  private RequestAttributes() {}
}

package com.reactive.platform.gateway.admin;

import java.util.Map;

/**
 * A response of the admin port.
 *
 * @param status of HTTP
 * @param headers in addition to those that every response has
 */
public record AdminResponse(
    int status, String contentType, String body, Map<String, String> headers) {

  public AdminResponse {
    headers = Map.copyOf(headers);
  }

  /** 200 or 503. */
  public AdminResponse(boolean ok, String contentType, String body) {
    this(ok ? 200 : 503, contentType, body, Map.of());
  }

  public static AdminResponse text(boolean ok, String body) {
    return text(ok ? 200 : 503, body);
  }

  public static AdminResponse text(int status, String body) {
    return new AdminResponse(status, "text/plain; charset=utf-8", body + "\n", Map.of());
  }

  public static AdminResponse json(String body) {
    return new AdminResponse(true, "application/json", body + "\n");
  }
}

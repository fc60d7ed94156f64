package com.reactive.platform.gateway.http;

import com.reactive.platform.gateway.limit.ClientAddress;
import com.reactive.platform.gateway.stream.EventSender;

/**
 * Who sent a request.
 *
 * @param bytes 4 or 16, of the address; null if it is not known
 * @param userAgent null if the request has none
 */
record RequestSender(byte[] bytes, String userAgent) implements EventSender {
  private static final int MAX_USER_AGENT_CHARS = 512;

  /** The same, with a user agent that is no longer than a field should be. */
  static RequestSender of(byte[] address, String userAgent) {
    boolean fits = userAgent == null || userAgent.length() <= MAX_USER_AGENT_CHARS;
    return new RequestSender(
        address, fits ? userAgent : userAgent.substring(0, MAX_USER_AGENT_CHARS));
  }

  @Override
  public String address(int ipv4Bits, int ipv6Bits) {
    return bytes == null ? null : ClientAddress.text(bytes, ipv4Bits, ipv6Bits);
  }
}

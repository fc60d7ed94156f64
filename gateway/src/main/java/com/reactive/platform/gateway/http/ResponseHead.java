package com.reactive.platform.gateway.http;

import static com.reactive.platform.gateway.http.ResponseBytes.ascii;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.util.AsciiString;

/**
 * The head that all responses of a kind have in common. Immutable.
 *
 * @param status its three digits
 * @param contentType of the body
 * @param header the name, in lower case, of a header whose value differs; null if there is none
 * @param start as HTTP/1.1 has it, up to the value of {@code content-length}
 * @param rest as HTTP/1.1 has it, from that value on
 */
record ResponseHead(
    AsciiString status, AsciiString contentType, AsciiString header, byte[] start, byte[] rest) {

  private static final AsciiString JSON = AsciiString.cached("application/json");
  private static final AsciiString PROBLEM_JSON = AsciiString.cached("application/problem+json");

  static ResponseHead ofSuccess(int status) {
    return ofJson(status, null);
  }

  /**
   * The head of a response in JSON.
   *
   * @param header may be null
   */
  static ResponseHead ofJson(int status, String header) {
    return new ResponseHead(
        digits(status),
        JSON,
        header == null ? null : AsciiString.cached(header).toLowerCase(),
        ascii(statusLine(status) + "content-type: " + JSON + "\r\ncontent-length: "),
        ascii("\r\n"));
  }

  /**
   * The head of a problem.
   *
   * @param header may be null
   */
  static ResponseHead ofProblem(int status, String header) {
    return new ResponseHead(
        digits(status),
        PROBLEM_JSON,
        header == null ? null : AsciiString.cached(header).toLowerCase(),
        ascii(statusLine(status) + "content-length: "),
        ascii("\r\ncontent-type: " + PROBLEM_JSON + "\r\n"));
  }

  /** The first line of a response of HTTP/1.1, with its end. */
  static String statusLine(int status) {
    return "HTTP/1.1 " + HttpResponseStatus.valueOf(status) + "\r\n";
  }

  private static AsciiString digits(int status) {
    return HttpResponseStatus.valueOf(status).codeAsText();
  }
}

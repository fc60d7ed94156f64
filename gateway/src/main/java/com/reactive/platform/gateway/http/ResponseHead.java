package com.reactive.platform.gateway.http;

import static com.reactive.platform.gateway.http.ResponseBytes.ascii;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.util.AsciiString;

/**
 * The head that all responses of a kind have in common. Immutable.
 *
 * @param header the name, in lower case, of a header whose value differs; null if there is none
 * @param start as HTTP/1.1 has it, up to the value of {@code content-length}
 * @param rest as HTTP/1.1 has it, from that value on
 * @param fields as a header block of HTTP/2 has it: status and content type
 */
record ResponseHead(AsciiString header, byte[] start, byte[] rest, byte[] fields) {

  private static final String JSON = "application/json";
  private static final String PROBLEM_JSON = "application/problem+json";

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
        header == null ? null : AsciiString.cached(header).toLowerCase(),
        ascii(statusLine(status) + "content-type: " + JSON + "\r\ncontent-length: "),
        ascii("\r\n"),
        fields(status, JSON));
  }

  /**
   * The head of a problem.
   *
   * @param header may be null
   */
  static ResponseHead ofProblem(int status, String header) {
    return new ResponseHead(
        header == null ? null : AsciiString.cached(header).toLowerCase(),
        ascii(statusLine(status) + "content-length: "),
        ascii("\r\ncontent-type: " + PROBLEM_JSON + "\r\n"),
        fields(status, PROBLEM_JSON));
  }

  /** The first line of a response of HTTP/1.1, with its end. */
  static String statusLine(int status) {
    return "HTTP/1.1 " + HttpResponseStatus.valueOf(status) + "\r\n";
  }

  private static byte[] fields(int status, String contentType) {
    return new ResponseHeaderBlock().addStatus(status).add("content-type", contentType).fields();
  }
}

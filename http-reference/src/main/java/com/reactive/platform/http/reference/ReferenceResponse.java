package com.reactive.platform.http.reference;

import java.nio.charset.StandardCharsets;

/**
 * What every server answers: 200, or 202 with {@code -Dreactive.reference.status=202}. The body is
 * as long as that of a gateway's 201 for a topic of 14 characters, such as its own default, so that
 * the bytes on the wire are comparable; the topics of benchmarks have longer names.
 */
final class ReferenceResponse {
  static final int STATUS = status();

  private static final int OK = 200;
  private static final int ACCEPTED = 202;

  private static final String TEXT =
      "{\"requestId\":\"00000000000000000000000000000000\","
          + "\"eventId\":\"00000000000000000000000000000000\","
          + "\"topic\":\"none-reference\",\"partition\":0,\"offset\":1000000}";

  /** The body alone; not to be changed. */
  static final byte[] BODY = ascii(TEXT);

  /** Head and body; not to be changed. */
  static final byte[] RESPONSE =
      ascii(
          "HTTP/1.1 "
              + (STATUS == ACCEPTED ? "202 Accepted" : "200 OK")
              + "\r\ncontent-type: application/json\r\ncontent-length: "
              + TEXT.length()
              + "\r\n\r\n"
              + TEXT);

  private ReferenceResponse() {}

  private static int status() {
    int status = Integer.getInteger("reactive.reference.status", OK);
    if (status != OK && status != ACCEPTED) {
      throw new IllegalArgumentException("reactive.reference.status must be 200 or 202");
    }
    return status;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}

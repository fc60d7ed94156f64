package com.reactive.platform.http.reference;

import java.nio.charset.StandardCharsets;

/**
 * What every server answers. The body is as long as that of a gateway's 201 for a topic of 14
 * characters, such as its own default, so that the bytes on the wire are comparable; the topics of
 * benchmarks have longer names.
 */
final class Answer {
  static final int STATUS = 200;

  private static final String TEXT =
      "{\"requestId\":\"00000000000000000000000000000000\","
          + "\"eventId\":\"00000000000000000000000000000000\","
          + "\"topic\":\"none-reference\",\"partition\":0,\"offset\":1000000}";

  /** The body alone; not to be changed. */
  static final byte[] BODY = ascii(TEXT);

  /** Head and body; not to be changed. */
  static final byte[] RESPONSE =
      ascii(
          "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: "
              + TEXT.length()
              + "\r\n\r\n"
              + TEXT);

  private Answer() {}

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}

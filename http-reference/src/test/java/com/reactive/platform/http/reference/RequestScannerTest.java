package com.reactive.platform.http.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class RequestScannerTest {
  private static final String REQUEST =
      "POST /x HTTP/1.1\r\nHost: h\r\nCONTENT-length: 5\r\nContent-Type: a/b\r\n\r\n12345";

  @Test
  void aRequestIsCompleteWithItsLastByteAndNotBefore() throws IOException {
    byte[] two = (REQUEST + REQUEST).getBytes(StandardCharsets.US_ASCII);
    for (int to = 0; to < REQUEST.length(); to++) {
      assertThat(RequestScanner.length(two, 0, to)).isEqualTo(RequestScanner.INCOMPLETE);
    }
    assertThat(RequestScanner.length(two, 0, REQUEST.length())).isEqualTo(REQUEST.length());
    assertThat(RequestScanner.length(two, REQUEST.length(), two.length))
        .isEqualTo(REQUEST.length());
  }

  @Test
  void whatIsTooLongOrNoNumberIsRefused() {
    for (String length : new String[] {"65537", "99999999", "x", "-1"}) {
      byte[] bytes =
          ("POST / HTTP/1.1\r\nContent-Length: " + length + "\r\n\r\n")
              .getBytes(StandardCharsets.US_ASCII);
      assertThatThrownBy(() -> RequestScanner.length(bytes, 0, bytes.length))
          .as(length)
          .isInstanceOf(IOException.class);
    }
  }
}

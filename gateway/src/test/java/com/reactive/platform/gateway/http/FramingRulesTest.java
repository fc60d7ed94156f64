package com.reactive.platform.gateway.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.ingest.Problem;
import com.reactive.platform.gateway.ingest.Rejection;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.netty.util.ReferenceCountUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Netty's decoder and {@link RequestValidator} together: what passes both, and what does not. */
class FramingRulesTest {
  private static final String LINE = "POST /api/counter HTTP/1.1\r\n";

  @ParameterizedTest
  @ValueSource(
      strings = {
        LINE + "Host: h\r\n",
        LINE + "Host:\r\n",
        LINE + "Host: [::1]:8080\r\n",
        LINE + "Host: a-b.example_1:80 \r\n",
        LINE + "Host: h\r\nContent-Length: 2\r\n",
        LINE + "Host: h\r\nTransfer-Encoding: chunked\r\n",
        LINE + "Host: h\r\nTransfer-Encoding: Chunked \r\n",
        "POST /api/counter HTTP/1.0\r\n",
        "POST /api/counter HTTP/1.0\r\nHost: h\r\n"
      })
  void aRequestAsItShouldBeHasNoFault(String head) {
    assertThat(RequestValidator.framingFault(decode(head))).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        LINE,
        LINE + "Host: a\r\nHost: a\r\n",
        LINE + "Host: a\r\nHost: b\r\n",
        LINE + "Host: a, b\r\n",
        LINE + "Host: a b\r\n",
        LINE + "Host: a/b\r\n",
        LINE + "Host: u@h\r\n",
        "POST /api/counter HTTP/1.0\r\nHost: a\r\nHost: b\r\n",
        LINE + "Host: h\r\nTransfer-Encoding: gzip, chunked\r\n",
        LINE + "Host: h\r\nTransfer-Encoding: chunked, identity\r\n",
        LINE + "Host: h\r\nTransfer-Encoding: identity\r\n",
        LINE + "Host: h\r\nTransfer-Encoding: xchunked\r\n",
        LINE + "Host: h\r\nTransfer-Encoding: \"chunked\"\r\n",
        LINE + "Host: h\r\nTransfer-Encoding:\r\n",
        LINE + "Host: h\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
        LINE + "Host: h\r\nTransfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n",
        LINE + "Host: h\r\nTransfer-Encoding: chunked\r\nContent-Length: 2\r\n",
        LINE + "Host: h\r\nContent-Length: 2\r\nContent-Length: 3\r\n",
        LINE + "Host: h\r\nContent-Length: +2\r\n",
        LINE + "Host: h\r\nContent-Length: -2\r\n",
        LINE + "Host: h\r\nContent-Length: 2 2\r\n",
        LINE + "Host: h\r\nContent-Length: 99999999999999999999\r\n",
        LINE + "Host: h\r\nContent-Length : 2\r\n",
        LINE + "Host: h\r\nX: a\u0000b\r\n",
        LINE + "Host: h\r\nContent-Type: application/json\r\ncontent-type: a/b\r\n",
        LINE + "Host: h\r\nOrigin: http://h\r\nOrigin: http://h\r\n",
        "POST /api/counter#a HTTP/1.1\r\nHost: h\r\n",
        "POST http:///api/counter HTTP/1.1\r\nHost: h\r\n",
        "POST /api/counter HTTP/1.0\r\nTransfer-Encoding: chunked\r\n"
      })
  void whatServersMightReadInTwoWaysIsMalformed(String head) {
    assertFault(RequestValidator.framingFault(decode(head)), Rejection.MALFORMED_REQUEST);
  }

  @ParameterizedTest
  @CsvSource({"HTTP/2.0", "HTTP/9.9", "HTTP/1.2", "HTTP/0.9", "RTSP/1.1"})
  void otherVersionsAreNotSpoken(String version) {
    HttpRequest request =
        new DefaultHttpRequest(HttpVersion.valueOf(version), HttpMethod.POST, "/api/counter");
    request.headers().set("Host", "h");
    assertFault(RequestValidator.framingFault(request), Rejection.HTTP_VERSION);
  }

  @Test
  void aHeadThatIsTooLongIsToldApartFromOneThatIsWrong() {
    assertFault(
        RequestValidator.decoderFault(new TooLongHttpHeaderException("x")),
        Rejection.HEADERS_TOO_LARGE);
    assertFault(
        RequestValidator.decoderFault(new TooLongHttpLineException("x")),
        Rejection.TARGET_TOO_LONG);
    assertFault(
        RequestValidator.decoderFault(new IllegalArgumentException("x")),
        Rejection.MALFORMED_REQUEST);
  }

  @Test
  void theDecodersFaultGoesBeforeAnyOther() {
    HttpRequest request =
        new DefaultHttpRequest(HttpVersion.valueOf("HTTP/9.9"), HttpMethod.POST, "/");
    request.setDecoderResult(DecoderResult.failure(new TooLongHttpHeaderException("x")));
    assertFault(RequestValidator.framingFault(request), Rejection.HEADERS_TOO_LARGE);
  }

  private static void assertFault(Problem problem, Rejection type) {
    assertThat(problem).isNotNull();
    assertThat(problem.type()).isEqualTo(type);
  }

  /** The head as Netty's decoder makes it of these bytes. */
  private static HttpRequest decode(String head) {
    EmbeddedChannel channel = new EmbeddedChannel(new HttpRequestDecoder());
    try {
      channel.writeInbound(Unpooled.copiedBuffer(head + "\r\n", ISO_8859_1));
      HttpRequest request = channel.readInbound();
      ReferenceCountUtil.release(request);
      return request;
    } finally {
      channel.finishAndReleaseAll();
    }
  }
}

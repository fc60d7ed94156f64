package com.reactive.platform.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2Headers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Blocks as another reader of HPACK, Netty's, understands them. */
class ResponseHeaderBlockTest {
  private static List<String> read(ResponseHeaderBlock block, int from) throws Exception {
    Http2Headers headers =
        new DefaultHttp2HeadersDecoder(true, 1 << 20)
            .decodeHeaders(1, Unpooled.wrappedBuffer(block.array(), from, block.length() - from));
    List<String> fields = new ArrayList<>();
    for (Map.Entry<CharSequence, CharSequence> field : headers) {
      fields.add(field.getKey() + ": " + field.getValue());
    }
    return fields;
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 201, 202, 204, 206, 304, 400, 401, 404, 413, 422, 500, 503, 504})
  void everyStatusIsRead(int status) throws Exception {
    assertThat(read(new ResponseHeaderBlock().addStatus(status), 1))
        .containsExactly(":status: " + status);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "accept-encoding",
        "access-control-allow-origin",
        "access-control-expose-headers",
        "allow",
        "content-encoding",
        "content-length",
        "content-type",
        "date",
        "grpc-status",
        "location",
        "retry-after",
        "vary",
        "www-authenticate",
        "x"
      })
  void everyNameIsRead(String name) throws Exception {
    ResponseHeaderBlock block = new ResponseHeaderBlock().addStatus(200).add(name, "v");
    assertThat(read(block, 1)).containsExactly(":status: 200", name + ": v");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 126, 127, 128, 254, 255, 256, 16_000, 40_000})
  void valuesOfEveryLengthAreRead(int length) throws Exception {
    String value = "v".repeat(length);
    ResponseHeaderBlock block = new ResponseHeaderBlock().addStatus(200).add("location", value);
    assertThat(read(block, 1)).containsExactly(":status: 200", "location: " + value);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 9, 10, 99, 100, 12_345, Integer.MAX_VALUE})
  void numbersAreRead(int number) throws Exception {
    ResponseHeaderBlock block = new ResponseHeaderBlock().addStatus(200).addContentLength(number);
    assertThat(read(block, 1)).containsExactly(":status: 200", "content-length: " + number);
  }

  @Test
  void blocksThatWereMadeBeforeArePartsOfOthers() throws Exception {
    byte[] part = new ResponseHeaderBlock().addStatus(201).add("content-type", "a/b").fields();
    ResponseBytes value = new ResponseBytes().add(ResponseBytes.ascii("/events/1"));
    ResponseHeaderBlock block = new ResponseHeaderBlock().add("x", "dropped").clear();
    block.add(part).add(ResponseHeaderBlock.name("location"), value);
    List<String> expected = List.of(":status: 201", "content-type: a/b", "location: /events/1");
    assertThat(read(block, 1)).isEqualTo(expected);
    assertThat(read(block, 0)).as("with the size of the table before it").isEqualTo(expected);
  }

  @Test
  void whatNoHeaderMayHaveIsAQuestionMark() throws Exception {
    ResponseHeaderBlock block =
        new ResponseHeaderBlock().addStatus(200).add("x", "a\r\nb\u00e4\u0000\u20ac");
    assertThat(read(block, 1)).containsExactly(":status: 200", "x: a??b???");
  }
}

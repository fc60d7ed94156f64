package com.reactive.platform.gateway.rpc.grpcweb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.rpc.EchoMethod;
import com.reactive.platform.gateway.rpc.FakeHttpCall;
import com.reactive.platform.gateway.rpc.HttpCall;
import com.reactive.platform.gateway.rpc.RpcMethod;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The bytes of gRPC-Web; the conformance suite has all its rules but those of base64. */
class GrpcWebProtocolTest {
  private static final String GOOD = "grpc-status: 0\r\nx-tail: 1\r\nx-tail: 2\r\n";

  private FakeHttpCall http;
  private HttpCall.Receiver receiver;

  private void post(RpcMethod method, String contentType, String... headers) {
    http = new FakeHttpCall("POST", method).header("content-type", contentType);
    for (int i = 0; i < headers.length; i += 2) {
      http.header(headers[i], headers[i + 1]);
    }
    receiver = new GrpcWebProtocol().open(http);
  }

  private void send(byte[] bytes, boolean last) {
    receiver.onData(bytes, 0, bytes.length, last);
  }

  private static byte[] envelope(int flags, String text) {
    byte[] message = text.getBytes(UTF_8);
    return ByteBuffer.allocate(5 + message.length)
        .put((byte) flags)
        .putInt(message.length)
        .put(message)
        .array();
  }

  private static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/grpc-web",
        "application/grpc-web+proto",
        "application/grpc-web+json",
        "Application/gRPC-Web; charset=x",
      })
  void binary(String contentType) {
    post(EchoMethod.UNARY, contentType);
    send(envelope(0, "hello"), true);
    assertThat(http.status()).isEqualTo(200);
    assertThat(http.head().get("content-type")).startsWith("application/grpc-web");
    assertThat(http.head().get("x-head")).isEqualTo("h");
    assertThat(http.body()).isEqualTo(joined(envelope(0, "hello"), envelope(0x80, GOOD)));
    assertThat(http.hasEnded()).isTrue();
    assertThat(http.trailers()).isNull();
  }

  @Test
  void anErrorIsInTheTrailers() {
    post(EchoMethod.BIDI, "application/grpc-web");
    send(envelope(0, "fail"), false);
    assertThat(http.status()).isEqualTo(200);
    String body = new String(http.body(), UTF_8);
    assertThat(body.substring(5))
        .startsWith("grpc-status: 5\r\ngrpc-message: no \"%C3%BC\"\r\ngrpc-status-details-bin: ")
        .endsWith("\r\nx-tail: 1\r\nx-tail: 2\r\n");
  }

  @ParameterizedTest
  @CsvSource({
    "grpc-encoding, br, 12",
    "grpc-timeout, 1, 3",
    "grpc-timeout, '', 3",
  })
  void wrongHeaders(String name, String value, int status) {
    post(EchoMethod.UNARY, "application/grpc-web", name, value);
    assertThat(new String(http.body(), UTF_8)).contains("grpc-status: " + status);
  }

  @Test
  void anUnknownCodec() {
    post(EchoMethod.UNARY, "application/grpc-web+xml");
    assertThat(new String(http.body(), UTF_8)).contains("grpc-status: 12");
  }

  @ParameterizedTest
  @ValueSource(strings = {"application/grpc", "application/grpc-webb", "application/json"})
  void notOurs(String contentType) {
    GrpcWebProtocol protocol = new GrpcWebProtocol();
    assertThat(protocol.speaks(EchoMethod.UNARY, "POST", contentType)).isFalse();
    assertThat(protocol.speaks(EchoMethod.UNARY, "POST", "application/grpc-web")).isTrue();
    assertThat(protocol.speaks(EchoMethod.UNARY, "GET", "application/grpc-web")).isFalse();
  }

  /** Clients encode piece by piece, wherever the envelopes end, and networks cut anywhere. */
  @Test
  void base64() {
    byte[] plain = joined(envelope(0, "one"), envelope(0, "three"));
    byte[] encoded =
        joined(
            Base64.getEncoder().encode(Arrays.copyOfRange(plain, 0, 7)),
            Base64.getEncoder().encode(Arrays.copyOfRange(plain, 7, plain.length)));
    for (int cut = 0; cut <= encoded.length; cut++) {
      post(EchoMethod.BIDI, "application/grpc-web-text+proto");
      send(Arrays.copyOfRange(encoded, 0, cut), false);
      assertThat(http.consumed()).isLessThanOrEqualTo(cut);
      send(Arrays.copyOfRange(encoded, cut, encoded.length), true);
      assertThat(http.consumed()).isEqualTo(encoded.length);
      assertThat(new String(http.body(), UTF_8))
          .isEqualTo(
              base64(envelope(0, "one"))
                  + base64(envelope(0, "three"))
                  + base64(envelope(0x80, GOOD)));
    }
  }

  private static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"AAA", "A*==", "!!!!"})
  void notBase64(String body) {
    post(EchoMethod.BIDI, "application/grpc-web-text");
    send(body.getBytes(UTF_8), true);
    String end = new String(Base64.getDecoder().decode(http.body()), UTF_8);
    assertThat(end).contains("grpc-status: 3");
  }
}

package com.reactive.platform.gateway.rpc.connect;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.ingest.Problem;
import com.reactive.platform.gateway.ingest.Rejection;
import com.reactive.platform.gateway.rpc.EchoMethod;
import com.reactive.platform.gateway.rpc.FakeHttpCall;
import com.reactive.platform.gateway.rpc.HttpCall;
import com.reactive.platform.gateway.rpc.RpcCode;
import com.reactive.platform.gateway.rpc.RpcMethod;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Connect's own bytes; the conformance suite has all its rules. */
class ConnectProtocolTest {
  private static final String FAILURE =
      "{\"code\":\"not_found\",\"message\":\"no \\\"ü\\\"\","
          + "\"details\":[{\"type\":\"test.Detail\",\"value\":\"AQI\"}]}";

  private FakeHttpCall http;
  private HttpCall.Receiver receiver;

  private void post(RpcMethod method, String contentType, String... headers) {
    http = new FakeHttpCall("POST", method).header("content-type", contentType);
    for (int i = 0; i < headers.length; i += 2) {
      http.header(headers[i], headers[i + 1]);
    }
    open();
  }

  private void open() {
    receiver = new ConnectProtocol().open(http);
  }

  private void send(byte[] bytes, boolean last) {
    receiver.onData(bytes, 0, bytes.length, last);
  }

  private void send(String text) {
    send(text.getBytes(UTF_8), true);
  }

  private String body() {
    return new String(http.body(), UTF_8);
  }

  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(UTF_8));
    }
    return bytes.toByteArray();
  }

  private static byte[] envelope(int flags, String text) {
    byte[] message = text.getBytes(UTF_8);
    return ByteBuffer.allocate(5 + message.length)
        .put((byte) flags)
        .putInt(message.length)
        .put(message)
        .array();
  }

  @ParameterizedTest
  @ValueSource(strings = {"application/json", "application/proto", "Application/JSON; charset=x"})
  void unary(String contentType) {
    post(EchoMethod.UNARY, contentType);
    send("he".getBytes(UTF_8), false);
    send("llo");
    assertThat(http.status()).isEqualTo(200);
    assertThat(http.head().get("content-type"))
        .isEqualTo(contentType.contains("proto") ? "application/proto" : "application/json");
    assertThat(http.head().get("content-length")).isEqualTo("5");
    assertThat(http.head().get("x-head")).isEqualTo("h");
    assertThat(http.head().all("trailer-x-tail")).containsExactly("1", "2");
    assertThat(body()).isEqualTo("hello");
    assertThat(http.hasEnded()).isTrue();
    assertThat(http.reserved()).isZero();
    assertThat(http.consumed()).isEqualTo(5);
  }

  @Test
  void anErrorIsJsonWhateverTheCodec() {
    post(EchoMethod.UNARY, "application/proto");
    send("fail");
    assertThat(http.status()).isEqualTo(404);
    assertThat(http.head().get("content-type")).isEqualTo("application/json");
    assertThat(http.head().all("trailer-x-tail")).containsExactly("1", "2");
    assertThat(body()).isEqualTo(FAILURE);
  }

  @Test
  void gzip() throws IOException {
    post(EchoMethod.UNARY, "application/json", "content-encoding", "gzip");
    send(gzip("hello"), true);
    assertThat(body()).isEqualTo("hello");
  }

  @ParameterizedTest
  @CsvSource({
    "content-encoding, br, 501, unimplemented",
    "connect-protocol-version, 2, 400, invalid_argument",
    "connect-timeout-ms, 1s, 400, invalid_argument",
    "connect-timeout-ms, 12345678901, 400, invalid_argument",
    "connect-timeout-ms, '', 400, invalid_argument",
  })
  void wrongHeaders(String name, String value, int status, String code) {
    post(EchoMethod.UNARY, "application/json", name, value);
    send("hello");
    assertThat(http.status()).isEqualTo(status);
    assertThat(body()).startsWith("{\"code\":\"" + code + "\"");
  }

  @Test
  void aMessageThatIsTooLarge() {
    post(EchoMethod.UNARY, "application/json");
    send(new byte[EchoMethod.MAX_BYTES], false);
    assertThat(http.hasEnded()).isFalse();
    send(new byte[1], false);
    assertThat(http.status()).isEqualTo(429);
    assertThat(body()).startsWith("{\"code\":\"resource_exhausted\"");
    send(new byte[100], true);
    assertThat(http.reserved()).isZero();
    assertThat(http.consumed()).isEqualTo(EchoMethod.MAX_BYTES + 101);
  }

  @Test
  void aMessageThatIsTooLargeWithoutItsCompression() throws IOException {
    post(EchoMethod.UNARY, "application/json", "content-encoding", "gzip");
    send(gzip("x".repeat(EchoMethod.MAX_BYTES + 1)), true);
    assertThat(http.status()).isEqualTo(429);
  }

  @Test
  void theDeadline() {
    post(EchoMethod.UNARY, "application/json", "connect-timeout-ms", "100");
    send("wait");
    http.expire();
    assertThat(http.status()).isEqualTo(504);
    assertThat(body()).startsWith("{\"code\":\"deadline_exceeded\"");
  }

  @Test
  void aRefusedCall() {
    http =
        new FakeHttpCall("POST", EchoMethod.UNARY)
            .header("content-type", "application/json")
            .refused(Problem.of(Rejection.UNAUTHENTICATED, "who are you"));
    open();
    assertThat(http.status()).isEqualTo(401);
    assertThat(body()).startsWith("{\"code\":\"unauthenticated\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "message=hello&encoding=json&connect=v1",
        "message=h%65llo&encoding=proto&base64=0",
        "message=aGVsbG8&encoding=json&base64=1",
        "message=aGVsbG8%3D&encoding=json&base64=1&compression=identity",
      })
  void byGet(String query) {
    http = new FakeHttpCall("GET", EchoMethod.SAFE).query(query);
    open();
    send("");
    assertThat(http.status()).isEqualTo(200);
    assertThat(body()).isEqualTo("hello");
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "none",
      value = {
        "none, 415",
        "message=x, 415",
        "message=x&encoding=xml, 415",
        "encoding=json, 400",
        "message=%&encoding=json, 400",
        "message=*&base64=1&encoding=json, 400",
        "message=x&encoding=json&connect=v2, 400",
        "message=x&encoding=json&compression=br, 501",
      })
  void wrongQueries(String query, int status) {
    http = new FakeHttpCall("GET", EchoMethod.SAFE).query(query);
    open();
    assertThat(http.status()).isEqualTo(status);
    send("");
  }

  @Test
  void getIsForMethodsWithoutSideEffects() {
    http = new FakeHttpCall("GET", EchoMethod.UNARY).query("message=x&encoding=json");
    open();
    assertThat(http.status()).isEqualTo(405);
    assertThat(http.head().get("allow")).isEqualTo("POST");
  }

  @Test
  void unknownForms() {
    post(EchoMethod.UNARY, "application/connect+json");
    assertThat(http.status()).isEqualTo(415);
    post(EchoMethod.BIDI, "application/json");
    assertThat(http.status()).isEqualTo(415);
    assertThat(http.head().get("accept-post"))
        .isEqualTo("application/connect+proto, application/connect+json");
    http = new FakeHttpCall("POST", EchoMethod.UNARY);
    open();
    assertThat(http.status()).isEqualTo(415);
  }

  @Test
  void anUnknownMethodIsNotOurs() {
    ConnectProtocol protocol = new ConnectProtocol();
    assertThat(protocol.speaks(null, "POST", "application/json")).isFalse();
    assertThat(protocol.speaks(EchoMethod.UNARY, "PUT", null)).isTrue();
  }

  @Test
  void stream() throws IOException {
    post(EchoMethod.BIDI, "application/connect+json", "connect-content-encoding", "gzip");
    send(envelope(0, "one"), false);
    assertThat(http.status()).isEqualTo(200);
    assertThat(http.head().get("content-type")).isEqualTo("application/connect+json");
    assertThat(http.head().get("x-head")).isEqualTo("h");
    byte[] compressed = gzip("two");
    byte[] second =
        ByteBuffer.allocate(5 + compressed.length)
            .put((byte) 1)
            .putInt(compressed.length)
            .put(compressed)
            .array();
    send(second, true);
    ByteArrayOutputStream expected = new ByteArrayOutputStream();
    expected.write(envelope(0, "one"));
    expected.write(envelope(0, "two"));
    expected.write(envelope(2, "{\"metadata\":{\"x-tail\":[\"1\",\"2\"]}}"));
    assertThat(http.body()).isEqualTo(expected.toByteArray());
    assertThat(http.reserved()).isZero();
  }

  @Test
  void aStreamThatFails() {
    post(EchoMethod.BIDI, "application/connect+proto");
    send(envelope(0, "fail"), false);
    assertThat(http.status()).isEqualTo(200);
    assertThat(http.body())
        .isEqualTo(
            envelope(2, "{\"error\":" + FAILURE + ",\"metadata\":{\"x-tail\":[\"1\",\"2\"]}}"));
  }

  @Test
  void base64IsOfUrls() {
    String message = Base64.getUrlEncoder().encodeToString(new byte[] {-1, -2, -3});
    http =
        new FakeHttpCall("GET", EchoMethod.SAFE)
            .query("encoding=proto&base64=1&message=" + message);
    open();
    send("");
    assertThat(http.body()).containsExactly(-1, -2, -3);
  }

  @Test
  void aStreamWhoseOnlyMessageDoesNotComeEndsInTime() {
    EchoMethod oneToMany = new EchoMethod(false, true, false);
    long late = System.nanoTime() + TimeUnit.SECONDS.toNanos(11);
    post(oneToMany, "application/connect+proto");
    receiver.checkDeadlines(late);
    assertThat(body()).contains("deadline_exceeded");
    // It is there, but perhaps another follows.
    post(oneToMany, "application/connect+proto");
    send(new byte[] {0, 0, 0, 0, 1, 'x'}, false);
    assertThat(http.reserved()).isPositive();
    receiver.checkDeadlines(late);
    assertThat(body()).contains("deadline_exceeded");
    assertThat(http.reserved()).isZero();
  }

  @Test
  void anErrorOfAMethodEndsTheCallOnly() {
    post(EchoMethod.UNARY, "application/json");
    send("throw");
    assertThat(http.status()).isEqualTo(500);
    assertThat(body()).contains("\"internal\"").doesNotContain("by the test");
    assertThat(http.hasEnded()).isTrue();
    assertThat(http.isServerFault()).isTrue();
  }

  /** The specification has INTERNAL for both. */
  @ParameterizedTest
  @ValueSource(ints = {1, 8})
  void aStreamThatBreaksTheProtocolIsNoFaultOfTheServer(int flags) {
    post(EchoMethod.BIDI, "application/connect+proto");
    send(envelope(flags, "x"), true);
    assertThat(http.code()).isEqualTo(RpcCode.INTERNAL);
    assertThat(http.isServerFault()).isFalse();
  }
}

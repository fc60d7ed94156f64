package com.reactive.platform.reliability.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import com.google.protobuf.UnknownFieldSet;
import com.reactive.platform.reliability.oracle.OracleRequests.Form;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2Headers;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The bytes of requests say what they are meant to. */
class RequestsTest {
  private static final OracleEvent EVENT = new OracleEvent(7, 1, 2);

  private static OracleRequests requests(OracleProtocol protocol, String... headers) {
    URI url = URI.create("http://localhost:80/api/counter");
    return new OracleRequests(
        OracleSettings.of(url, "events", Path.of("journals"))
            .mode(new PostingMode(protocol, false, false))
            .headers(List.of(headers))
            .build());
  }

  private static byte[] bytes(RequestTemplate template, long sequence) {
    ByteBuffer bytes = ByteBuffer.allocate(template.length());
    template.write(EVENT, sequence, bytes);
    return bytes.array();
  }

  private static Map<String, String> head(Form form) throws Exception {
    Http2Headers headers =
        new DefaultHttp2HeadersDecoder()
            .decodeHeaders(3, Unpooled.wrappedBuffer(bytes(form.head(), 1L << 28)));
    Map<String, String> fields = new TreeMap<>();
    headers.forEach(field -> fields.put(field.getKey().toString(), field.getValue().toString()));
    return fields;
  }

  @Test
  void aHeaderBlockHoldsTheRequestsFields() throws Exception {
    String secret = "s".repeat(400);
    Form form = requests(OracleProtocol.HTTP2, "X-API-Key: " + secret).of(Variant.ASYNC);
    assertThat(head(form))
        .containsOnly(
            entry(":method", "POST"),
            entry(":scheme", "http"),
            entry(":path", "/api/counter"),
            entry(":authority", "localhost:80"),
            entry("content-type", "application/json"),
            entry("content-length", Integer.toString(form.body().length())),
            entry("idempotency-key", EVENT.id()),
            entry("prefer", "respond-async"),
            entry("x-api-key", secret));
  }

  @Test
  void aCallNamesTheStreamsMethodAndHasNoPreference() throws Exception {
    Form form = requests(OracleProtocol.GRPC).of(Variant.ASYNC);
    assertThat(head(form))
        .contains(
            entry(":path", "/reactive.counter.Publisher/Publish"),
            entry("content-type", "application/grpc"),
            entry("te", "trailers"),
            entry("idempotency-key", EVENT.id()))
        .doesNotContainKey("prefer");
  }

  @Test
  void aMessageIsPrefixedByItsLength() {
    for (Variant variant : new Variant[] {Variant.DURABLE, Variant.BAD_JSON, Variant.BAD_SCHEMA}) {
      for (OracleProtocol protocol :
          new OracleProtocol[] {OracleProtocol.GRPC, OracleProtocol.GRPC_STREAM}) {
        byte[] body = bytes(requests(protocol).of(variant).body(), 1L << 28);
        assertThat(ByteBuffer.wrap(body).getInt(1)).isEqualTo(body.length - 5);
      }
    }
  }

  @Test
  void aStreamsMessageHoldsNumberEventAndKey() throws Exception {
    long sequence = (1L << 28) + 300;
    byte[] body = bytes(requests(OracleProtocol.GRPC_STREAM).of(Variant.DURABLE).body(), sequence);
    UnknownFieldSet request = UnknownFieldSet.parseFrom(Arrays.copyOfRange(body, 5, body.length));
    assertThat(request.getField(1).getVarintList()).containsExactly(sequence);
    assertThat(request.getField(3).getLengthDelimitedList().get(0).toStringUtf8())
        .isEqualTo(EVENT.id());
    UnknownFieldSet event =
        UnknownFieldSet.parseFrom(request.getField(2).getLengthDelimitedList().get(0));
    assertThat(event.getField(2).getLengthDelimitedList().get(0).toStringUtf8())
        .isEqualTo(EVENT.id());
    assertThat(event.getField(4).getVarintList()).containsExactly((long) EVENT.value());
    assertThat(event.getField(1).getLengthDelimitedList().get(0).toStringUtf8())
        .isEqualTo(EVENT.customer());
  }

  @Test
  void aRequestOfHttp1SaysHowLongItsBodyIs() {
    Form form = requests(OracleProtocol.CONNECT).of(Variant.DURABLE);
    String head = new String(bytes(form.head(), 1L << 28), StandardCharsets.ISO_8859_1);
    String body = new String(bytes(form.body(), 1L << 28), StandardCharsets.ISO_8859_1);
    assertThat(head)
        .startsWith("POST /reactive.counter.Publisher/Publish HTTP/1.1\r\n")
        .contains("\r\nContent-Length: " + body.length() + "\r\n")
        .contains("\r\nIdempotency-Key: " + EVENT.id() + "\r\n")
        .endsWith("\r\n\r\n");
    assertThat(body).contains("\"value\":" + EVENT.value(), EVENT.id(), EVENT.customer());
  }
}

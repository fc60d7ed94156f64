package com.reactive.platform.kafka.benchmark.subject.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.kafka.benchmark.rig.MessageFormat;
import com.reactive.platform.kafka.benchmark.rig.Payload;
import com.reactive.platform.kafka.benchmark.subject.CounterMessages;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2Headers;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CallFormTest {
  @ParameterizedTest
  @EnumSource
  void laterHeadsSayWhatTheFirstSays(CallForm form) throws Exception {
    DefaultHttp2HeadersDecoder decoder = new DefaultHttp2HeadersDecoder(true);
    Http2Headers first =
        decoder.decodeHeaders(
            1, Unpooled.wrappedBuffer(form.firstHead("/api/counter", "127.0.0.1:8080", 123)));
    assertThat(first.method()).hasToString("POST");
    assertThat(first.scheme()).hasToString("http");
    assertThat(first.authority()).hasToString("127.0.0.1:8080");
    assertThat(first.contains("content-type")).isTrue();
    assertThat(decoder.decodeHeaders(3, Unpooled.wrappedBuffer(form.laterHead()))).isEqualTo(first);
    assertThat(decoder.decodeHeaders(5, Unpooled.wrappedBuffer(form.laterHead()))).isEqualTo(first);
  }

  @Test
  void protobufHasWhatJsonHas() {
    for (int bytes : new int[] {CounterMessages.MIN_BYTES, 200, CounterMessages.MAX_BYTES}) {
      CounterMessages messages =
          new CounterMessages(new MessageFormat(7, bytes, Payload.RANDOM), 2);
      byte[] json = new byte[messages.bytes()];
      messages.write(json, 0, 42);
      byte[] body = new byte[CallForm.PROTOBUF.bodyBytes(json.length)];
      CallForm.PROTOBUF.writeBody(json, body);
      String[] values = new String(json, StandardCharsets.US_ASCII).split("\"", -1);
      ByteArrayOutputStream expected = new ByteArrayOutputStream();
      write(expected, 1, values[13]);
      write(expected, 2, values[3]);
      expected.writeBytes(new byte[] {3 << 3, 1, 4 << 3, 1});
      assertThat(body).isEqualTo(expected.toByteArray());
    }
  }

  private static void write(ByteArrayOutputStream out, int field, String text) {
    out.write((field << 3) | 2);
    int length = text.length();
    if (length > 0x7F) {
      out.write((length & 0x7F) | 0x80);
      out.write(length >>> 7);
    } else {
      out.write(length);
    }
    out.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
  }

  @Test
  void aMessageOfAStreamIsTheEventAsAField() {
    CounterMessages messages = new CounterMessages(new MessageFormat(7, 300, Payload.RANDOM), 2);
    byte[] json = new byte[messages.bytes()];
    messages.write(json, 0, 42);
    byte[] event = new byte[CallForm.CONNECT.bodyBytes(json.length)];
    CallForm.CONNECT.writeBody(json, event);
    byte[] field = new byte[CallForm.GRPC_STREAM.bodyBytes(json.length)];
    CallForm.GRPC_STREAM.writeBody(json, field);
    ByteArrayOutputStream expected = new ByteArrayOutputStream();
    expected.write(2 << 3 | 2);
    expected.write((event.length & 0x7F) | 0x80);
    expected.write(event.length >>> 7);
    expected.writeBytes(event);
    assertThat(field).isEqualTo(expected.toByteArray());
  }

  @Test
  void aMessageOfGrpcHasItsLengthBeforeIt() {
    CounterMessages messages = new CounterMessages(new MessageFormat(7, 300, Payload.RANDOM), 2);
    byte[] json = new byte[messages.bytes()];
    messages.write(json, 0, 42);
    byte[] body = new byte[CallForm.GRPC.bodyBytes(json.length)];
    CallForm.GRPC.writeBody(json, body);
    int length = body.length - 5;
    assertThat(body).startsWith((byte) 0, (byte) 0, (byte) 0, (byte) (length >>> 8), (byte) length);
  }
}

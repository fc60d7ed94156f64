package com.reactive.platform.gateway.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.reactive.platform.gateway.ingest.Problem;
import com.reactive.platform.gateway.ingest.Rejection;
import com.reactive.platform.gateway.ledger.Ledger;
import com.reactive.platform.gateway.rpc.RpcMetadata;
import com.reactive.platform.gateway.telemetry.RequestMetrics;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpVersion;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Answers byte by byte, and what becomes of the buffers that carry them. */
class ResponseEncoderTest {
  private static final String ID = "0123456789abcdef0123456789abcdef";
  private static final String DATE = "date: Sun, 06 Nov 1994 08:49:37 GMT\r\n";
  private static final String CREATED_BODY =
      "{\"requestId\":\"%s\",\"eventId\":\"key\",\"topic\":\"t\",\"partition\":3,\"offset\":42}"
          .formatted(ID);

  @Test
  void aSuccessByteByByte() {
    assertThat(WrittenResponse.text(created(HttpVersion.HTTP_1_1, HttpMethod.POST), false))
        .isEqualTo(
            ("HTTP/1.1 201 Created\r\ncontent-type: application/json\r\ncontent-length: %d\r\n"
                    + "location: /api/events/counter/key?partition=3&offset=42\r\n%s\r\n%s")
                .formatted(CREATED_BODY.length(), DATE, CREATED_BODY));
  }

  /** Those that never change are encoded once. */
  @Test
  void theHeadersOfACallByteByByte() {
    ResponseEncoder encoder = new ResponseEncoder();
    RpcMetadata own = new RpcMetadata().add("content-type", "application/proto").add("x", "a\n");
    RpcMetadata shared = new RpcMetadata().addAll(own).constant();
    for (RpcMetadata headers : List.of(own, shared, shared)) {
      ResponseBytes head = encoder.callHead();
      encoder.addHeaders(headers);
      assertThat(new String(head.copy(), US_ASCII))
          .isEqualTo("content-type: application/proto\r\nx: a?\r\n");
    }
    assertThatThrownBy(() -> shared.add("y", "b"))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void theLastSaysThatTheConnectionCloses() {
    assertThat(WrittenResponse.text(created(HttpVersion.HTTP_1_1, HttpMethod.POST), true))
        .contains("\r\nconnection: close\r\n\r\n{");
  }

  @Test
  void anOldClientIsToldThatItMayGoOn() {
    assertThat(WrittenResponse.text(created(HttpVersion.HTTP_1_0, HttpMethod.POST), false))
        .contains("\r\nconnection: keep-alive\r\n\r\n{");
  }

  @Test
  void aProblemByteByByte() {
    Exchange exchange = exchange(HttpVersion.HTTP_1_1, HttpMethod.POST);
    exchange.cors(new Cors(List.of("https://a.example")), "https://a.example");
    exchange.response(Response.of(Problem.of(Rejection.OVERLOADED, "a \"b\"")));
    String body =
        "{\"type\":\"urn:reactive:problem:overloaded\",\"title\":\"Too many events in flight\","
            + "\"status\":503,\"help\":\"docs/troubleshooting.md#overloaded\","
            + "\"detail\":\"a \\\"b\\\"\",\"retryable\":true}";
    assertThat(WrittenResponse.text(exchange, true))
        .isEqualTo(
            "HTTP/1.1 503 Service Unavailable\r\n"
                + "content-length: "
                + body.length()
                + "\r\ncontent-type: application/problem+json\r\n"
                + "retry-after: 1\r\n"
                + DATE
                + "vary: origin\r\n"
                + "access-control-allow-origin: https://a.example\r\n"
                + "access-control-expose-headers: Idempotent-Replayed, Location,"
                + " Preference-Applied, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate\r\n"
                + "connection: close\r\n\r\n"
                + body);
  }

  @Test
  void headHasTheLengthAndNoBody() {
    Exchange exchange = exchange(HttpVersion.HTTP_1_1, HttpMethod.HEAD);
    exchange.response(Response.of(Problem.of(Rejection.METHOD_NOT_ALLOWED, "d")));
    assertThat(WrittenResponse.text(exchange, false))
        .startsWith("HTTP/1.1 405 Method Not Allowed\r\ncontent-length: ")
        .endsWith("\r\nallow: POST\r\n" + DATE + "\r\n");
  }

  @Test
  void noContentHasNeitherLengthNorBody() {
    Exchange exchange = exchange(HttpVersion.HTTP_1_1, HttpMethod.OPTIONS);
    HttpHeaders headers = new DefaultHttpHeaders().set("vary", "Origin");
    exchange.response(Response.noContent(HeaderLines.of(headers)));
    assertThat(WrittenResponse.text(exchange, false))
        .isEqualTo("HTTP/1.1 204 No Content\r\nvary: Origin\r\n" + DATE + "\r\n");
  }

  @Test
  void theDateFollowsTheClock() {
    long[] millis = {WrittenResponse.MILLIS};
    DateHeader date = new DateHeader(() -> millis[0]);
    byte[] first = date.line();
    assertThat(first).asString(US_ASCII).isEqualTo(DATE);
    millis[0] += 999 - millis[0] % 1_000;
    assertThat(date.line()).as("within the second").isSameAs(first);
    millis[0]++;
    assertThat(date.line()).asString(US_ASCII).isEqualTo("date: Sun, 06 Nov 1994 08:49:38 GMT\r\n");
  }

  /** Else a slow client would read the answers of others. */
  @Test
  void aBufferThatTheChannelStillHasIsNotWrittenToAgain() {
    ResponseEncoder writer = new ResponseEncoder();
    ChannelInboundHandlerAdapter handler = new ChannelInboundHandlerAdapter();
    EmbeddedChannel channel = new EmbeddedChannel(handler);
    ChannelHandlerContext context = channel.pipeline().context(handler);
    writer.addContinue();
    ByteBuf first = writer.write(context, context.voidPromise());
    writer.giveBack(first); // before the flush, so the channel has it
    writer.begin(false);
    ResponseTemplates.encode(writer, created(HttpVersion.HTTP_1_1, HttpMethod.POST));
    ByteBuf second = writer.write(context, context.voidPromise());
    assertThat(second).isNotSameAs(first);
    channel.flush();
    assertThat(read(channel)).isEqualTo("HTTP/1.1 100 Continue\r\n\r\n");
    assertThat(read(channel)).endsWith(CREATED_BODY);
    writer.giveBack(second);
    writer.addContinue();
    ByteBuf third = writer.write(context, context.voidPromise());
    assertThat(third).as("nobody has it any more").isSameAs(second);
    channel.flush();
    writer.giveBack(third);
    channel.finishAndReleaseAll();
    writer.release();
    assertThat(first.refCnt() + third.refCnt()).isZero();
  }

  private static String read(EmbeddedChannel channel) {
    ByteBuf written = channel.readOutbound();
    String text = written.toString(US_ASCII);
    written.release();
    return text;
  }

  private static Exchange created(HttpVersion version, HttpMethod method) {
    Exchange exchange = exchange(version, method);
    WrittenResponse.accept(exchange, "t", ID, "key");
    exchange.prefer(Preferences.NONE, true, 1);
    exchange.acked(3, 42);
    exchange.response(Response.CREATED);
    return exchange;
  }

  private static Exchange exchange(HttpVersion version, HttpMethod method) {
    DefaultHttpRequest head = new DefaultHttpRequest(version, method, "/");
    head.headers().set("connection", "keep-alive");
    return new Exchange(null, null, new Ledger(), RequestMetrics.NONE, head, false);
  }
}

package com.reactive.platform.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.ingest.Acceptance;
import com.reactive.platform.gateway.ingest.StreamRuntime;
import com.reactive.platform.gateway.telemetry.RequestMetrics;
import com.reactive.platform.gateway.testing.TestStreams;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Answers as a client reads them. */
final class WrittenResponse {
  /** When they are written: the example of RFC 9110. */
  static final long MILLIS = 784_111_777_000L;

  private WrittenResponse() {}

  /** The exchange's event is accepted, for a stream of this topic. */
  static void accept(Exchange exchange, String topic, String requestId, String eventId) {
    StreamRuntime stream =
        new StreamRuntime(TestStreams.counter(topic), 0, 0, null, new byte[0], () -> true);
    exchange.match(
        new Routes.Match(
            stream, null, "/", RequestMetrics.NONE, Map.of(), DiagnosticDepth.KAFKA, null));
    exchange.requestId(requestId.getBytes(StandardCharsets.US_ASCII));
    Acceptance.accept(exchange, eventId.getBytes(StandardCharsets.US_ASCII));
  }

  /** The bytes of this exchange's answer. */
  static String text(Exchange exchange, boolean last) {
    ResponseEncoder writer = new ResponseEncoder(() -> MILLIS);
    writer.clear();
    writer.begin(last);
    ResponseTemplates.encode(writer, exchange);
    ChannelInboundHandlerAdapter handler = new ChannelInboundHandlerAdapter();
    EmbeddedChannel channel = new EmbeddedChannel(handler);
    ChannelHandlerContext context = channel.pipeline().context(handler);
    ByteBuf buffer = writer.write(context, context.voidPromise());
    context.flush();
    ByteBuf written = channel.readOutbound();
    String text = written.toString(StandardCharsets.ISO_8859_1);
    written.release();
    writer.giveBack(buffer);
    writer.release();
    channel.finishAndReleaseAll();
    return text;
  }

  /** The same, read by Netty; to be released. */
  static FullHttpResponse of(Exchange exchange, boolean last) {
    EmbeddedChannel client =
        new EmbeddedChannel(new HttpResponseDecoder(), new HttpObjectAggregator(1 << 20));
    byte[] bytes = text(exchange, last).getBytes(StandardCharsets.ISO_8859_1);
    client.writeInbound(Unpooled.wrappedBuffer(bytes));
    FullHttpResponse response = client.readInbound();
    assertThat(response.decoderResult().isSuccess()).isTrue();
    client.finishAndReleaseAll();
    return response;
  }
}

package com.reactive.platform.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.config.Settings;
import com.reactive.platform.gateway.ledger.Ledger;
import com.reactive.platform.gateway.telemetry.RequestMetrics;
import com.reactive.platform.gateway.telemetry.Tracing;
import com.reactive.platform.gateway.testing.FrameClient;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersEncoder;
import io.netty.handler.codec.http2.Http2CodecUtil;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class Http2ServerConnectionTest {
  private final Routes routes = new Routes(List.of(), route -> RequestMetrics.NONE, null);

  /** The timer of deadlines would send it a quarter of a second later. */
  @Test
  void aResetBehindAResponseIsSentWithIt() throws Exception {
    EmbeddedChannel channel = new EmbeddedChannel();
    HttpConfig config = HttpConfig.from(Settings.ofKeys(Map.of()), 5_000, 0, false);
    EventLoopContext loop =
        new EventLoopContext(
            channel.eventLoop(),
            new ActiveLoops<>(1, false, 0),
            config,
            new Ledger(),
            null,
            () -> routes,
            Tracing.NONE,
            null,
            new BodyMemory(new BodyBudget(1)),
            null);
    Http2WriteBuffer out = new Http2WriteBuffer();
    channel.pipeline().addLast(out, Http2ConnectionBuilder.build(loop, out));
    ByteBuf malformed = Unpooled.buffer();
    new DefaultHttp2HeadersEncoder()
        .encodeHeaders(1, new DefaultHttp2Headers(false).method("POST"), malformed);
    byte[] head = new byte[malformed.readableBytes()];
    malformed.readBytes(head);
    int ends = FrameClient.END_HEADERS | FrameClient.END_STREAM;
    channel.writeInbound(
        Http2CodecUtil.connectionPrefaceBuf(),
        Unpooled.wrappedBuffer(FrameClient.frame(FrameClient.SETTINGS, 0, 0, new byte[0])),
        Unpooled.wrappedBuffer(FrameClient.frame(FrameClient.HEADERS, ends, 1, head)));
    assertThat(typesSent(channel)).endsWith(FrameClient.DATA, FrameClient.RST_STREAM);
    channel.finishAndReleaseAll();
    loop.release();
  }

  private static List<Integer> typesSent(EmbeddedChannel channel) {
    ByteBuf all = Unpooled.buffer();
    for (ByteBuf sent = channel.readOutbound(); sent != null; sent = channel.readOutbound()) {
      all.writeBytes(sent);
      sent.release();
    }
    List<Integer> types = new ArrayList<>();
    while (all.isReadable()) {
      int length = all.readUnsignedMedium();
      types.add((int) all.readByte());
      all.skipBytes(1 + 4 + length);
    }
    return types;
  }
}

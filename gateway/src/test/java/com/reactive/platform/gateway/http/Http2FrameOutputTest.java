package com.reactive.platform.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.rpc.RpcMetadata;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http2.DefaultHttp2Connection;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2ConnectionHandlerBuilder;
import io.netty.handler.codec.http2.Http2FrameAdapter;
import io.netty.handler.codec.http2.Http2Stream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Frames by their types and flags, as they go to the channel. */
class Http2FrameOutputTest {
  private static final int WINDOW = 65_535;

  private final DefaultHttp2Connection connection = new DefaultHttp2Connection(true);
  private final Http2WriteBuffer out = new Http2WriteBuffer();
  private final Http2ConnectionHandler handler =
      new Http2ConnectionHandlerBuilder()
          .connection(connection)
          .frameListener(new Http2FrameAdapter())
          .build();
  private final List<Integer> ended = new ArrayList<>();
  private EmbeddedChannel channel;
  private Http2FrameOutput output;
  private Http2Stream stream;

  @BeforeEach
  void open() throws Exception {
    channel = new EmbeddedChannel(out, handler);
    output = new Http2FrameOutput(handler.encoder(), out, closed -> ended.add(closed.id()));
    stream = connection.remote().createStream(1, true);
    sent();
  }

  @AfterEach
  void close() {
    channel.finishAndReleaseAll();
  }

  private List<String> sent() throws Exception {
    handler.flush(channel.pipeline().context(handler));
    ByteBuf all = Unpooled.buffer();
    for (ByteBuf part = channel.readOutbound(); part != null; part = channel.readOutbound()) {
      all.writeBytes(part);
      part.release();
    }
    List<String> frames = new ArrayList<>();
    while (all.isReadable()) {
      int length = all.readUnsignedMedium();
      frames.add("%d/%d/%d:%d".formatted(all.readByte(), all.readByte(), all.readInt(), length));
      all.skipBytes(length);
    }
    return frames;
  }

  private static ResponseHeaderBlock head(int bytes) {
    return new ResponseHeaderBlock().addStatus(200).add("x", "v".repeat(bytes));
  }

  private static ByteBuf bytes(int count) {
    return Unpooled.wrappedBuffer(new byte[count]);
  }

  private int window() {
    return handler.encoder().flowController().windowSize(connection.connectionStream());
  }

  @Test
  void aWholeResponseIsWrittenAtOnceAndEndsItsStream() throws Exception {
    output.head(stream, head(1), false);
    ChannelFuture written = output.data(stream, bytes(100), true);
    assertThat(written.isDone()).isTrue();
    assertThat(ended).containsExactly(1);
    assertThat(window()).isEqualTo(WINDOW - 100);
    assertThat(sent()).containsExactly("1/4/1:6", "0/1/1:100");
  }

  @Test
  void aHeadThatIsLargerThanAFrameGoesOn() throws Exception {
    output.head(stream, head(40_000), true);
    assertThat(sent()).containsExactly("1/1/1:16384", "9/0/1:16384", "9/4/1:7240");
    assertThat(ended).containsExactly(1);
  }

  @Test
  void whatTheWindowDoesNotTakeWaitsForItAndTheTrailersBehindIt() throws Exception {
    output.head(stream, head(1), false);
    output.data(stream, new byte[16_000], 16_000, false);
    output.data(stream, bytes(16_000), false);
    output.data(stream, bytes(16_000), false);
    output.data(stream, bytes(16_000), false);
    ChannelFuture waits = output.data(stream, bytes(16_000), false);
    output.trailers(stream, new RpcMetadata().add("grpc-status", "0"), new ResponseHeaderBlock());
    assertThat(sent())
        .containsExactly(
            "1/4/1:6", "0/0/1:16000", "0/0/1:16000", "0/0/1:16000", "0/0/1:16000", "0/0/1:1535");
    assertThat(waits.isDone()).isFalse();
    handler.encoder().flowController().incrementWindowSize(connection.connectionStream(), WINDOW);
    handler.encoder().flowController().incrementWindowSize(stream, WINDOW);
    assertThat(sent()).hasSize(2).first().isEqualTo("0/0/1:14465");
    assertThat(waits.isSuccess()).isTrue();
  }

  @Test
  void aClientThatChangesItsTableIsToldThatNoneIsUsed() throws Exception {
    output.head(stream, head(1), false);
    output.onTableSize();
    output.trailers(stream, new RpcMetadata().add("x", "v"), new ResponseHeaderBlock());
    assertThat(sent()).containsExactly("1/4/1:6", "1/5/1:6");
    assertThat(handler.encoder().configuration().headersConfiguration().maxHeaderTableSize())
        .isZero();
  }

  @Test
  void flushedIsDoneWithTheFlush() throws Exception {
    output.head(stream, head(1), true);
    ChannelFuture flushed = output.flushed();
    assertThat(flushed.isDone()).isFalse();
    sent();
    assertThat(flushed.isSuccess()).isTrue();
  }
}

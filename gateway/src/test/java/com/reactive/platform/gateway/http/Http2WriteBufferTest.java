package com.reactive.platform.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class Http2WriteBufferTest {
  private final EmbeddedChannel channel = new EmbeddedChannel(new Http2WriteBuffer());

  private static ByteBuf bytes(int count) {
    return Unpooled.wrappedBuffer(new byte[count]);
  }

  /** Lengths of the buffers that the channel got. */
  private List<Integer> sent() {
    List<Integer> lengths = new ArrayList<>();
    for (ByteBuf sent = channel.readOutbound(); sent != null; sent = channel.readOutbound()) {
      lengths.add(sent.readableBytes());
      sent.release();
    }
    return lengths;
  }

  @Test
  void whatIsFlushedTogetherIsOneBuffer() {
    ChannelFuture first = channel.write(bytes(9));
    ChannelFuture second = channel.write(bytes(100));
    assertThat(first.isDone()).isFalse();
    channel.flush();
    assertThat(sent()).containsExactly(109);
    assertThat(first.isSuccess() && second.isSuccess()).isTrue();
    channel.writeAndFlush(bytes(1));
    assertThat(sent()).containsExactly(1);
  }

  @Test
  void orderIsKeptWhereAPieceIsLarge() {
    channel.write(bytes(9));
    channel.write(bytes(5_000));
    channel.write(bytes(8));
    channel.flush();
    assertThat(sent()).containsExactly(9, 5_000, 8);
  }

  @Test
  void muchGoesToTheChannelBeforeTheFlush() {
    for (int i = 0; i < 10; i++) {
      channel.write(bytes(4_000));
    }
    assertThat(channel.unsafe().outboundBuffer().totalPendingWriteBytes()).isGreaterThan(32_000);
    channel.flush();
    assertThat(sent()).containsExactly(20_000, 20_000);
  }

  @Test
  void nothingIsLeftWhenTheChannelIsClosed() {
    ByteBuf frame = bytes(9);
    ChannelFuture lost = channel.write(frame);
    channel.close();
    assertThat(lost.isDone()).isTrue();
    assertThat(lost.isSuccess()).isFalse();
    assertThat(frame.refCnt()).isZero();
    assertThat(sent()).isEmpty();
  }
}

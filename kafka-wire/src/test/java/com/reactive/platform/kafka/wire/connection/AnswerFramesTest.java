package com.reactive.platform.kafka.wire.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.CorruptedFrameException;
import io.netty.handler.codec.TooLongFrameException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers come out as they went in, however they are cut, and no memory is lost. */
class AnswerFramesTest {
  private static final int MAX_BYTES = 4 << 20;
  private static final int LONG_BYTES = AnswerMemory.LONG_BYTES;

  private final Random random = new Random(22);
  private final AnswerFrames frames = new AnswerFrames(MAX_BYTES);
  private final EmbeddedChannel channel = new EmbeddedChannel(frames);

  @AfterEach
  void close() {
    channel.finishAndReleaseAll();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void answersComeOutAsTheyWentIn(boolean inPlace) {
    List<byte[]> answers = new ArrayList<>();
    ByteBuf sent = Unpooled.buffer();
    for (int i = 0; i < 200; i++) {
      int most = i % 20 == 0 ? 2 * LONG_BYTES : i % 3 == 0 ? 10_000 : 100;
      answers.add(bytes(random.nextInt(most)));
      send(sent, answers.get(i));
    }

    while (sent.isReadable()) {
      int most = 1 + random.nextInt(random.nextBoolean() ? 10 : 200_000);
      read(sent, most, inPlace);
    }

    for (byte[] answer : answers) {
      assertThat(next()).isEqualTo(answer);
    }
    ByteBuf left = channel.readInbound();
    assertThat(left).isNull();
  }

  @Test
  void ofALongAnswerOnlyTheBeginIsCopied() {
    ByteBuf sent = Unpooled.buffer();
    send(sent, bytes(LONG_BYTES));

    ByteBuf first = read(sent, 1_000, true);
    ByteBuf second = read(sent, 1_000, true);
    ByteBuf rest = read(sent, LONG_BYTES, true);

    ByteBuf answer = channel.readInbound();
    assertThat(answer).isNotSameAs(first).isSameAs(second).isSameAs(rest);
    assertThat(answer.capacity()).isEqualTo(LONG_BYTES);
    answer.release();
  }

  @Test
  void memoryIsUsedAgainOnceNobodyHasIt() {
    ByteBuf first = longAnswer(LONG_BYTES + 10);
    ByteBuf second = longAnswer(LONG_BYTES);
    ByteBuf third = longAnswer(LONG_BYTES);
    assertThat(second.memoryAddress()).isNotEqualTo(first.memoryAddress());
    assertThat(third.memoryAddress())
        .isNotIn(List.of(first.memoryAddress(), second.memoryAddress()));
    third.release();
    long address = first.memoryAddress();
    first.release();

    ByteBuf fourth = longAnswer(LONG_BYTES + 20);

    assertThat(fourth.memoryAddress()).isEqualTo(address);
    fourth.release();
    second.release();
  }

  @Test
  void shortAnswersGiveItBack() {
    ByteBuf answer = longAnswer(LONG_BYTES);
    ByteBuf memory = answer.unwrap();
    answer.release();
    assertThat(memory.refCnt()).isEqualTo(1);

    ByteBuf sent = Unpooled.buffer();
    send(sent, bytes(10));
    read(sent, 100, true);

    assertThat(next()).hasSize(10);
    assertThat(memory.refCnt()).isZero();
  }

  @Test
  void whatIsNotWholeAtTheEndIsFreed() {
    ByteBuf sent = Unpooled.buffer();
    send(sent, bytes(LONG_BYTES));
    read(sent, 1_000, true);
    ByteBuf open = read(sent, 1_000, true);

    channel.finishAndReleaseAll();

    assertThat(open.refCnt()).isZero();
  }

  @Test
  void lengthsThatCannotBeAreErrors() {
    assertThatThrownBy(() -> read(Unpooled.buffer().writeInt(-1), 4, true))
        .isInstanceOf(CorruptedFrameException.class);
  }

  @Test
  void moreThanTheBoundIsAnError() {
    assertThatThrownBy(() -> read(Unpooled.buffer().writeInt(MAX_BYTES + 1), 4, true))
        .isInstanceOf(TooLongFrameException.class);
  }

  private ByteBuf longAnswer(int bytes) {
    ByteBuf sent = Unpooled.buffer();
    send(sent, bytes(bytes));
    while (sent.isReadable()) {
      read(sent, 100_000, true);
    }
    return channel.readInbound();
  }

  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private static void send(ByteBuf to, byte[] answer) {
    to.writeInt(answer.length).writeBytes(answer);
  }

  /**
   * Reads as a socket does: as much as there is room for, and as has come.
   *
   * @param inPlace false if there is another handler before, which has memory of its own
   * @return where it was read to; released
   */
  private ByteBuf read(ByteBuf sent, int most, boolean inPlace) {
    ByteBuf to =
        inPlace
            ? frames.reads().newHandle().allocate(channel.alloc())
            : channel.alloc().buffer(most, most);
    int bytes = Math.min(Math.min(most, to.writableBytes()), sent.readableBytes());
    to.writeBytes(sent, bytes);
    channel.writeInbound(to);
    return to;
  }

  private byte[] next() {
    ByteBuf answer = channel.readInbound();
    try {
      return ByteBufUtil.getBytes(answer);
    } finally {
      answer.release();
    }
  }
}

package com.reactive.platform.kafka.wire.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.junit.jupiter.api.Test;

/** Against Kafka's own. */
class ByteBufAccessorTest {
  private static final int VALUES = 20_000;

  @Test
  void writesWhatKafkaReads() {
    Random random = new Random(1);
    for (int i = 0; i < VALUES; i++) {
      int small = random.nextInt() >>> random.nextInt(32);
      long large = random.nextLong() >> random.nextInt(64);
      ByteBuf buffer = Unpooled.buffer();
      ByteBufAccessor ours = new ByteBufAccessor(buffer);
      ours.writeUnsignedVarint(small);
      ours.writeVarint(-small);
      ours.writeVarlong(large);
      ours.writeDouble((double) large);
      ours.writeShort((short) small);
      ours.writeByteBuffer(ByteBuffer.wrap(new byte[] {1, 2}));
      ByteBufferAccessor kafkas = new ByteBufferAccessor(buffer.nioBuffer());
      assertThat(kafkas.readUnsignedVarint()).isEqualTo(small);
      assertThat(kafkas.readVarint()).isEqualTo(-small);
      assertThat(kafkas.readVarlong()).isEqualTo(large);
      assertThat(kafkas.readDouble()).isEqualTo((double) large);
      assertThat(kafkas.readShort()).isEqualTo((short) small);
      assertThat(kafkas.readArray(2)).containsExactly(1, 2);
    }
  }

  @Test
  void readsWhatKafkaWrites() {
    Random random = new Random(2);
    for (int i = 0; i < VALUES; i++) {
      int small = random.nextInt() >>> random.nextInt(32);
      long large = random.nextLong() >> random.nextInt(64);
      ByteBuffer buffer = ByteBuffer.allocate(64);
      ByteBufferAccessor kafkas = new ByteBufferAccessor(buffer);
      kafkas.writeUnsignedVarint(small);
      kafkas.writeVarint(-small);
      kafkas.writeVarlong(large);
      kafkas.writeDouble((double) large);
      kafkas.writeByteArray(new byte[] {'a', 'b', 'c'});
      kafkas.writeByteArray(new byte[] {1, 2});
      ByteBufAccessor ours = new ByteBufAccessor(Unpooled.wrappedBuffer(buffer.flip()));
      assertThat(ours.readUnsignedVarint()).isEqualTo(small);
      assertThat(ours.readVarint()).isEqualTo(-small);
      assertThat(ours.readVarlong()).isEqualTo(large);
      assertThat(ours.readDouble()).isEqualTo((double) large);
      assertThat(ours.readString(3)).isEqualTo("abc");
      assertThat(ours.remaining()).isEqualTo(2);
      assertThat(ours.slice().readByte()).isEqualTo((byte) 1);
      assertThat(ours.readByteBuffer(2)).isEqualTo(ByteBuffer.wrap(new byte[] {1, 2}));
    }
  }

  @Test
  void aLengthThatLiesTakesNoMemory() {
    ByteBufAccessor accessor = new ByteBufAccessor(Unpooled.wrappedBuffer(new byte[4]));
    assertThatThrownBy(() -> accessor.readArray(Integer.MAX_VALUE))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> accessor.readString(-1)).isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void aVarintWithoutAnEndIsRefused() {
    byte[] ones = new byte[20];
    Arrays.fill(ones, (byte) 0xff);
    ByteBufAccessor accessor = new ByteBufAccessor(Unpooled.wrappedBuffer(ones));
    assertThatThrownBy(accessor::readUnsignedVarint).isInstanceOf(IllegalArgumentException.class);
  }
}

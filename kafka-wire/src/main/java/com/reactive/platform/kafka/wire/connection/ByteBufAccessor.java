package com.reactive.platform.kafka.wire.connection;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.protocol.Readable;
import org.apache.kafka.common.protocol.Writable;

/**
 * Kafka's generated messages read from and written to a Netty buffer, without a copy of the whole.
 * Does not own the buffer. What is not there to be read is an {@link IndexOutOfBoundsException}.
 */
public final class ByteBufAccessor implements Readable, Writable {
  private static final int VARINT_BYTES = 5;
  private static final int VARLONG_BYTES = 10;

  private final ByteBuf buffer;
  private final boolean views;

  public ByteBufAccessor(ByteBuf buffer) {
    this(buffer, false);
  }

  private ByteBufAccessor(ByteBuf buffer, boolean views) {
    this.buffer = buffer;
    this.views = views;
  }

  /** One whose byte buffers are not copied: they live as long as the buffer that is read. */
  public static ByteBufAccessor ofViews(ByteBuf buffer) {
    return new ByteBufAccessor(buffer, true);
  }

  /** Passes over the tagged fields that end an answer's header. */
  public static void skipTags(ByteBuf answer) {
    ByteBufAccessor accessor = new ByteBufAccessor(answer);
    for (int left = accessor.readUnsignedVarint(); left > 0; left--) {
      accessor.readUnsignedVarint();
      answer.skipBytes(accessor.readUnsignedVarint());
    }
  }

  @Override
  public byte readByte() {
    return buffer.readByte();
  }

  @Override
  public short readShort() {
    return buffer.readShort();
  }

  @Override
  public int readInt() {
    return buffer.readInt();
  }

  @Override
  public long readLong() {
    return buffer.readLong();
  }

  @Override
  public double readDouble() {
    return buffer.readDouble();
  }

  /** Looks at the length before memory is taken for it: it may be a lie. */
  @Override
  public byte[] readArray(int length) {
    requireReadable(length);
    byte[] bytes = new byte[length];
    buffer.readBytes(bytes);
    return bytes;
  }

  @Override
  public String readString(int length) {
    requireReadable(length);
    return buffer.readCharSequence(length, StandardCharsets.UTF_8).toString();
  }

  /** A copy, since it may outlive the buffer; but see {@link #ofViews}. */
  @Override
  public ByteBuffer readByteBuffer(int length) {
    if (!views) {
      return ByteBuffer.wrap(readArray(length));
    }
    requireReadable(length);
    ByteBuffer view = buffer.nioBuffer(buffer.readerIndex(), length);
    buffer.skipBytes(length);
    return view;
  }

  @Override
  public int readUnsignedVarint() {
    return (int) readBits(VARINT_BYTES);
  }

  @Override
  public int readVarint() {
    int bits = readUnsignedVarint();
    return (bits >>> 1) ^ -(bits & 1);
  }

  @Override
  public long readVarlong() {
    long bits = readBits(VARLONG_BYTES);
    return (bits >>> 1) ^ -(bits & 1);
  }

  private long readBits(int maxBytes) {
    long bits = 0;
    for (int i = 0; i < maxBytes; i++) {
      byte next = buffer.readByte();
      bits |= (long) (next & 0x7f) << (7 * i);
      if (next >= 0) {
        return bits;
      }
    }
    throw new IllegalArgumentException("a varint of more than " + maxBytes + " bytes");
  }

  @Override
  public int remaining() {
    return buffer.readableBytes();
  }

  @Override
  public Readable slice() {
    return new ByteBufAccessor(buffer.slice(), views);
  }

  @Override
  public void writeByte(byte value) {
    buffer.writeByte(value);
  }

  @Override
  public void writeShort(short value) {
    buffer.writeShort(value);
  }

  @Override
  public void writeInt(int value) {
    buffer.writeInt(value);
  }

  @Override
  public void writeLong(long value) {
    buffer.writeLong(value);
  }

  @Override
  public void writeDouble(double value) {
    buffer.writeDouble(value);
  }

  @Override
  public void writeByteArray(byte[] bytes) {
    buffer.writeBytes(bytes);
  }

  /** The position of the argument stays. */
  @Override
  public void writeByteBuffer(ByteBuffer bytes) {
    buffer.writeBytes(bytes.duplicate());
  }

  @Override
  public void writeUnsignedVarint(int value) {
    writeBits(value & 0xffff_ffffL);
  }

  @Override
  public void writeVarint(int value) {
    writeUnsignedVarint((value << 1) ^ (value >> 31));
  }

  @Override
  public void writeVarlong(long value) {
    writeBits((value << 1) ^ (value >> 63));
  }

  private void writeBits(long bits) {
    long rest = bits;
    while ((rest & ~0x7fL) != 0) {
      buffer.writeByte((int) (rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    buffer.writeByte((int) rest);
  }

  private void requireReadable(int length) {
    if (length < 0 || length > buffer.readableBytes()) {
      throw new IndexOutOfBoundsException(
          length + " bytes wanted, " + buffer.readableBytes() + " are left");
    }
  }
}

package com.reactive.platform.gateway.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * The content of one gzip member or more (RFC 1952). Unlike the JDK's stream it refuses what comes
 * after the last member and is none, and has no buffer of its own. To be closed.
 */
final class GzipMembers extends InputStream {
  private static final int MAGIC = 0x8B1F;
  private static final int DEFLATE = 8;
  private static final int HAS_HEADER_SUM = 2;
  private static final int HAS_EXTRA = 4;
  private static final int HAS_NAME = 8;
  private static final int HAS_COMMENT = 16;
  private static final int RESERVED = 0xE0;

  private final byte[] in;
  private final Inflater inflater = new Inflater(true);
  private final CRC32 sum = new CRC32();
  private final int end;
  private int position;
  private boolean anyMember;
  private boolean inMember;

  GzipMembers(byte[] in, int offset, int count) {
    this.in = in;
    this.position = offset;
    this.end = offset + count;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    while (true) {
      if (!inMember) {
        if (anyMember && position == end) {
          return -1;
        }
        beginMember();
      }
      int count = inflate(target, offset, length);
      if (count > 0) {
        sum.update(target, offset, count);
        return count;
      }
      if (!inflater.finished()) {
        throw new EOFException();
      }
      endMember();
    }
  }

  private int inflate(byte[] target, int offset, int length) throws IOException {
    try {
      return inflater.inflate(target, offset, length);
    } catch (DataFormatException e) {
      throw new IOException(e);
    }
  }

  private void beginMember() throws IOException {
    boolean known = next16() == MAGIC && next() == DEFLATE;
    int flags = next();
    if (!known || (flags & RESERVED) != 0) {
      throw new IOException("not gzip");
    }
    skip(6); // When, how hard and on what it was made.
    if ((flags & HAS_EXTRA) != 0) {
      skip(next16());
    }
    if ((flags & HAS_NAME) != 0) {
      skipText();
    }
    if ((flags & HAS_COMMENT) != 0) {
      skipText();
    }
    if ((flags & HAS_HEADER_SUM) != 0) {
      skip(2);
    }
    inflater.reset();
    inflater.setInput(in, position, end - position);
    sum.reset();
    inMember = true;
    anyMember = true;
  }

  private void endMember() throws IOException {
    position = end - inflater.getRemaining();
    long expected = next16() | ((long) next16() << 16);
    long size = next16() | ((long) next16() << 16);
    if (expected != sum.getValue() || size != (inflater.getBytesWritten() & 0xFFFFFFFFL)) {
      throw new IOException("the sums differ");
    }
    inMember = false;
  }

  private int next() throws IOException {
    if (position == end) {
      throw new EOFException();
    }
    return in[position++] & 0xFF;
  }

  private int next16() throws IOException {
    return next() | (next() << 8);
  }

  private void skip(int count) throws IOException {
    if (end - position < count) {
      throw new EOFException();
    }
    position += count;
  }

  private void skipText() throws IOException {
    while (next() != 0) {
      // To the zero that ends it.
    }
  }

  /** Gives the native memory back. */
  @Override
  public void close() {
    inflater.end();
  }
}

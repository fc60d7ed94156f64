package com.reactive.platform.gateway.http;

import com.github.luben.zstd.ZstdBufferDecompressingStreamNoFinalizer;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;

/**
 * The content of one zstd frame or more (RFC 8878). Unlike the library's stream (1.5.6) it refuses
 * a last frame that is not whole also behind one that is. To be closed.
 */
final class ZstdFrames extends InputStream {
  /** 8 MiB, the largest window that RFC 9659 allows in this encoding. */
  private static final int MAX_WINDOW_LOG = 23;

  private final ByteBuffer in;
  private final ZstdBufferDecompressingStreamNoFinalizer frames;

  ZstdFrames(byte[] in, int offset, int count) throws IOException {
    this.in = ByteBuffer.wrap(in, offset, count);
    frames = new ZstdBufferDecompressingStreamNoFinalizer(this.in);
    frames.setLongMax(MAX_WINDOW_LOG);
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    ByteBuffer out = ByteBuffer.wrap(target, offset, length);
    while (frames.hasRemaining()) {
      int unread = in.remaining();
      int count = frames.read(out);
      if (count > 0) {
        return count;
      }
      if (unread == 0 && frames.hasRemaining()) {
        throw new EOFException();
      }
    }
    return -1;
  }

  /** Gives the native memory back. */
  @Override
  public void close() {
    frames.close();
  }
}

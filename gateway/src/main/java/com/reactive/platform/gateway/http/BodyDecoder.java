package com.reactive.platform.gateway.http;

import com.reactive.platform.gateway.ingest.Problem;
import com.reactive.platform.gateway.ingest.Rejection;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Locale;

/**
 * Decompresses whole bodies into a buffer of its own, which is never larger than what the body may
 * be. Since all compressed bytes are there when it begins, the bound on the ratio and the one on
 * the size are one number, which is known before the first byte comes out.
 *
 * <p>One per event loop; not thread-safe. Native memory is held during a call only.
 */
final class BodyDecoder {
  /** Whatever the ratio is: small bodies of blanks are harmless. */
  static final int RATIO_FREE_BYTES = 64 * 1024;

  private static final int FIRST_BYTES = 8 * 1024;

  private final int maxRatio;
  private byte[] decoded = new byte[0];
  private int length;

  /** Nothing is decoded yet; no body may grow by more than this factor beyond the first 64 KiB. */
  BodyDecoder(int maxRatio) {
    this.maxRatio = maxRatio;
  }

  /** What the last call made, from 0 on; valid until the next. */
  byte[] buffer() {
    return decoded;
  }

  int length() {
    return length;
  }

  /**
   * Decompresses a body.
   *
   * @param maxBytes what may come out
   * @return null if it is in {@link #buffer} now; else why not
   */
  Problem decode(ContentEncoding encoding, byte[] body, int offset, int count, int maxBytes) {
    length = 0;
    long byRatio = Math.max(RATIO_FREE_BYTES, (long) count * maxRatio);
    int most = (int) Math.min(maxBytes, byRatio);
    try (InputStream in = open(encoding, body, offset, count)) {
      if (fill(in, most)) {
        return null;
      }
    } catch (IOException e) {
      // Both libraries' messages tell nothing that the client could use.
      return Problem.of(
          Rejection.MALFORMED_ENCODING, "the body is not whole or not " + nameOf(encoding));
    }
    return most == maxBytes
        ? Problem.of(
            Rejection.BODY_TOO_LARGE, "the limit is " + maxBytes + " bytes when decompressed")
        : Problem.of(
            Rejection.COMPRESSION_BOMB, "the body grows to more than " + maxRatio + " times");
  }

  private static InputStream open(ContentEncoding encoding, byte[] body, int offset, int count)
      throws IOException {
    return switch (encoding) {
      case IDENTITY -> new ByteArrayInputStream(body, offset, count);
      case GZIP -> new GzipMembers(body, offset, count);
      case ZSTD -> new ZstdFrames(body, offset, count);
    };
  }

  /** Whether the end came before there was too much. */
  private boolean fill(InputStream in, int most) throws IOException {
    while (true) {
      if (length == most) {
        return in.read() < 0;
      }
      if (length == decoded.length) {
        int grown = (int) Math.min(most, Math.max(FIRST_BYTES, 2L * length));
        decoded = Arrays.copyOf(decoded, grown);
      }
      int read = in.read(decoded, length, Math.min(decoded.length, most) - length);
      if (read < 0) {
        return true;
      }
      length += read;
    }
  }

  private static String nameOf(ContentEncoding encoding) {
    return encoding.name().toLowerCase(Locale.ROOT);
  }
}

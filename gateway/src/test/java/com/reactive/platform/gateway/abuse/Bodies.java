package com.reactive.platform.gateway.abuse;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;

/** Compressed bodies, whole and broken, by name. */
final class Bodies {
  private static final byte[] EVENT = RawText.EVENT.getBytes(ISO_8859_1);
  private static final byte[] BLANKS = " ".repeat(200_000).getBytes(ISO_8859_1);
  private static final int GZIP_SUMS_BYTES = 8;
  private static final int GZIP_HEADER_BYTES = 10;
  private static final int GZIP_FLAGS = 3;
  private static final int ZSTD_MAGIC_BYTES = 4;
  private static final int NAME_AND_COMMENT = 8 | 16;

  private Bodies() {}

  static byte[] named(String name) {
    byte[] gzip = gzip(EVENT);
    byte[] zstd = Zstd.compress(EVENT);
    return switch (name) {
      case "gzip" -> gzip;
      case "gzip-cut" -> Arrays.copyOf(gzip, gzip.length / 2);
      case "gzip-no-sums" -> Arrays.copyOf(gzip, gzip.length - GZIP_SUMS_BYTES);
      case "gzip-wrong-sums" -> withWrongSums(gzip);
      case "gzip-and-more" -> join(gzip, "more".getBytes(ISO_8859_1));
      case "gzip-twice" -> gzip(gzip);
      case "gzip-members" -> join(gzip(part(0, 20)), gzip(part(20, EVENT.length)));
      case "gzip-named" -> named(gzip);
      case "gzip-of-nothing" -> gzip(new byte[0]);
      case "gzip-bomb" -> gzip(BLANKS);
      case "gzip-member-bomb" -> members(gzip(Arrays.copyOf(BLANKS, 20_000)), 20);
      case "zstd" -> zstd;
      case "zstd-cut" -> Arrays.copyOf(zstd, zstd.length / 2);
      case "zstd-and-more" -> join(zstd, "more".getBytes(ISO_8859_1));
      case "zstd-twice" -> Zstd.compress(zstd);
      case "zstd-frames" -> join(Zstd.compress(part(0, 20)), Zstd.compress(part(20, EVENT.length)));
      case "zstd-frames-begun" -> join(zstd, Arrays.copyOf(zstd, 1));
      case "zstd-frames-magic" -> join(zstd, Arrays.copyOf(zstd, ZSTD_MAGIC_BYTES));
      case "zstd-frames-half" -> join(zstd, Arrays.copyOf(zstd, zstd.length / 2));
      case "zstd-frames-cut" -> join(zstd, Arrays.copyOf(zstd, zstd.length - 1));
      case "zstd-of-no-frame" -> new byte[0];
      case "zstd-bomb" -> Zstd.compress(BLANKS);
      default -> throw new IllegalArgumentException("no such body: " + name);
    };
  }

  private static byte[] gzip(byte[] content) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (OutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  private static byte[] withWrongSums(byte[] gzip) {
    byte[] wrong = gzip.clone();
    wrong[wrong.length - GZIP_SUMS_BYTES] ^= 1;
    return wrong;
  }

  private static byte[] named(byte[] gzip) {
    byte[] header = Arrays.copyOf(gzip, GZIP_HEADER_BYTES);
    header[GZIP_FLAGS] = NAME_AND_COMMENT;
    byte[] rest = Arrays.copyOfRange(gzip, GZIP_HEADER_BYTES, gzip.length);
    return join(join(header, "event.json\0a comment\0".getBytes(ISO_8859_1)), rest);
  }

  private static byte[] members(byte[] member, int count) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (int i = 0; i < count; i++) {
      out.writeBytes(member);
    }
    return out.toByteArray();
  }

  private static byte[] part(int from, int to) {
    return Arrays.copyOfRange(EVENT, from, to);
  }

  private static byte[] join(byte[] first, byte[] second) {
    byte[] joined = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, joined, first.length, second.length);
    return joined;
  }
}

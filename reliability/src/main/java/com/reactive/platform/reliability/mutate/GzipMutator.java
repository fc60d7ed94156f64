package com.reactive.platform.reliability.mutate;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.zip.CRC32;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;

/** Compresses messages in ways that some readers do not know, and in wrong ones. */
final class GzipMutator {
  private static final int HEAD = 10;
  private static final int TRAILER = 8;

  /** Beyond the limit of a message by far, or below it by far. */
  private static final int BOMB = 100_000;

  private static final int SMALL = 40_000;

  private final SplittableRandom random;
  private final ByteMutator bytes;

  GzipMutator(SplittableRandom random, ByteMutator bytes) {
    this.random = random;
    this.bytes = bytes;
  }

  static byte[] compressed(byte[] message) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(message);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  /** A message as compressed bytes that are odd or wrong. */
  byte[] mutate(byte[] message) {
    byte[] whole = compressed(message);
    int cut = random.nextInt(message.length + 1);
    byte[] first = Arrays.copyOf(message, cut);
    byte[] second = Arrays.copyOfRange(message, cut, message.length);
    return switch (random.nextInt(17)) {
      case 0 -> Arrays.copyOf(whole, random.nextInt(whole.length));
      case 1, 2 -> flipped(whole, random.nextInt(whole.length));
      case 3 -> bytes.mutate(whole, whole);
      case 4 -> joined(whole, new byte[random.nextInt(1, 30)]);
      case 5 -> joined(whole, Arrays.copyOf(whole, random.nextInt(1, whole.length)));
      case 6 -> joined(whole, message);
      case 7 -> joined(compressed(first), compressed(second));
      case 8 -> joined(joined(whole, compressed(new byte[0])), compressed(new byte[0]));
      case 9 -> declaring(whole, random.nextBoolean() ? 0xFF : 0x7F);
      case 10 -> flipped(whole, whole.length - 1 - random.nextInt(TRAILER));
      case 11 -> new byte[0];
      case 12 -> compressed(joined(message, blanks(BOMB + random.nextInt(BOMB))));
      case 13 -> compressed(joined(message, blanks(random.nextInt(SMALL))));
      case 14 -> withHead(whole, random.nextInt(0x20));
      case 15 -> compressed(whole);
      default -> random.nextBoolean() ? message : zlib(message);
    };
  }

  private byte[] flipped(byte[] whole, int at) {
    byte[] changed = whole.clone();
    changed[at] ^= (byte) (1 << random.nextInt(8));
    return changed;
  }

  private static byte[] joined(byte[] first, byte[] second) {
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }

  /** Of JSON they change nothing. */
  private static byte[] blanks(int count) {
    byte[] blanks = new byte[count];
    Arrays.fill(blanks, (byte) ' ');
    return blanks;
  }

  /** With another length of the content in the trailer. */
  private static byte[] declaring(byte[] whole, int length) {
    byte[] changed = whole.clone();
    Arrays.fill(changed, changed.length - 4, changed.length, (byte) length);
    return changed;
  }

  /** With the fields of the head that RFC 1952 allows and hardly anybody writes. */
  private byte[] withHead(byte[] whole, int flags) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(whole, 0, 3);
    out.write(flags);
    out.write(whole, 4, HEAD - 4);
    if ((flags & 4) != 0) {
      int length = random.nextInt(300);
      out.write(length);
      out.write(length >>> 8);
      out.writeBytes(new byte[length]);
    }
    for (int text = flags & 24; text != 0; text &= text - 1) {
      out.writeBytes(new byte[] {'n', 'a', 'm', 'e', 0});
    }
    if ((flags & 2) != 0) {
      CRC32 sum = new CRC32();
      sum.update(out.toByteArray());
      out.write((int) sum.getValue());
      out.write((int) sum.getValue() >>> 8);
    }
    out.write(whole, HEAD, whole.length - HEAD);
    return out.toByteArray();
  }

  /** The same compression in another format, which "deflate" means. */
  private static byte[] zlib(byte[] message) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (DeflaterOutputStream deflate = new DeflaterOutputStream(out)) {
      deflate.write(message);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }
}

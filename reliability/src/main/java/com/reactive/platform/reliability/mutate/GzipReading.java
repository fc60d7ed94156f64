package com.reactive.platform.reliability.mutate;

import java.io.ByteArrayOutputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * What RFC 1952 says of compressed bytes: one member or more, and nothing else.
 *
 * @param verdict whether they are that
 * @param bytes what comes out; meaningless unless the verdict is WHOLE
 */
record GzipReading(Verdict verdict, byte[] bytes) {
  enum Verdict {
    WHOLE,
    BROKEN,
    /** More comes out than may. */
    TOO_LARGE,
    /** So near to a limit, or to what readers may overlook, that anything is right. */
    UNSURE
  }

  private static final int FIXED_HEAD = 10;
  private static final int TRAILER = 8;
  private static final int CHUNK = 8 << 10;

  private static final int DEFLATE = 8;
  private static final int HEAD_SUM = 2;
  private static final int EXTRA = 4;

  /** A name and a comment, each up to its zero. */
  private static final int TEXTS = 8 | 16;

  /** A member's end is not where it should be. */
  private static final int NOWHERE = -1;

  /**
   * Reads them.
   *
   * @param surely at most so many bytes may come out
   * @param perhaps or at most so many, not less
   */
  static GzipReading of(byte[] compressed, int surely, int perhaps) {
    Members members = new Members(compressed, perhaps);
    int at = 0;
    do {
      at = members.member(at);
    } while (at != NOWHERE && at < compressed.length);
    int size = members.out.size();
    Verdict verdict;
    if (members.unsure) {
      verdict = Verdict.UNSURE;
    } else if (at == NOWHERE) {
      // What a failing call has made does not count, so the limit may be reached before.
      verdict =
          size > perhaps
              ? Verdict.TOO_LARGE
              : size + CHUNK > surely ? Verdict.UNSURE : Verdict.BROKEN;
    } else {
      verdict = size <= surely ? Verdict.WHOLE : Verdict.UNSURE;
    }
    return new GzipReading(verdict, members.out.toByteArray());
  }

  /** Reads one member after the other. */
  private static final class Members {
    private final byte[] in;
    private final int most;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    /** The sum of a head is wrong, which readers need not check. */
    private boolean unsure;

    Members(byte[] in, int most) {
      this.in = in;
      this.most = most;
    }

    /** Where the next would begin. */
    int member(int start) {
      int at = headEnd(start);
      if (at == NOWHERE) {
        return NOWHERE;
      }
      Inflater inflater = new Inflater(true);
      CRC32 sum = new CRC32();
      int before = out.size();
      try {
        inflater.setInput(in, at, in.length - at);
        byte[] chunk = new byte[CHUNK];
        while (!inflater.finished()) {
          int count = inflater.inflate(chunk);
          if (count == 0 && !inflater.finished()) {
            return NOWHERE;
          }
          out.write(chunk, 0, count);
          sum.update(chunk, 0, count);
          if (out.size() > most) {
            return NOWHERE;
          }
        }
        int end = in.length - inflater.getRemaining();
        boolean right =
            in.length - end >= TRAILER
                && number(end) == sum.getValue()
                && number(end + 4) == out.size() - before;
        return right ? end + TRAILER : NOWHERE;
      } catch (DataFormatException e) {
        return NOWHERE;
      } finally {
        inflater.end();
      }
    }

    private int headEnd(int start) {
      int flags = in.length - start < FIXED_HEAD ? 0xFF : in[start + 3] & 0xFF;
      boolean known =
          flags < 0x20
              && in[start] == 0x1F
              && in[start + 1] == (byte) 0x8B
              && in[start + 2] == DEFLATE;
      if (!known) {
        return NOWHERE;
      }
      int at = start + FIXED_HEAD;
      if ((flags & EXTRA) != 0) {
        at += in.length - at < 2 ? in.length : 2 + number16(at);
      }
      for (int text = flags & TEXTS; text != 0; text &= text - 1) {
        while (at < in.length && in[at] != 0) {
          at++;
        }
        at++;
      }
      if ((flags & HEAD_SUM) != 0 && at + 2 <= in.length) {
        CRC32 sum = new CRC32();
        sum.update(in, start, at - start);
        int expected = number16(at);
        unsure |= (sum.getValue() & 0xFFFF) != expected;
        at += 2;
      }
      return at > in.length ? NOWHERE : at;
    }

    private int number16(int at) {
      return (in[at] & 0xFF) | ((in[at + 1] & 0xFF) << 8);
    }

    private long number(int at) {
      long number = 0;
      for (int i = 3; i >= 0; i--) {
        number = (number << 8) | (in[at + i] & 0xFF);
      }
      return number;
    }
  }
}

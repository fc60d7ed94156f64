package com.reactive.platform.outbox;

import java.util.Locale;

/** Positions in Postgres's write-ahead log (log sequence numbers), as unsigned numbers. */
final class Lsn {
  private Lsn() {}

  /** As Postgres writes it: {@code 16/B374D848}. */
  static String text(long lsn) {
    return Long.toHexString(lsn >>> 32).toUpperCase(Locale.ROOT)
        + "/"
        + Long.toHexString(lsn & 0xFFFF_FFFFL).toUpperCase(Locale.ROOT);
  }

  /** The reverse of {@link #text}. */
  static long of(String text) {
    int slash = text.indexOf('/');
    return Long.parseLong(text.substring(0, slash), 16) << 32
        | Long.parseLong(text.substring(slash + 1), 16);
  }
}

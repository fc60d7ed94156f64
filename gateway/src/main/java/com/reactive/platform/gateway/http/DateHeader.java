package com.reactive.platform.gateway.http;

import io.netty.handler.codec.DateFormatter;
import io.netty.handler.codec.http.HttpHeaderNames;
import java.util.Date;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The header line that says when an answer was made (RFC 9110, 6.6.1), put together once a second.
 * Not thread-safe.
 */
final class DateHeader {
  private final LongSupplier clockMillis;
  private long second = Long.MIN_VALUE;
  private byte[] line;
  private byte[] field;

  /** The clock is that of {@link System#currentTimeMillis}. */
  DateHeader(LongSupplier clockMillis) {
    this.clockMillis = clockMillis;
  }

  /** The line of HTTP/1.1, as it is now; not to be changed. */
  byte[] line() {
    update();
    return line;
  }

  /** The field of a header block of HTTP/2, as it is now; not to be changed. */
  byte[] field() {
    update();
    return field;
  }

  @SuppressWarnings("JavaUtilDate") // Netty formats no other.
  private void update() {
    long millis = clockMillis.getAsLong();
    long now = TimeUnit.MILLISECONDS.toSeconds(millis);
    if (now != second) {
      second = now;
      String date = DateFormatter.format(new Date(millis));
      field = new ResponseHeaderBlock().add(HttpHeaderNames.DATE, date).fields();
      line = new ResponseBytes().addHeader(HttpHeaderNames.DATE, date).copy();
    }
  }
}

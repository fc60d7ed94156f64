package com.reactive.platform.gateway.rpc.grpc;

import java.util.concurrent.TimeUnit;

/** The header {@code grpc-timeout}: up to eight digits and a unit. */
public final class GrpcTimeout {
  private static final int MAX_DIGITS = 8;

  private GrpcTimeout() {}

  /** In nanoseconds; negative if it is malformed. */
  public static long nanos(String timeout) {
    int digits = timeout.length() - 1;
    if (digits < 1 || digits > MAX_DIGITS) {
      return -1;
    }
    long value = 0;
    for (int i = 0; i < digits; i++) {
      int digit = timeout.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      value = 10 * value + digit;
    }
    TimeUnit unit = unit(timeout.charAt(digits));
    return unit == null ? -1 : unit.toNanos(value);
  }

  private static TimeUnit unit(char letter) {
    return switch (letter) {
      case 'H' -> TimeUnit.HOURS;
      case 'M' -> TimeUnit.MINUTES;
      case 'S' -> TimeUnit.SECONDS;
      case 'm' -> TimeUnit.MILLISECONDS;
      case 'u' -> TimeUnit.MICROSECONDS;
      case 'n' -> TimeUnit.NANOSECONDS;
      default -> null;
    };
  }
}

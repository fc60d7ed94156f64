package com.reactive.platform.reliability.mutate;

import java.math.BigInteger;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How long a client waits for its call, by the header that says so, read a second time. */
enum CallDeadline {
  /** It waits as long as anything here takes. */
  FAR,
  /** It may go in the middle of the call. */
  NEAR,
  /** It waits for nothing. */
  OVER,
  /** The header says nothing that the protocol knows. */
  MALFORMED;

  private static final Pattern GRPC = Pattern.compile("([0-9]{1,8})([HMSmun])");
  private static final Pattern CONNECT = Pattern.compile("([0-9]{1,10})()");
  private static final BigInteger FAR_NANOS = BigInteger.valueOf(3_600_000_000_000L);

  /** By the letters of gRPC; Connect has none, and milliseconds. */
  private static final Map<String, Long> UNIT_NANOS =
      Map.of(
          "H", 3_600_000_000_000L,
          "M", 60_000_000_000L,
          "S", 1_000_000_000L,
          "m", 1_000_000L,
          "", 1_000_000L,
          "u", 1_000L,
          "n", 1L);

  /**
   * Reads the header.
   *
   * @param value null if there is none
   */
  static CallDeadline of(CallProtocol form, String value) {
    if (value == null) {
      return FAR;
    }
    Matcher read = (form.isConnect() ? CONNECT : GRPC).matcher(value);
    if (!read.matches()) {
      return MALFORMED;
    }
    BigInteger nanos =
        new BigInteger(read.group(1)).multiply(BigInteger.valueOf(UNIT_NANOS.get(read.group(2))));
    return nanos.signum() == 0 ? OVER : nanos.compareTo(FAR_NANOS) < 0 ? NEAR : FAR;
  }
}

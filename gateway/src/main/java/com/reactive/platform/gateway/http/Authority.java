package com.reactive.platform.gateway.http;

/**
 * A host, perhaps with a port, as RFC 3986 writes it and {@code Host} has it. A comma is left out,
 * since two joined hosts have one, and so is a user, which HTTP does not send. Pure functions.
 */
final class Authority {
  private static final String NAME_MARKS = "-._~!$&'()*+;=%";

  private Authority() {}

  /** Whether it is one; the host may be empty. */
  static boolean isOne(String text) {
    int end = hostEnd(text);
    return end >= 0 && isPort(text, end);
  }

  /** Whether it is one whose host is not empty. */
  static boolean isNamed(String text) {
    return hostEnd(text) > 0 && isOne(text);
  }

  /** Where its host ends; -1 if that is none. */
  private static int hostEnd(String text) {
    if (text.startsWith("[")) {
      int end = text.indexOf(']');
      // The percent sign is that of a zone: [fe80::1%25eth0].
      return end > 1 && allOf(text, 1, end, ":.%") ? end + 1 : -1;
    }
    int colon = text.indexOf(':');
    int end = colon < 0 ? text.length() : colon;
    return allOf(text, 0, end, NAME_MARKS) ? end : -1;
  }

  private static boolean isPort(String text, int start) {
    if (start == text.length()) {
      return true;
    }
    for (int i = start + 1; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return text.charAt(start) == ':';
  }

  private static boolean allOf(String text, int start, int end, String marks) {
    for (int i = start; i < end; i++) {
      char c = text.charAt(i);
      if (!isLetterOrDigit(c) && marks.indexOf(c) < 0) {
        return false;
      }
    }
    return true;
  }

  static boolean isLetterOrDigit(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  }
}

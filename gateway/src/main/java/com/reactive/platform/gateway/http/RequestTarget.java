package com.reactive.platform.gateway.http;

import io.netty.handler.codec.http.QueryStringDecoder;
import java.util.regex.Pattern;

/** The parts of a request's target (RFC 9112, 3.2). Pure functions. */
final class RequestTarget {
  private static final int MAX_FIELD_CHARS = 256;

  /** Besides letters and digits: as RFC 3986 writes a path, and what browsers leave as it is. */
  private static final String SEGMENT_MARKS = "-._~!$&'()*+,;=:@%" + "[]^|";

  private static final Pattern SLASH = Pattern.compile("[/\\\\]");

  private RequestTarget() {}

  /** What is wrong with a target; null if nothing is. Whether it leads anywhere is not asked. */
  static String fault(String target) {
    if (target.indexOf('#') >= 0) {
      return "a fragment is not sent to servers";
    }
    String authority = authority(target);
    if (authority != null && !Authority.isNamed(authority)) {
      return "the target's host is none";
    }
    return null;
  }

  /** The host of a target in absolute form, perhaps with a port; null in any other. */
  static String authority(String target) {
    int start = authorityStart(target);
    return start < 0 ? null : target.substring(start, authorityEnd(target, start));
  }

  /** The path, also in absolute form, which a server must accept. */
  static String path(String target) {
    int authority = authorityStart(target);
    int start = authority < 0 ? 0 : authorityEnd(target, authority);
    int query = target.indexOf('?', start);
    int end = query < 0 ? target.length() : query;
    return start == end && authority >= 0 ? "/" : target.substring(start, end);
  }

  private static int authorityStart(String target) {
    if (target.startsWith("/")) {
      return -1;
    }
    String http = "http://";
    String https = "https://";
    return target.regionMatches(true, 0, http, 0, http.length())
        ? http.length()
        : target.regionMatches(true, 0, https, 0, https.length()) ? https.length() : -1;
  }

  private static int authorityEnd(String target, int start) {
    for (int i = start; i < target.length(); i++) {
      char c = target.charAt(i);
      if (c == '/' || c == '?' || c == '#') {
        return i;
      }
    }
    return target.length();
  }

  /**
   * What a segment of a path stands for; null if it may stand for nothing: what is no UTF-8, too
   * long, has control characters, or what whoever resolves dots would take for another path.
   */
  static String field(String segment) {
    if (!isSegment(segment)) {
      return null;
    }
    try {
      // In a path a plus is a plus.
      String value = QueryStringDecoder.decodeComponent(segment.replace("+", "%2B"));
      boolean usable =
          !value.isEmpty()
              && value.length() <= MAX_FIELD_CHARS
              && value.indexOf('\uFFFD') < 0
              && value.chars().noneMatch(Character::isISOControl)
              && !hasDotSegment(value);
      return usable ? value : null;
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  /** Netty hands the request line over as Latin-1, so that raw UTF-8 in it would be garbled. */
  private static boolean isSegment(String segment) {
    return segment
        .chars()
        .allMatch(c -> Authority.isLetterOrDigit((char) c) || SEGMENT_MARKS.indexOf(c) >= 0);
  }

  private static boolean hasDotSegment(String value) {
    if (value.indexOf('.') < 0) {
      return false;
    }
    for (String part : SLASH.split(value, -1)) {
      if (part.equals(".") || part.equals("..")) {
        return true;
      }
    }
    return false;
  }
}

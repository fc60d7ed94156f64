package com.reactive.platform.gateway.http;

import io.netty.handler.codec.http.HttpHeaders;
import io.netty.util.AsciiString;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * What a client prefers (RFC 7240), as far as it is understood here; the rest is ignored.
 *
 * @param respondAsync it would rather have a 202 than wait, or wait for long
 * @param waitSeconds how long it is ready to wait; -1 if it does not say
 */
record Preferences(boolean respondAsync, int waitSeconds) {
  static final Preferences NONE = new Preferences(false, -1);

  private static final AsciiString PREFER = AsciiString.cached("prefer");
  private static final int MAX_DIGITS = 9;

  /** Where a preference is given twice, the first counts. */
  static Preferences of(HttpHeaders headers) {
    if (!headers.contains(PREFER)) {
      return NONE;
    }
    boolean respondAsync = false;
    int waitSeconds = -1;
    boolean waitSeen = false;
    // Several lines mean the same as one with commas between.
    Scanner scanner = new Scanner(String.join(",", headers.getAll(PREFER)));
    while (scanner.next()) {
      if (scanner.name.equals("respond-async")) {
        respondAsync = true;
      } else if (scanner.name.equals("wait") && !waitSeen) {
        waitSeen = true;
        waitSeconds = seconds(scanner.value);
      }
    }
    return new Preferences(respondAsync, waitSeconds);
  }

  long waitMillis() {
    return TimeUnit.SECONDS.toMillis(waitSeconds);
  }

  private static int seconds(String digits) {
    if (digits.isEmpty() || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
      return -1;
    }
    return digits.length() > MAX_DIGITS ? Integer.MAX_VALUE : Integer.parseInt(digits);
  }

  /** Walks over {@code name [= value] *(; parameter)} between commas; quotes may hide any of it. */
  private static final class Scanner {
    private final String text;
    private int position;
    private String name = "";
    private String value = "";

    Scanner(String text) {
      this.text = text;
    }

    /** Whether there is another preference; empty ones count. */
    boolean next() {
      if (position > text.length()) {
        return false;
      }
      name = part().toLowerCase(Locale.ROOT);
      value = isAt('=') ? valueAfterSign() : "";
      while (isAt(';') || isAt('=')) {
        position++;
        part();
      }
      position++;
      return true;
    }

    private String valueAfterSign() {
      position++;
      return part();
    }

    private boolean isAt(char c) {
      return position < text.length() && text.charAt(position) == c;
    }

    /** Up to the next of {@code , ; =} that is not in quotes; without its quotes. */
    private String part() {
      StringBuilder part = new StringBuilder();
      boolean quoted = false;
      for (; position < text.length(); position++) {
        char c = text.charAt(position);
        if (quoted && c == '\\' && position + 1 < text.length()) {
          part.append(text.charAt(++position));
        } else if (c == '"') {
          quoted = !quoted;
        } else if (!quoted && (c == ',' || c == ';' || c == '=')) {
          break;
        } else {
          part.append(c);
        }
      }
      return part.toString().strip();
    }
  }
}

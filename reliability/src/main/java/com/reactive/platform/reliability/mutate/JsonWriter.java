package com.reactive.platform.reliability.mutate;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;

/** Writes a value as bytes, now and then with white space and escapes that change nothing. */
final class JsonWriter {
  private static final int MAX_DEPTH = 200;
  private static final String[] SPACES = {" ", "\n", "\t", "\r\n", "   "};

  private final SplittableRandom random;
  private final StringBuilder text = new StringBuilder();
  private boolean plain;

  JsonWriter(SplittableRandom random) {
    this.random = random;
  }

  byte[] write(Json value) {
    text.setLength(0);
    plain = random.nextInt(3) > 0;
    write(value, 0);
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  private void space() {
    if (!plain && random.nextInt(6) == 0) {
      text.append(SPACES[random.nextInt(SPACES.length)]);
    }
  }

  private void write(Json value, int depth) {
    space();
    if (depth > MAX_DEPTH) {
      text.append('0');
    } else if (value instanceof Json.Word word) {
      text.append(word.text());
    } else if (value instanceof Json.Text string) {
      quote(string.value());
    } else if (value instanceof Json.Array array) {
      List<Json> elements = array.elements();
      text.append('[');
      for (int i = 0; i < elements.size(); i++) {
        text.append(i == 0 ? "" : ",");
        write(elements.get(i), depth + 1);
      }
      text.append(']');
    } else if (value instanceof Json.Members members) {
      writeMembers(members.list(), depth);
    }
    space();
  }

  private void writeMembers(List<Json.Member> members, int depth) {
    text.append('{');
    for (int i = 0; i < members.size(); i++) {
      text.append(i == 0 ? "" : ",");
      space();
      quote(members.get(i).name());
      space();
      text.append(':');
      write(members.get(i).value(), depth + 1);
    }
    text.append('}');
  }

  private void escape(char c) {
    String digits = c % 2 == 0 ? "0123456789abcdef" : "0123456789ABCDEF";
    text.append("\\u");
    for (int shift = 12; shift >= 0; shift -= 4) {
      text.append(digits.charAt(c >> shift & 0xF));
    }
  }

  private void quote(String value) {
    text.append('"');
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      boolean whole =
          Character.isHighSurrogate(c)
              && i + 1 < value.length()
              && Character.isLowSurrogate(value.charAt(i + 1));
      boolean half = Character.isSurrogate(c) && !whole;
      if (c == '"' || c == '\\' || c < ' ' || half || (!plain && random.nextInt(20) == 0)) {
        escape(c);
        if (whole) {
          escape(value.charAt(++i));
        }
      } else {
        text.append(c);
        if (whole) {
          text.append(value.charAt(++i));
        }
      }
    }
    text.append('"');
  }
}

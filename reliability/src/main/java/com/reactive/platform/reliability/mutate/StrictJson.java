package com.reactive.platform.reliability.mutate;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Reads JSON by RFC 8259 and the gateway's documented rules, with no library in common with it:
 * valid UTF-8, no name twice in an object, no half of a surrogate pair, nesting to 64, numbers and
 * names to 1,000 characters.
 */
final class StrictJson {
  private static final int MAX_DEPTH = 64;

  /** Lengths around the limit of 1,000: how exactly they are counted is nobody's business. */
  private static final int SURELY_SHORT = 900;

  private static final int SURELY_LONG = 1_100;
  private static final Pattern NUMBER =
      Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]+)?");
  private static final String ESCAPES = "\"\\/bfnrt";
  private static final String ESCAPED = "\"\\/\b\f\n\r\t";

  private final String text;
  private final int maxDepth;
  private int at;
  private int depth;
  private boolean nearLimit;

  private StrictJson(String text, int maxDepth) {
    this.text = text;
    this.maxDepth = maxDepth;
  }

  /** The value, if it is the whole of the bytes. */
  static Json read(byte[] bytes, int length) throws Refusal {
    return read(bytes, length, MAX_DEPTH);
  }

  /** The same of what has an event in it, one level below. */
  static Json readAround(byte[] bytes) throws Refusal {
    return read(bytes, bytes.length, MAX_DEPTH + 1);
  }

  private static Json read(byte[] bytes, int length, int maxDepth) throws Refusal {
    String text;
    try {
      text =
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, 0, length)).toString();
    } catch (CharacterCodingException e) {
      throw unreadable("not UTF-8");
    }
    StrictJson in = new StrictJson(text, maxDepth);
    Json value = in.value();
    in.space();
    if (in.at < text.length()) {
      throw unreadable("more after the end");
    }
    if (in.nearLimit) {
      throw new Refusal(Refusal.Kind.EITHER, "near a limit");
    }
    return value;
  }

  private static Refusal unreadable(String why) {
    return new Refusal(Refusal.Kind.UNREADABLE, why);
  }

  private void space() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  /** The next character that is no white space; 0 at the end. */
  private char peek() {
    space();
    return at < text.length() ? text.charAt(at) : 0;
  }

  private void take(char expected) throws Refusal {
    if (peek() != expected) {
      throw unreadable("not " + expected);
    }
    at++;
  }

  private Json value() throws Refusal {
    return switch (peek()) {
      case '{' -> members();
      case '[' -> array();
      case '"' -> new Json.Text(string());
      default -> word();
    };
  }

  private void enter() throws Refusal {
    at++;
    if (++depth > maxDepth) {
      throw unreadable("too deep");
    }
  }

  private Json members() throws Refusal {
    enter();
    List<Json.Member> list = new ArrayList<>();
    Set<String> names = new HashSet<>();
    if (peek() != '}') {
      while (true) {
        if (peek() != '"') {
          throw unreadable("no name");
        }
        String name = string();
        limited(name.length(), name.getBytes(StandardCharsets.UTF_8).length);
        if (!names.add(name)) {
          throw unreadable("a name twice");
        }
        take(':');
        list.add(new Json.Member(name, value()));
        if (peek() != ',') {
          break;
        }
        at++;
      }
    }
    take('}');
    depth--;
    return new Json.Members(list);
  }

  private Json array() throws Refusal {
    enter();
    List<Json> list = new ArrayList<>();
    if (peek() != ']') {
      list.add(value());
      while (peek() == ',') {
        at++;
        list.add(value());
      }
    }
    take(']');
    depth--;
    return new Json.Array(list);
  }

  private Json word() throws Refusal {
    int start = at;
    while (at < text.length() && isOfWord(text.charAt(at))) {
      at++;
    }
    String word = text.substring(start, at);
    if (word.equals("null") || word.equals("true") || word.equals("false")) {
      return new Json.Word(word);
    }
    if (!NUMBER.matcher(word).matches()) {
      throw unreadable("no value");
    }
    limited(word.length(), word.length());
    return new Json.Word(word);
  }

  private static boolean isOfWord(char c) {
    return (c >= '0' && c <= '9')
        || (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || c == '+'
        || c == '-'
        || c == '.';
  }

  private void limited(int shortest, int longest) throws Refusal {
    if (shortest > SURELY_LONG) {
      throw unreadable("too long");
    }
    nearLimit |= longest > SURELY_SHORT;
  }

  private String string() throws Refusal {
    at++;
    StringBuilder value = new StringBuilder();
    while (true) {
      if (at == text.length()) {
        throw unreadable("a string without an end");
      }
      char c = text.charAt(at++);
      if (c == '"') {
        break;
      }
      if (c < ' ') {
        throw unreadable("a control character");
      }
      value.append(c == '\\' ? escape() : c);
    }
    for (int i = 0; i < value.length(); i++) {
      int codePoint = value.codePointAt(i);
      if (codePoint >= 0xD800 && codePoint <= 0xDFFF) {
        throw unreadable("half a surrogate pair");
      }
      i += Character.charCount(codePoint) - 1;
    }
    return value.toString();
  }

  private char escape() throws Refusal {
    char c = at < text.length() ? text.charAt(at++) : 0;
    if (c != 'u') {
      int known = ESCAPES.indexOf(c);
      if (known < 0) {
        throw unreadable("no such escape");
      }
      return ESCAPED.charAt(known);
    }
    int value = 0;
    for (int i = 0; i < 4; i++) {
      char digit = at < text.length() ? text.charAt(at++) : 0;
      int nibble = digit < 0x80 ? Character.digit(digit, 16) : -1;
      if (nibble < 0) {
        throw unreadable("no hex digit");
      }
      value = value << 4 | nibble;
    }
    return (char) value;
  }
}

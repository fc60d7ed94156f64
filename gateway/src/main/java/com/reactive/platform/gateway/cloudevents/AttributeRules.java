package com.reactive.platform.gateway.cloudevents;

import java.time.YearMonth;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The rules for values of attributes. Pure functions. */
final class AttributeRules {
  private static final Pattern RFC_3339 =
      Pattern.compile(
          "(\\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])[Tt]([01]\\d|2[0-3]):[0-5]\\d:([0-5]\\d|60)"
              + "(\\.\\d{1,32})?([Zz]|[+-]([01]\\d|2[0-3]):[0-5]\\d)");

  private static final String NOT_IN_A_URI = " \"<>\\^`{|}";

  private AttributeRules() {}

  /** What is wrong with the value, or null. */
  static String fault(String name, String value) {
    if (!isText(value)) {
      return "has control characters, noncharacters or half a surrogate pair";
    }
    return switch (name) {
      case "specversion" -> value.equals("1.0") ? null : "must be 1.0";
      case "id", "type", "subject", "datacontenttype" ->
          value.isEmpty() ? "must not be empty" : null;
      case "source", "dataschema" -> isUri(value) ? null : "must be a URI, and not empty";
      case "time" -> isTime(value) ? null : "must be a timestamp as in RFC 3339";
      default -> null;
    };
  }

  /** The characters that CloudEvents allow in a string. */
  private static boolean isText(String value) {
    for (int i = 0; i < value.length(); ) {
      int c = value.codePointAt(i);
      boolean control = c < 0x20 || (c >= 0x7F && c <= 0x9F);
      boolean surrogate = c >= 0xD800 && c <= 0xDFFF;
      boolean noncharacter = (c & 0xFFFE) == 0xFFFE || (c >= 0xFDD0 && c <= 0xFDEF);
      if (control || surrogate || noncharacter) {
        return false;
      }
      i += Character.charCount(c);
    }
    return true;
  }

  /** Whether it may be a URI reference; characters beyond ASCII pass, as most libraries send. */
  private static boolean isUri(String value) {
    for (int i = 0; i < value.length(); i++) {
      if (NOT_IN_A_URI.indexOf(value.charAt(i)) >= 0) {
        return false;
      }
    }
    return !value.isEmpty();
  }

  private static boolean isTime(String value) {
    Matcher matcher = RFC_3339.matcher(value);
    if (!matcher.matches()) {
      return false;
    }
    YearMonth month =
        YearMonth.of(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
    return Integer.parseInt(matcher.group(3)) <= month.lengthOfMonth();
  }
}

package com.reactive.platform.gateway.jsonschema;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import com.networknt.schema.regex.RegularExpression;
import com.networknt.schema.regex.RegularExpressionFactory;

/**
 * Expressions whose time is linear in the text. The text is a client's: with backtracking, some
 * patterns that look harmless would let one request keep an event loop busy for minutes.
 */
final class LinearRegex implements RegularExpressionFactory {
  @Override
  public RegularExpression getRegularExpression(String regex) {
    try {
      Pattern pattern = Pattern.compile(regex);
      return text -> pattern.matcher(text).find();
    } catch (PatternSyntaxException e) {
      throw new IllegalArgumentException(
          "the pattern "
              + regex
              + " is not one of RE2, which has no look-around and no back-references: "
              + e.getDescription(),
          e);
    }
  }
}

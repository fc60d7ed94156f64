package com.reactive.platform.reliability.mutate;

import java.math.BigInteger;

/** Requirements on a single token of JSON; whatever does not meet one is refused. */
final class TokenRules {
  private TokenRules() {}

  static void require(boolean right) throws Refusal {
    if (!right) {
      throw Refusal.mismatch("no value of the type");
    }
  }

  static Json.Word word(Json json) throws Refusal {
    require(json instanceof Json.Word);
    return (Json.Word) json;
  }

  static String text(Json json) throws Refusal {
    require(json instanceof Json.Text);
    return ((Json.Text) json).value();
  }

  static long whole(Json json) throws Refusal {
    return whole(json, Long.MIN_VALUE, Long.MAX_VALUE);
  }

  static long whole(Json json, long least, long most) throws Refusal {
    require(word(json).isWhole());
    BigInteger value = new BigInteger(word(json).text());
    require(
        value.compareTo(BigInteger.valueOf(least)) >= 0
            && value.compareTo(BigInteger.valueOf(most)) <= 0);
    return value.longValueExact();
  }
}

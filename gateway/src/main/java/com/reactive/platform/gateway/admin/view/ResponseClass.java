package com.reactive.platform.gateway.admin.view;

import java.util.Map;

/** The classes of responses on the live page, by what they mean for the event; in its order. */
enum ResponseClass {
  /** 2xx: taken. */
  TAKEN,
  /** 4xx: the client's to mend. */
  CLIENT,
  /** 503: not written. */
  REFUSED,
  /** 504: unknown. */
  UNKNOWN,
  /** Any other 5xx: ours to mend. */
  FAULT;

  private static ResponseClass of(int status) {
    return switch (status) {
      case 503 -> REFUSED;
      case 504 -> UNKNOWN;
      default -> status >= 500 ? FAULT : status >= 400 ? CLIENT : TAKEN;
    };
  }

  /** How many of these answers are of this class; 0 is no answer. */
  long countIn(Map<Integer, Long> answers) {
    return answers.entrySet().stream()
        .filter(answer -> answer.getKey() > 0 && of(answer.getKey()) == this)
        .mapToLong(Map.Entry::getValue)
        .sum();
  }
}

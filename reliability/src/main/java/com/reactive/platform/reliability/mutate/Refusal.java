package com.reactive.platform.reliability.mutate;

import java.io.Serial;

/** That a document is no event, and how that is to be answered. Has no stack trace. */
final class Refusal extends Exception {
  @Serial private static final long serialVersionUID = 1L;

  /** Expected response of the gateway. */
  enum Kind {
    /** No JSON, or beyond a limit. */
    UNREADABLE,
    /** JSON, but not of the schema. */
    SCHEMA,
    /** So near to a limit that the limit's exact place would decide; anything is right. */
    EITHER
  }

  private final Kind kind;

  Refusal(Kind kind, String why) {
    super(why, null, false, false);
    this.kind = kind;
  }

  static Refusal mismatch(String why) {
    return new Refusal(Kind.SCHEMA, why);
  }

  Kind kind() {
    return kind;
  }
}

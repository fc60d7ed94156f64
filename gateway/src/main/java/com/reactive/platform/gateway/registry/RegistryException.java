package com.reactive.platform.gateway.registry;

import java.io.Serial;

/** The registry did not give an id. The message is one clause without secrets. */
final class RegistryException extends Exception {
  @Serial private static final long serialVersionUID = 1L;

  /** What it means for an id that is known from before. */
  enum Kind {
    /** The registry said no; asking again gets the same answer. */
    REFUSED,
    /** It said nothing of use; what it said last still holds. */
    UNAVAILABLE
  }

  private final Kind kind;

  private RegistryException(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  static RegistryException refused(String message) {
    return new RegistryException(Kind.REFUSED, message);
  }

  static RegistryException unavailable(String message) {
    return new RegistryException(Kind.UNAVAILABLE, message);
  }

  Kind kind() {
    return kind;
  }
}

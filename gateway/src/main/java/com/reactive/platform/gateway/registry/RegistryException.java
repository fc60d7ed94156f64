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

  private static final int MAX_QUOTED_CHARS = 300;

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

  static RegistryException noApi() {
    return unavailable("the server at that address does not implement the Confluent API");
  }

  /** Somebody else's words, fit for one line of a log. */
  static String clean(String words) {
    String line = String.valueOf(words).replaceAll("[\\p{Cntrl}\\s]+", " ").strip();
    return line.length() <= MAX_QUOTED_CHARS ? line : line.substring(0, MAX_QUOTED_CHARS) + "...";
  }

  Kind kind() {
    return kind;
  }
}

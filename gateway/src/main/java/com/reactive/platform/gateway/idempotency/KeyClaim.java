package com.reactive.platform.gateway.idempotency;

/**
 * The answer of a window to a request with a key.
 *
 * @param key of FIRST, to be told the outcome, unless the key was only looked up; of UNDER_WAY, to
 *     wait for it; else null
 * @param outcome of DONE, by {@link StoredOutcome}
 */
public record KeyClaim(Kind kind, OpenKey key, long outcome) {
  /** The cases. */
  public enum Kind {
    /** No request within the window had this key. */
    FIRST,
    /** A repeat of a request whose outcome is known. */
    DONE,
    /** A repeat of a request that has no outcome yet. */
    UNDER_WAY,
    /** A request with another body had this key. */
    REUSED
  }

  static final KeyClaim NOT_KNOWN = new KeyClaim(Kind.FIRST, null, 0);
  static final KeyClaim REUSED = new KeyClaim(Kind.REUSED, null, 0);

  static KeyClaim first(OpenKey key) {
    return new KeyClaim(Kind.FIRST, key, 0);
  }

  static KeyClaim underWay(OpenKey key) {
    return new KeyClaim(Kind.UNDER_WAY, key, 0);
  }

  static KeyClaim done(long outcome) {
    return new KeyClaim(Kind.DONE, null, outcome);
  }
}

package com.reactive.platform.gateway.security;

/** The {@code Authorization: Bearer ...} header. */
final class Bearer {
  private static final String SCHEME = "Bearer ";

  private Bearer() {}

  /** What follows the scheme; null if the header is absent or of another scheme. */
  static String token(String authorization) {
    return authorization != null && authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
        ? authorization.substring(SCHEME.length()).strip()
        : null;
  }
}

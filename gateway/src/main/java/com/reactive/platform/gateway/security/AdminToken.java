package com.reactive.platform.gateway.security;

import com.reactive.platform.gateway.config.Settings;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The token that opens the admin port, as {@code Authorization: Bearer TOKEN}. Only its digest is
 * kept, and digests are compared, so that the time of it tells neither content nor length.
 * Thread-safe.
 */
public final class AdminToken implements Predicate<String> {
  private static final int MIN_CHARS = 16;

  private final byte[] digest;

  AdminToken(String token) {
    digest = Sha256.of(token).bytes();
  }

  /** The token of {@code admin.token} or of the file {@code admin.token-file}, if there is one. */
  static Optional<AdminToken> from(Settings settings) {
    Optional<String> token =
        settings.secret(
            "admin.token", "token of the admin port, sent as Authorization: Bearer TOKEN");
    if (token.isPresent() && !token.get().matches("[!-~]{" + MIN_CHARS + ",}")) {
      settings.reject(
          "admin.token",
          "must be at least " + MIN_CHARS + " printable ASCII characters without spaces");
    }
    return token.map(AdminToken::new);
  }

  /** Whether the tokens are the same: a configuration that was read again has not changed then. */
  @Override
  public boolean equals(Object other) {
    return other instanceof AdminToken token && MessageDigest.isEqual(digest, token.digest);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(digest);
  }

  /** Whether this {@code Authorization} header, which may be null, has the token. */
  @Override
  public boolean test(String authorization) {
    String token = Bearer.token(authorization);
    return token != null && MessageDigest.isEqual(digest, Sha256.of(token).bytes());
  }
}

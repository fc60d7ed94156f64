package com.reactive.platform.gateway.security;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.reactive.platform.gateway.logging.RateLimitedLog;
import java.text.ParseException;
import java.util.Collection;
import java.util.Date;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells callers by JSON Web Tokens. The signature is checked before anything of the claims is read,
 * with an algorithm that the configuration names and a key of the issuer's set; the token has no
 * say in either. A token that was verified is remembered until it expires. Thread-safe, never
 * blocks; says nothing of a token's content.
 */
final class JwtVerifier {
  private static final Logger log = LoggerFactory.getLogger(JwtVerifier.class);
  private static final long CLOCK_SKEW_MILLIS = 60_000;
  private static final int MAX_NAME_CHARS = 256;

  /** RFC 7515, 2 and 3.1: three segments of base64url, without padding; the library takes more. */
  private static final Pattern COMPACT = Pattern.compile("[\\w-]+\\.[\\w-]+\\.[\\w-]+");

  private final JwtConfig config;
  private final LongSupplier epochMillis;
  private final Runnable keyIsMissing;
  private final RateLimitedLog sparse = new RateLimitedLog(log);
  private volatile JwtKeys keys;

  /**
   * Knows no keys yet.
   *
   * @param keyIsMissing called when a token names a key that is not there; must not block
   */
  JwtVerifier(JwtConfig config, LongSupplier epochMillis, Runnable keyIsMissing) {
    this.config = config;
    this.epochMillis = epochMillis;
    this.keyIsMissing = keyIsMissing;
  }

  /**
   * Takes new keys over.
   *
   * @throws IllegalArgumentException with one sentence if they are not usable; the old ones stay
   */
  void use(byte[] jwks) {
    JwtKeys next = JwtKeys.parse(jwks, config.algorithms());
    if (!next.sameAs(keys)) {
      keys = next;
      log.info("The JWT issuer has {} usable keys", next.size());
    }
  }

  boolean hasKeys() {
    return keys != null;
  }

  Authenticator.Verdict verdict(String token) {
    JwtKeys current = keys;
    if (current == null) {
      sparse.warn("Rejecting JWTs: the issuer's keys were never loaded");
      return refused("tokens cannot be checked now");
    }
    long now = epochMillis.getAsLong();
    Sha256 digest = Sha256.of(token);
    RecentTokens.Verified known = current.verified.get(digest);
    if (known != null) {
      return now < known.untilMillis()
          ? Authenticator.Verdict.of(known.caller())
          : refused("the token has expired");
    }
    try {
      return verify(token, digest, current, now);
    } catch (ParseException | JOSEException | RuntimeException e) {
      return refused("the token cannot be read");
    }
  }

  private Authenticator.Verdict verify(String token, Sha256 digest, JwtKeys current, long now)
      throws ParseException, JOSEException {
    if (!COMPACT.matcher(token).matches()) {
      return refused("the token cannot be read");
    }
    SignedJWT jwt = SignedJWT.parse(token);
    JWSHeader header = jwt.getHeader();
    if (!config.algorithms().contains(header.getAlgorithm())) {
      return refused("the token's algorithm is not accepted");
    }
    if (header.getCriticalParams() != null) {
      return refused("the token has critical header parameters");
    }
    JWSVerifier verifier = current.find(header);
    if (verifier == null) {
      keyIsMissing.run();
      return refused("the token's key is not known");
    }
    if (!jwt.verify(verifier)) {
      return refused("the token's signature is wrong");
    }
    JWTClaimsSet claims = jwt.getJWTClaimsSet();
    String fault = fault(claims, now);
    if (fault != null) {
      return refused(fault);
    }
    String name = claims.getStringClaim(config.nameClaim());
    if (name == null || name.isBlank() || name.length() > MAX_NAME_CHARS || hasControls(name)) {
      return refused("the token does not name its owner");
    }
    Caller caller = new Caller(name, streams(claims));
    long until = millis(claims.getExpirationTime()) + CLOCK_SKEW_MILLIS;
    current.verified.put(digest, new RecentTokens.Verified(caller, until));
    return Authenticator.Verdict.of(caller);
  }

  private String fault(JWTClaimsSet claims, long now) {
    if (!config.issuer().equals(claims.getIssuer())) {
      return "the token is from another issuer";
    }
    if (!claims.getAudience().contains(config.audience())) {
      return "the token is for another audience";
    }
    if (claims.getExpirationTime() == null) {
      return "the token has no expiry";
    }
    if (now >= millis(claims.getExpirationTime()) + CLOCK_SKEW_MILLIS) {
      return "the token has expired";
    }
    if (claims.getNotBeforeTime() != null
        && now < millis(claims.getNotBeforeTime()) - CLOCK_SKEW_MILLIS) {
      return "the token is not valid yet";
    }
    return null;
  }

  private Set<String> streams(JWTClaimsSet claims) {
    Object claim = claims.getClaim(config.streamsClaim());
    Collection<?> entries =
        claim instanceof String text
            ? List.of(text.split(" ", -1))
            : claim instanceof Collection<?> list ? list : List.of();
    Set<String> streams = new HashSet<>();
    for (Object entry : entries) {
      if (entry instanceof String text
          && text.startsWith(config.streamsPrefix())
          && text.length() > config.streamsPrefix().length()) {
        streams.add(text.substring(config.streamsPrefix().length()));
      }
    }
    return streams;
  }

  /** Names go into logs. */
  private static boolean hasControls(String name) {
    return name.chars().anyMatch(Character::isISOControl);
  }

  @SuppressWarnings("JavaUtilDate") // The library's type.
  private static long millis(Date date) {
    return date.getTime();
  }

  private static Authenticator.Verdict refused(String why) {
    return Authenticator.Verdict.refused(why);
  }
}

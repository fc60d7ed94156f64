package com.reactive.platform.gateway.security;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyOperation;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * One set of the issuer's keys, and the tokens that were verified with it lately. When the set
 * changes, both are replaced, so that no token outlives its key.
 */
final class JwtKeys {

  /** Bounds the work for a token that names no key, and what a broken issuer can make us hold. */
  private static final int MAX_KEYS = 100;

  private static final int MIN_RSA_BITS = 2_048;
  private static final int CACHED_TOKENS = 10_000;

  private record Key(String id, JWSVerifier verifier, Set<JWSAlgorithm> algorithms) {}

  private final String json;
  private final List<Key> keys;
  final RecentTokens verified = new RecentTokens(CACHED_TOKENS);

  private JwtKeys(String json, List<Key> keys) {
    this.json = json;
    this.keys = keys;
  }

  /**
   * The public keys of a JWKS that can verify signatures with one of these algorithms; others are
   * passed over.
   *
   * @throws IllegalArgumentException with one sentence if it is no JWKS or none is left
   */
  static JwtKeys parse(byte[] jwks, Set<JWSAlgorithm> allowed) {
    String json = new String(jwks, StandardCharsets.UTF_8);
    JWKSet set;
    try {
      set = JWKSet.parse(json);
    } catch (ParseException | RuntimeException e) {
      throw new IllegalArgumentException("is not a JSON Web Key Set", e);
    }
    if (set.size() > MAX_KEYS) {
      throw new IllegalArgumentException("has more than " + MAX_KEYS + " keys");
    }
    List<Key> keys = new ArrayList<>();
    for (JWK jwk : set.getKeys()) {
      Key key = isForSignatures(jwk) ? key(jwk, allowed) : null;
      if (key != null) {
        keys.add(key);
      }
    }
    if (keys.isEmpty()) {
      throw new IllegalArgumentException("has no key for the accepted algorithms");
    }
    return new JwtKeys(json, List.copyOf(keys));
  }

  private static boolean isForSignatures(JWK jwk) {
    return (jwk.getKeyUse() == null || jwk.getKeyUse().equals(KeyUse.SIGNATURE))
        && (jwk.getKeyOperations() == null || jwk.getKeyOperations().contains(KeyOperation.VERIFY));
  }

  /** Null if it cannot be used. */
  private static Key key(JWK jwk, Set<JWSAlgorithm> allowed) {
    try {
      JWSVerifier verifier;
      if (jwk instanceof RSAKey rsa && rsa.size() >= MIN_RSA_BITS) {
        verifier = new RSASSAVerifier(rsa.toRSAPublicKey());
      } else if (jwk instanceof ECKey ec) {
        verifier = new ECDSAVerifier(ec.toECPublicKey());
      } else {
        return null;
      }
      Set<JWSAlgorithm> algorithms = new HashSet<>(verifier.supportedJWSAlgorithms());
      algorithms.retainAll(allowed);
      if (jwk.getAlgorithm() != null) {
        algorithms.removeIf(algorithm -> !algorithm.equals(jwk.getAlgorithm()));
      }
      return algorithms.isEmpty() ? null : new Key(jwk.getKeyID(), verifier, algorithms);
    } catch (JOSEException e) {
      // A curve that the JDK does not know, for example.
      return null;
    }
  }

  /**
   * The verifier for a token; null if there is none. A token that names no key has one only if a
   * single key fits.
   */
  JWSVerifier find(JWSHeader header) {
    JWSVerifier found = null;
    for (Key key : keys) {
      boolean named = header.getKeyID() == null || header.getKeyID().equals(key.id);
      if (named && key.algorithms.contains(header.getAlgorithm())) {
        if (found != null) {
          return null;
        }
        found = key.verifier;
      }
    }
    return found;
  }

  /** Whether it is the very same set, so that nothing needs to be replaced. */
  boolean sameAs(JwtKeys other) {
    return other != null && json.equals(other.json);
  }

  int size() {
    return keys.size();
  }
}

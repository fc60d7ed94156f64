package com.reactive.platform.gateway.security;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Date;
import java.util.List;

/** Makes tokens and key sets for tests. */
final class Tokens {
  static final String ISSUER = "https://issuer.test";
  static final String AUDIENCE = "reactive";

  /** What all tokens count from. */
  static final long NOW_MILLIS = 1_800_000_000_000L;

  private Tokens() {}

  /** Claims that pass: for {@code alice}, for an hour, for the stream orders. */
  static JWTClaimsSet.Builder claims() {
    return new JWTClaimsSet.Builder()
        .issuer(ISSUER)
        .audience(List.of("other", AUDIENCE))
        .subject("alice")
        .expirationTime(at(3_600))
        .claim("scope", "openid events:orders");
  }

  static Date at(int seconds) {
    return Date.from(Instant.ofEpochMilli(NOW_MILLIS).plusSeconds(seconds));
  }

  static String rs256(RSAKey key, JWTClaimsSet claims) throws JOSEException {
    return sign(JWSAlgorithm.RS256, key.getKeyID(), new RSASSASigner(key), claims);
  }

  static String es256(ECKey key, JWTClaimsSet claims) throws JOSEException {
    return sign(JWSAlgorithm.ES256, key.getKeyID(), new ECDSASigner(key), claims);
  }

  static String sign(JWSAlgorithm algorithm, String keyId, JWSSigner signer, JWTClaimsSet claims)
      throws JOSEException {
    SignedJWT jwt = new SignedJWT(new JWSHeader.Builder(algorithm).keyID(keyId).build(), claims);
    jwt.sign(signer);
    return jwt.serialize();
  }

  /** The public halves. */
  static byte[] jwks(JWK... keys) {
    return new JWKSet(List.of(keys)).toString(true).getBytes(StandardCharsets.UTF_8);
  }
}

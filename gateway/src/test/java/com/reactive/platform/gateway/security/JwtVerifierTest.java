package com.reactive.platform.gateway.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.OctetSequenceKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.reactive.platform.gateway.config.Settings;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class JwtVerifierTest {
  private static RSAKey rsa;
  private static RSAKey otherRsa;
  private static ECKey ec;

  private final AtomicLong nowMillis = new AtomicLong(Tokens.NOW_MILLIS);
  private final AtomicInteger missing = new AtomicInteger();
  private JwtVerifier verifier;

  @BeforeAll
  static void generateKeys() throws Exception {
    rsa = new RSAKeyGenerator(2_048).keyID("r1").generate();
    otherRsa = new RSAKeyGenerator(2_048).keyID("r2").generate();
    ec = new ECKeyGenerator(Curve.P_256).keyID("e1").generate();
  }

  @BeforeEach
  void takeKeys() {
    verifier = verifier(Map.of());
    verifier.use(Tokens.jwks(rsa, ec));
  }

  @Test
  void tokensOfBothKindsTellTheirOwnerAndStreams() throws Exception {
    Caller alice = new Caller("alice", Set.of("orders"));
    JWTClaimsSet claims = Tokens.claims().build();
    assertThat(verifier.verdict(Tokens.rs256(rsa, claims)).caller()).isEqualTo(alice);
    assertThat(verifier.verdict(Tokens.es256(ec, claims)).caller()).isEqualTo(alice);
  }

  /** RFC 7515, 2: base64url without padding, and nothing else; the library takes all of these. */
  @Test
  void tokensInAnotherAlphabetOrWithPaddingAreRefused() throws Exception {
    String token = Tokens.rs256(rsa, Tokens.claims().build());
    String[] parts = token.split("\\.");
    for (int i = 0; i < parts.length; i++) {
      for (String more : List.of("=", "==", " ", "\n", "\t", "%", "\u00e4")) {
        boolean signature = i == 2;
        assertRefused(
            signature ? token + more : String.join(".", resigned(parts, i, parts[i] + more)));
      }
    }
    assertRefused(token + ".");
    assertRefused("." + token);
    assertRefused(token + "." + parts[2]);
    assertRefused(parts[0] + "." + parts[1]);
    assertRefused(parts[0] + ".." + parts[2]);
    assertRefused(
        parts[0] + "." + parts[1] + "." + parts[2].replace('-', '+').replace('_', '/') + "+");
    assertThat(verifier.verdict(token).caller()).isNotNull();
  }

  private void assertRefused(String token) {
    assertThat(verifier.verdict(token).caller()).as(token).isNull();
  }

  /** With a signature that fits the changed segment. */
  private static String[] resigned(String[] parts, int index, String segment) throws Exception {
    String[] changed = parts.clone();
    changed[index] = segment;
    byte[] input = (changed[0] + "." + changed[1]).getBytes(StandardCharsets.UTF_8);
    JWSHeader header = new JWSHeader.Builder(JWSAlgorithm.RS256).keyID("r1").build();
    changed[2] = new RSASSASigner(rsa).sign(header, input).toString();
    return changed;
  }

  @Test
  void streamsAreTakenFromTextOrListBehindTheirPrefix() throws Exception {
    assertThat(
            streams(
                Tokens.claims().claim("scope", "events:a  events:* events: x events"), Map.of()))
        .containsExactlyInAnyOrder("a", "*");
    assertThat(streams(Tokens.claims().claim("scope", List.of("events:a", 3, "b")), Map.of()))
        .containsExactly("a");
    assertThat(streams(Tokens.claims().claim("scope", null), Map.of())).isEmpty();
    assertThat(streams(Tokens.claims().claim("scope", Map.of("events:a", 1)), Map.of())).isEmpty();
    assertThat(
            streams(
                Tokens.claims().claim("roles", List.of("post/a")),
                Map.of(
                    "security.jwt.streams-claim", "roles", "security.jwt.streams-prefix", "post/")))
        .containsExactly("a");
  }

  @Test
  void theNameMayBeAnotherClaimAndMustBeThere() throws Exception {
    JwtVerifier byClient = verifier(Map.of("security.jwt.name-claim", "client_id"));
    byClient.use(Tokens.jwks(rsa));
    String token = Tokens.rs256(rsa, Tokens.claims().claim("client_id", "app-7").build());
    assertThat(byClient.verdict(token).caller().name()).isEqualTo("app-7");
    String nameless = "the token does not name its owner";
    assertRefused(Tokens.claims().subject(null), nameless);
    assertRefused(Tokens.claims().subject(" "), nameless);
    assertRefused(Tokens.claims().subject("a\nb"), nameless);
    assertRefused(Tokens.claims().subject("a".repeat(257)), nameless);
  }

  @Test
  void claimsThatDoNotFitAreRefused() throws Exception {
    assertRefused(Tokens.claims().issuer("https://evil.test"), "the token is from another issuer");
    assertRefused(Tokens.claims().issuer(null), "the token is from another issuer");
    assertRefused(Tokens.claims().audience("x"), "the token is for another audience");
    assertRefused(Tokens.claims().audience((String) null), "the token is for another audience");
    assertRefused(Tokens.claims().expirationTime(null), "the token has no expiry");
    assertRefused(Tokens.claims().expirationTime(Tokens.at(-60)), "the token has expired");
    assertRefused(Tokens.claims().notBeforeTime(Tokens.at(61)), "the token is not valid yet");
    assertAccepted(Tokens.claims().expirationTime(Tokens.at(-59)));
    assertAccepted(Tokens.claims().notBeforeTime(Tokens.at(60)));
  }

  @Test
  void signaturesThatDoNotFitAreRefused() throws Exception {
    String token = Tokens.rs256(rsa, Tokens.claims().build());
    String[] parts = token.split("\\.", -1);
    String forged =
        base64(
            Tokens.claims().subject("mallory").build().toString().getBytes(StandardCharsets.UTF_8));
    assertRefused(parts[0] + "." + forged + "." + parts[2], "the token's signature is wrong");
    RSAKey namesake = new RSAKey.Builder(otherRsa).keyID("r1").build();
    assertRefused(
        Tokens.rs256(namesake, Tokens.claims().build()), "the token's signature is wrong");
    assertRefused(parts[0] + "." + parts[1] + ".", "the token cannot be read");
  }

  /** The classic: the public key, known to all, taken for the secret of an HMAC. */
  @Test
  void algorithmsThatAreNotPinnedAreNotEvenTried() throws Exception {
    String why = "the token's algorithm is not accepted";
    byte[] publicKey = rsa.toRSAPublicKey().getEncoded();
    JWTClaimsSet claims = Tokens.claims().build();
    assertRefused(Tokens.sign(JWSAlgorithm.HS256, "r1", new MACSigner(publicKey), claims), why);
    assertRefused(Tokens.sign(JWSAlgorithm.RS384, "r1", new RSASSASigner(rsa), claims), why);
    String none = base64("{\"alg\":\"none\"}".getBytes(StandardCharsets.UTF_8));
    assertRefused(
        none + "." + base64(claims.toString().getBytes(StandardCharsets.UTF_8)) + ".",
        "the token cannot be read");
  }

  @Test
  void aKeyThatIsPinnedToAnotherAlgorithmIsNotUsed() throws Exception {
    verifier.use(Tokens.jwks(new RSAKey.Builder(rsa).algorithm(JWSAlgorithm.RS256).build(), ec));
    assertAccepted(Tokens.claims());
    assertThatThrownBy(
            () ->
                verifier.use(
                    Tokens.jwks(new RSAKey.Builder(rsa).algorithm(JWSAlgorithm.RS512).build())))
        .hasMessage("has no key for the accepted algorithms");
  }

  @Test
  void headersThatMustBeUnderstoodAreRefused() throws Exception {
    SignedJWT jwt =
        new SignedJWT(
            new JWSHeader.Builder(JWSAlgorithm.RS256)
                .keyID("r1")
                .criticalParams(Set.of("b64"))
                .build(),
            Tokens.claims().build());
    jwt.sign(new RSASSASigner(rsa));
    assertRefused(jwt.serialize(), "the token has critical header parameters");
  }

  @Test
  void anUnknownKeyIsAskedForAndKnownOnceItIsThere() throws Exception {
    String token = Tokens.rs256(otherRsa, Tokens.claims().build());
    assertRefused(token, "the token's key is not known");
    assertThat(missing).hasValue(1);
    verifier.use(Tokens.jwks(rsa, otherRsa));
    assertThat(verifier.verdict(token).caller()).isNotNull();
    assertThat(missing).hasValue(1);
  }

  @Test
  void aTokenThatNamesNoKeyNeedsASingleOneThatFits() throws Exception {
    String token =
        Tokens.sign(JWSAlgorithm.RS256, null, new RSASSASigner(rsa), Tokens.claims().build());
    assertThat(verifier.verdict(token).caller()).isNotNull();
    verifier.use(Tokens.jwks(rsa, otherRsa));
    assertRefused(token, "the token's key is not known");
  }

  @Test
  void aTokenIsVerifiedOnceAndEndsWithItsTimeAndItsKey() throws Exception {
    String token = Tokens.rs256(rsa, Tokens.claims().build());
    Caller first = verifier.verdict(token).caller();
    assertThat(verifier.verdict(token).caller()).isSameAs(first);
    nowMillis.addAndGet(3_659_999);
    assertThat(verifier.verdict(token).caller()).isSameAs(first);
    nowMillis.incrementAndGet();
    assertRefused(token, "the token has expired");

    nowMillis.set(Tokens.NOW_MILLIS);
    assertThat(verifier.verdict(token).caller()).isNotNull();
    verifier.use(Tokens.jwks(otherRsa));
    assertRefused(token, "the token's key is not known");
  }

  @Test
  void badKeySetsLeaveTheOldOne() throws Exception {
    byte[] weak = Tokens.jwks(new RSAKeyGenerator(1_024, true).keyID("r1").generate());
    byte[] encryption = Tokens.jwks(new RSAKey.Builder(rsa).keyUse(KeyUse.ENCRYPTION).build());
    byte[] secret =
        ("{\"keys\":[" + new OctetSequenceKeyGenerator(256).generate() + "]}")
            .getBytes(StandardCharsets.UTF_8);
    for (byte[] useless : List.of(weak, encryption, secret)) {
      assertThatThrownBy(() -> verifier.use(useless))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("has no key for the accepted algorithms");
    }
    for (String text : List.of("", "[]", "{\"keys\":3}", "{\"keys\":[3]}", "<html>")) {
      assertThatThrownBy(() -> verifier.use(text.getBytes(StandardCharsets.UTF_8)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("is not a JSON Web Key Set");
    }
    assertAccepted(Tokens.claims());
  }

  @Test
  void withoutKeysNoTokenIsBelieved() throws Exception {
    JwtVerifier empty = verifier(Map.of());
    assertThat(empty.hasKeys()).isFalse();
    assertThat(empty.verdict(Tokens.rs256(rsa, Tokens.claims().build())).detail())
        .isEqualTo("tokens cannot be checked now");
  }

  @Test
  void whatIsNoTokenIsRefusedAndNotQuoted() {
    String nested = base64("{\"a\":".repeat(5_000).getBytes(StandardCharsets.UTF_8));
    for (String text :
        List.of(
            "",
            ".",
            "..",
            "a.b.c",
            "a.b.c.d.e",
            "\u00e9.\u00e9.\u00e9",
            nested + ".e30.AA",
            "eyJhbGciOjF9.e30.AA",
            "eyJhbGciOiJSUzI1NiIsImtpZCI6M30.e30.AA",
            "null.null.null")) {
      assertRefused(text, "the token cannot be read");
    }
  }

  @Test
  void rememberedTokensAreBounded() {
    RecentTokens tokens = new RecentTokens(100);
    RecentTokens.Verified verified = new RecentTokens.Verified(Caller.ANYONE, 1);
    Sha256 often = Sha256.of("often");
    tokens.put(often, verified);
    for (int i = 0; i < 10_000; i++) {
      tokens.put(Sha256.of("t" + i), verified);
      assertThat(tokens.get(often)).isSameAs(verified);
      assertThat(tokens.size()).isLessThanOrEqualTo(200);
    }
    assertThat(tokens.get(Sha256.of("t0"))).isNull();
  }

  private JwtVerifier verifier(Map<String, String> more) {
    Map<String, String> values = new java.util.HashMap<>(more);
    values.put("security.jwt.jwks-file", "jwks.json");
    values.put("security.jwt.issuer", Tokens.ISSUER);
    values.put("security.jwt.audience", Tokens.AUDIENCE);
    Settings settings = Settings.ofKeys(values);
    JwtConfig config = JwtConfig.from(settings).orElseThrow();
    settings.check();
    return new JwtVerifier(config, nowMillis::get, missing::incrementAndGet);
  }

  private Set<String> streams(JWTClaimsSet.Builder claims, Map<String, String> more)
      throws Exception {
    JwtVerifier with = verifier(more);
    with.use(Tokens.jwks(rsa));
    return with.verdict(Tokens.rs256(rsa, claims.build())).caller().streams();
  }

  private void assertAccepted(JWTClaimsSet.Builder claims) throws Exception {
    assertThat(verifier.verdict(Tokens.rs256(rsa, claims.build())).caller()).isNotNull();
  }

  private void assertRefused(JWTClaimsSet.Builder claims, String why) throws Exception {
    assertRefused(Tokens.rs256(rsa, claims.build()), why);
  }

  private void assertRefused(String token, String why) {
    assertThat(verifier.verdict(token)).isEqualTo(Authenticator.Verdict.refused(why));
  }

  private static String base64(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}

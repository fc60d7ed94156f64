package com.reactive.platform.gateway.security;

import java.security.cert.X509Certificate;

/**
 * Tells who sends a request, from its head alone. Called on event loops for every request: never
 * blocks, never throws for what a client sent. Thread-safe.
 */
public interface Authenticator {

  /** Asks nobody: every request comes from {@link Caller#ANYONE}. */
  Authenticator NONE = credentials -> Verdict.of(Caller.ANYONE);

  /**
   * What a request brings to say who it is; each part may be null.
   *
   * @param authorization the {@code Authorization} header
   * @param apiKey the {@code X-API-Key} header
   * @param clientCertificate the verified certificate of a mutual TLS connection
   */
  record Credentials(String authorization, String apiKey, X509Certificate clientCertificate) {
    public static final Credentials NONE = new Credentials(null, null, null);

    /** Secrets stay out of logs. */
    @Override
    public String toString() {
      return "Credentials";
    }
  }

  /**
   * The answer.
   *
   * @param caller who it is; null if that could not be shown
   * @param detail why not, for the client: without any part of what it sent; empty if it could
   */
  record Verdict(Caller caller, String detail) {
    public static Verdict of(Caller caller) {
      return new Verdict(caller, "");
    }

    /** To be answered 401: the request has no credentials, or none of a kind that is asked for. */
    public static final Verdict MISSING = refused("credentials are missing");

    /** To be answered 401. */
    public static Verdict refused(String detail) {
      return new Verdict(null, detail);
    }
  }

  Verdict authenticate(Credentials credentials);

  /** What goes into {@code WWW-Authenticate} of a 401; null if nobody is asked. */
  default String challenge() {
    return null;
  }
}

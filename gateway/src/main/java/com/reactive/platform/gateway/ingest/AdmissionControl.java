package com.reactive.platform.gateway.ingest;

import com.reactive.platform.gateway.limit.ClientAddress;
import com.reactive.platform.gateway.limit.Limits;
import com.reactive.platform.gateway.limit.RateExceeded;
import com.reactive.platform.gateway.security.Authenticator;
import com.reactive.platform.gateway.security.Authenticator.Credentials;
import com.reactive.platform.gateway.security.Authenticator.Verdict;
import com.reactive.platform.gateway.security.Caller;
import java.util.concurrent.TimeUnit;

/**
 * Decides from the sender alone whether an event may be posted: the address's rate (first, so that
 * guessing credentials is limited, too), who the caller is, the caller's streams and rates. {@link
 * Ingress#checkCapacity} comes last. Thread-safe; never blocks.
 */
public final class AdmissionControl {
  private static final long NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

  /** Wants to know who sends a request. */
  @FunctionalInterface
  public interface CallerReceiver {
    void caller(Caller caller);
  }

  private final Authenticator authenticator;
  private final Limits limits;

  public AdmissionControl(Authenticator authenticator, Limits limits) {
    this.authenticator = authenticator;
    this.limits = limits;
  }

  public Limits limits() {
    return limits;
  }

  /** True if {@link #checkCaller} looks at credentials. */
  public boolean needsCredentials() {
    return authenticator != Authenticator.NONE;
  }

  /** Takes one request from the rates of this address; null if it has not used them up. */
  public Problem checkAddress(ClientAddress address, long nowNanos) {
    RateExceeded excess = limits.take(address, nowNanos);
    return excess == null ? null : rateLimited("this address", excess);
  }

  /**
   * Null if the caller is known, may post to the stream and has not used up its rate.
   *
   * @param stream null if it is about none
   * @param to gets the caller, once it is known
   */
  public Problem checkCaller(
      Credentials credentials, StreamRuntime stream, long nowNanos, CallerReceiver to) {
    Verdict verdict = authenticator.authenticate(credentials);
    Caller caller = verdict.caller();
    if (caller == null) {
      Rejection type =
          verdict.equals(Verdict.MISSING)
              ? Rejection.UNAUTHENTICATED
              : Rejection.INVALID_CREDENTIALS;
      return Problem.withHeader(type, verdict.detail(), authenticator.challenge());
    }
    to.caller(caller);
    if (stream != null && !caller.mayPostTo(stream.stream().name())) {
      return Problem.of(
          Rejection.FORBIDDEN,
          caller.name() + " may not post to the stream " + stream.stream().name());
    }
    RateExceeded excess = limits.take(caller.name(), caller.requests(), caller.bytes(), nowNanos);
    return excess == null ? null : rateLimited(caller.name(), excess);
  }

  private static Problem rateLimited(String who, RateExceeded excess) {
    long waitNanos = excess.waitNanos();
    long seconds = waitNanos / NANOS_PER_SECOND + (waitNanos % NANOS_PER_SECOND > 0 ? 1 : 0);
    String what = excess.policy().ofBytes() ? " exceeds its rate of bytes" : " exceeds its rate";
    return Problem.rateLimited(who + what + "; nothing was written", excess.policy(), seconds);
  }
}

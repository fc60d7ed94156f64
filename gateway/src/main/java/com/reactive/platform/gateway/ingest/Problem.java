package com.reactive.platform.gateway.ingest;

import com.reactive.platform.gateway.event.InvalidEventException;
import com.reactive.platform.gateway.limit.RatePolicy;

/**
 * One rejection with its details (RFC 9457). Immutable.
 *
 * @param pointer JSON pointer of the field at fault, or null
 * @param headerValue of the rejection's header; null: the usual one
 * @param policy the rate that was exceeded; null: none
 * @param quarantined the body is kept in the stream's quarantine
 */
public record Problem(
    Rejection type,
    String detail,
    String pointer,
    String headerValue,
    RatePolicy policy,
    boolean quarantined) {

  public Problem(Rejection type, String detail, String pointer) {
    this(type, detail, pointer, null, null, false);
  }

  public static Problem of(Rejection type, String detail) {
    return new Problem(type, detail, null);
  }

  public static Problem withHeader(Rejection type, String detail, String headerValue) {
    return new Problem(type, detail, null, headerValue, null, false);
  }

  /**
   * A rate was exceeded.
   *
   * @param seconds until there is something left
   */
  static Problem rateLimited(String detail, RatePolicy policy, long seconds) {
    return new Problem(Rejection.RATE_LIMITED, detail, null, Long.toString(seconds), policy, false);
  }

  /**
   * The problem of a body that is no event.
   *
   * @param dataPointer JSON pointer of the event's data within the body
   */
  public static Problem of(InvalidEventException e, String dataPointer) {
    return switch (e.kind()) {
      case UNREADABLE -> of(Rejection.MALFORMED_JSON, e.getMessage());
      case UNREADABLE_PROTOBUF -> of(Rejection.MALFORMED_PROTOBUF, e.getMessage());
      case HEADER -> of(Rejection.INVALID_HEADER, e.getMessage());
      case SCHEMA ->
          new Problem(
              Rejection.SCHEMA_MISMATCH,
              e.getMessage(),
              e.pointer() == null ? null : dataPointer + e.pointer());
    };
  }

  /** The same, of a body that is in the quarantine now. */
  Problem inQuarantine() {
    return new Problem(type, detail, pointer, headerValue, policy, true);
  }

  /** The outcome of an accepted event is not known; {@code reason} may be empty. */
  public static Problem unknown(String reason) {
    String advice = "send it again with its eventId as Idempotency-Key";
    return of(Rejection.UNKNOWN, reason.isEmpty() ? advice : reason + "; " + advice);
  }

  /** The value of {@code RateLimit}; asked only if there is a policy. */
  public String rateLimit() {
    return policy.exhausted(Long.parseLong(headerValue));
  }

  /** The value of the response header; null if there is none. */
  public String header() {
    return headerValue != null ? headerValue : type.usualHeaderValue();
  }
}

package com.reactive.platform.gateway.http;

import com.reactive.platform.gateway.ledger.Outcome;
import java.util.Locale;

/**
 * An error answer (RFC 9457).
 *
 * @param pointer JSON pointer of the field at fault, or null
 * @param headerValue of the header that answers of this type have; null: the type's usual one
 */
public record Problem(Type type, String detail, String pointer, String headerValue)
    implements Response {

  Problem(Type type, String detail, String pointer) {
    this(type, detail, pointer, null);
  }

  /** What can go wrong: stable names for programs, with the status and whether to try again. */
  enum Type {
    MALFORMED_REQUEST(400, "Malformed HTTP request", false, Outcome.MALFORMED),
    MALFORMED_JSON(400, "Malformed JSON", false, Outcome.MALFORMED),
    MALFORMED_ENCODING(400, "Malformed compressed body", false, Outcome.MALFORMED),
    INVALID_HEADER(400, "Invalid header", false, Outcome.MALFORMED),
    UNAUTHENTICATED(
        401, "Authentication required", false, Outcome.UNAUTHENTICATED, "www-authenticate", null),
    /** Of the same type as the one before: programs treat both alike. */
    INVALID_CREDENTIALS(
        401, "Invalid credentials", false, Outcome.UNAUTHENTICATED, "www-authenticate", null) {
      @Override
      String slug() {
        return UNAUTHENTICATED.slug();
      }
    },
    FORBIDDEN(403, "Forbidden", false, Outcome.FORBIDDEN),
    NOT_FOUND(404, "No such stream", false, Outcome.NOT_FOUND),
    METHOD_NOT_ALLOWED(405, "Method not allowed", false, Outcome.METHOD, "allow", "POST"),
    REQUEST_TIMEOUT(408, "Request timeout", true, Outcome.TIMEOUT),
    BODY_TOO_LARGE(413, "Body too large", false, Outcome.TOO_LARGE),
    COMPRESSION_BOMB(413, "Decompressed body too large", false, Outcome.TOO_LARGE),
    TARGET_TOO_LONG(414, "Request target too long", false, Outcome.TOO_LARGE),
    UNSUPPORTED_MEDIA_TYPE(
        415, "Unsupported media type", false, Outcome.MEDIA_TYPE, "accept", "application/json"),
    UNSUPPORTED_ENCODING(
        415,
        "Unsupported content encoding",
        false,
        Outcome.MEDIA_TYPE,
        "accept-encoding",
        ContentEncoding.ACCEPTED),
    EXPECTATION_FAILED(417, "Expectation failed", false, Outcome.MALFORMED),
    MISDIRECTED(421, "Misdirected request", false, Outcome.FORBIDDEN),
    SCHEMA_MISMATCH(422, "The event does not match its schema", false, Outcome.SCHEMA),
    REFUSED(422, "Kafka rejected the event", false, Outcome.NOT_WRITTEN),
    RATE_LIMITED(429, "Rate limit exceeded", true, Outcome.RATE_LIMITED, "retry-after", "1"),
    HEADERS_TOO_LARGE(431, "Headers too large", false, Outcome.HEADERS_TOO_LARGE),
    INTERNAL_ERROR(500, "Internal error", true, Outcome.INTERNAL),
    OVERLOADED(503, "Too many events in flight", true, Outcome.FULL, "retry-after", "1"),
    KAFKA_UNAVAILABLE(
        503, "Kafka unavailable", true, Outcome.KAFKA_UNAVAILABLE, "retry-after", "1"),
    SHUTTING_DOWN(503, "Shutting down", true, Outcome.DRAINING, "retry-after", "1"),
    NOT_WRITTEN(503, "The event was not written", true, Outcome.NOT_WRITTEN, "retry-after", "1"),
    HTTP_VERSION(505, "HTTP version not supported", false, Outcome.MALFORMED),
    UNKNOWN(504, "The event may or may not have been written", true, Outcome.UNKNOWN);

    final int status;
    final String title;
    final boolean retryable;
    final Outcome outcome;

    /** A header that says what to do about it; null if there is none. */
    final String header;

    final String usualHeaderValue;
    private final String slug;

    Type(int status, String title, boolean retryable, Outcome outcome) {
      this(status, title, retryable, outcome, null, null);
    }

    Type(
        int status,
        String title,
        boolean retryable,
        Outcome outcome,
        String header,
        String usualHeaderValue) {
      this.status = status;
      this.title = title;
      this.retryable = retryable;
      this.outcome = outcome;
      this.header = header;
      this.usualHeaderValue = usualHeaderValue;
      this.slug = name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The last part of the type URI, {@code urn:reactive:problem:...}. */
    String slug() {
      return slug;
    }
  }

  static Problem of(Type type, String detail) {
    return new Problem(type, detail, null);
  }

  static Problem withHeader(Type type, String detail, String headerValue) {
    return new Problem(type, detail, null, headerValue);
  }

  @Override
  public int status() {
    return type.status;
  }

  @Override
  public String slug() {
    return type.slug();
  }

  @Override
  public void write(ResponseEncoder to, Exchange exchange) {
    ResponseTemplates.writeProblem(to, exchange, this);
  }

  /** What its header says; null if it has none. */
  String header() {
    return headerValue != null ? headerValue : type.usualHeaderValue;
  }
}

package com.reactive.platform.gateway.ingest;

import com.reactive.platform.gateway.ledger.Outcome;
import java.util.Locale;

/**
 * The reasons for which an event is not acknowledged: one row says all that responses, the OpenAPI
 * document, docs/responses.md and the ledger say about it. Names and statuses are stable; clients
 * depend on them.
 */
public enum Rejection {
  MALFORMED_REQUEST(
      400,
      "Malformed HTTP request",
      "broken or ambiguous HTTP, or a body that ends early",
      false,
      Outcome.MALFORMED),
  MALFORMED_JSON(
      400, "Malformed JSON", "not JSON, duplicate keys, invalid UTF-8", false, Outcome.MALFORMED),
  MALFORMED_PROTOBUF(
      400,
      "Malformed protobuf",
      "not a protobuf message, a string that is not UTF-8, nesting beyond 64",
      false,
      Outcome.MALFORMED),
  MALFORMED_ENCODING(
      400,
      "Malformed compressed body",
      "a compressed body that is incomplete or invalid",
      false,
      Outcome.MALFORMED),
  INVALID_HEADER(
      400,
      "Invalid header",
      "a header with an invalid value, such as `Idempotency-Key`",
      false,
      Outcome.MALFORMED),
  UNAUTHENTICATED(
      401,
      "Authentication required",
      "no credentials",
      false,
      Outcome.UNAUTHENTICATED,
      "WWW-Authenticate",
      null),
  /** Of the same type as the one before: programs treat both alike. */
  INVALID_CREDENTIALS(
      401,
      "Invalid credentials",
      "credentials that are not valid",
      false,
      Outcome.UNAUTHENTICATED,
      "WWW-Authenticate",
      null) {
    @Override
    public String slug() {
      return UNAUTHENTICATED.slug();
    }
  },
  FORBIDDEN(
      403,
      "Forbidden",
      "the caller or the page's origin may not post to this stream",
      false,
      Outcome.FORBIDDEN),
  NOT_FOUND(404, "No such stream", "no stream has this path", false, Outcome.NOT_FOUND),
  METHOD_NOT_ALLOWED(
      405, "Method not allowed", "not a POST", false, Outcome.METHOD, "Allow", "POST"),
  REQUEST_TIMEOUT(
      408,
      "Request timeout",
      "the body did not arrive within `http.request-timeout-ms`",
      true,
      Outcome.TIMEOUT),
  BODY_TOO_LARGE(
      413,
      "Body too large",
      "larger than the stream's `max-body-bytes`, as sent or decompressed",
      false,
      Outcome.TOO_LARGE),
  COMPRESSION_BOMB(
      413,
      "Decompressed body too large",
      "expands by more than `http.max-compression-ratio`",
      false,
      Outcome.TOO_LARGE),
  TARGET_TOO_LONG(
      414,
      "Request target too long",
      "a request line of more than 4 KiB",
      false,
      Outcome.TOO_LARGE),
  UNSUPPORTED_MEDIA_TYPE(
      415,
      "Unsupported media type",
      "not JSON, nor another type that the stream takes",
      false,
      Outcome.MEDIA_TYPE,
      "Accept",
      "application/json"),
  UNSUPPORTED_ENCODING(
      415,
      "Unsupported content encoding",
      "not gzip or zstd",
      false,
      Outcome.MEDIA_TYPE,
      "Accept-Encoding",
      "gzip, zstd"),
  EXPECTATION_FAILED(
      417, "Expectation failed", "`Expect` other than `100-continue`", false, Outcome.MALFORMED),
  MISDIRECTED(
      421,
      "Misdirected request",
      "the `Host` is not a name of this gateway (`http.hosts`)",
      false,
      Outcome.FORBIDDEN),
  SCHEMA_MISMATCH(
      422,
      "The event does not match its schema",
      "the event does not match the schema; `pointer` names the field",
      false,
      Outcome.SCHEMA),
  REFUSED(
      422,
      "Kafka rejected the event",
      "Kafka rejects this event, for example because of its size",
      false,
      Outcome.NOT_WRITTEN),
  IDEMPOTENCY_KEY_REUSED(
      422,
      "The idempotency key was used for another event",
      "this caller used the `Idempotency-Key` for another event within the window",
      false,
      Outcome.KEY_REUSED),
  RATE_LIMITED(
      429,
      "Rate limit exceeded",
      "this caller or address exceeds its rate of requests or bytes",
      true,
      Outcome.RATE_LIMITED,
      "Retry-After",
      "1"),
  HEADERS_TOO_LARGE(
      431,
      "Headers too large",
      "more than 8 KiB of headers, or than `limits.max-headers` lines",
      false,
      Outcome.HEADERS_TOO_LARGE),
  INTERNAL_ERROR(
      500,
      "Internal error",
      "a fault of the gateway, before the event was accepted",
      true,
      Outcome.INTERNAL),
  OVERLOADED(
      503,
      "Too many events in flight",
      "too many events in flight, or no memory for a body",
      true,
      Outcome.FULL,
      "Retry-After",
      "1"),
  KAFKA_UNAVAILABLE(
      503,
      "Kafka unavailable",
      "Kafka or the topic is unavailable",
      true,
      Outcome.KAFKA_UNAVAILABLE,
      "Retry-After",
      "1"),
  IDEMPOTENCY_WINDOW_UNAVAILABLE(
      503,
      "Idempotency keys are not known yet",
      "an `Idempotency-Key`, while keys of before the start are read",
      true,
      Outcome.KAFKA_UNAVAILABLE,
      "Retry-After",
      "1"),
  SHUTTING_DOWN(
      503, "Shutting down", "the gateway is stopping", true, Outcome.DRAINING, "Retry-After", "1"),
  NOT_WRITTEN(
      503,
      "The event was not written",
      "given up before the event was sent to Kafka",
      true,
      Outcome.NOT_WRITTEN,
      "Retry-After",
      "1"),
  UNKNOWN(
      504,
      "The event may or may not have been written",
      "no outcome within the timeouts, or within the client's `Prefer: wait`",
      true,
      Outcome.UNKNOWN),
  HTTP_VERSION(
      505, "HTTP version not supported", "neither HTTP/1.1 nor HTTP/1.0", false, Outcome.MALFORMED);

  private final int status;
  private final String title;
  private final String when;
  private final boolean retryable;
  private final Outcome outcome;
  private final String header;
  private final String usualHeaderValue;
  private final String slug;

  Rejection(int status, String title, String when, boolean retryable, Outcome outcome) {
    this(status, title, when, retryable, outcome, null, null);
  }

  Rejection(
      int status,
      String title,
      String when,
      boolean retryable,
      Outcome outcome,
      String header,
      String usualHeaderValue) {
    this.status = status;
    this.title = title;
    this.when = when;
    this.retryable = retryable;
    this.outcome = outcome;
    this.header = header;
    this.usualHeaderValue = usualHeaderValue;
    this.slug = name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The HTTP status; other front ends map it to their own codes. */
  public int status() {
    return status;
  }

  public String title() {
    return title;
  }

  /** The condition, in Markdown, for docs/responses.md. */
  public String when() {
    return when;
  }

  /** True if the same request may succeed later. */
  public boolean retryable() {
    return retryable;
  }

  /** The ledger counts it as this. */
  public Outcome outcome() {
    return outcome;
  }

  /** A response header that says what to do about it; null if there is none. */
  public String header() {
    return header;
  }

  /** The value of {@link #header()} unless the {@link Problem} has its own; may be null. */
  public String usualHeaderValue() {
    return usualHeaderValue;
  }

  /** True if the event may be in Kafka all the same; all others are certainly not. */
  public boolean mayBeWritten() {
    return outcome == Outcome.UNKNOWN;
  }

  /** True if the body itself is at fault, so that it can be mended. */
  public boolean isOfContent() {
    return this == MALFORMED_JSON || this == MALFORMED_PROTOBUF || this == SCHEMA_MISMATCH;
  }

  /** Where the documentation says what to do about it: a page and an anchor. */
  public String help() {
    return "docs/troubleshooting.md#" + slug();
  }

  /** The last part of the type URI, {@code urn:reactive:problem:...}. */
  public String slug() {
    return slug;
  }
}

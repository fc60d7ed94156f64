package com.reactive.platform.gateway.openapi;

import java.util.Locale;

/** Every problem that an event can be answered with: what the document says of it. */
enum Failure {
  MALFORMED_REQUEST(400, "Malformed HTTP request", false),
  MALFORMED_JSON(400, "Malformed JSON", false),
  MALFORMED_ENCODING(400, "Malformed compressed body", false),
  INVALID_HEADER(400, "Invalid header", false),
  UNAUTHENTICATED(401, "Authentication required", false),
  INVALID_CREDENTIALS(401, "Invalid credentials", false) {
    @Override
    String slug() {
      return UNAUTHENTICATED.slug();
    }
  },
  FORBIDDEN(403, "Forbidden", false),
  NOT_FOUND(404, "No such stream", false),
  METHOD_NOT_ALLOWED(405, "Method not allowed", false),
  REQUEST_TIMEOUT(408, "Request timeout", true),
  BODY_TOO_LARGE(413, "Body too large", false),
  COMPRESSION_BOMB(413, "Decompressed body too large", false),
  TARGET_TOO_LONG(414, "Request target too long", false),
  UNSUPPORTED_MEDIA_TYPE(415, "Unsupported media type", false),
  UNSUPPORTED_ENCODING(415, "Unsupported content encoding", false),
  EXPECTATION_FAILED(417, "Expectation failed", false),
  MISDIRECTED(421, "Misdirected request", false),
  SCHEMA_MISMATCH(422, "The event does not match its schema", false),
  REFUSED(422, "Kafka rejected the event", false),
  RATE_LIMITED(429, "Rate limit exceeded", true),
  HEADERS_TOO_LARGE(431, "Headers too large", false),
  INTERNAL_ERROR(500, "Internal error", true),
  OVERLOADED(503, "Too many events in flight", true),
  KAFKA_UNAVAILABLE(503, "Kafka unavailable", true),
  SHUTTING_DOWN(503, "Shutting down", true),
  NOT_WRITTEN(503, "The event was not written", true),
  UNKNOWN(504, "The event may or may not have been written", true),
  HTTP_VERSION(505, "HTTP version not supported", false);

  final int status;
  final String title;
  final boolean retryable;

  Failure(int status, String title, boolean retryable) {
    this.status = status;
    this.title = title;
    this.retryable = retryable;
  }

  /** A 403 also meets pages of origins that are not listed. */
  boolean onlyWithAuthentication() {
    return status == 401;
  }

  /** What the example is called. */
  String exampleName() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The last part of the type URI, {@code urn:reactive:problem:...}. */
  String slug() {
    return exampleName();
  }
}

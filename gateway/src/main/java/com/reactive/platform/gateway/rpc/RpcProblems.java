package com.reactive.platform.gateway.rpc;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.Duration;
import com.reactive.platform.gateway.ingest.Problem;
import com.reactive.platform.gateway.ingest.Rejection;
import java.io.IOException;
import java.io.UncheckedIOException;

/** The status of a call for each rejection: the one table of codes and details. */
public final class RpcProblems {
  private static final String DOMAIN = "reactive";

  private RpcProblems() {}

  /**
   * The code of a rejection. What may be in Kafka is never UNAVAILABLE, since clients repeat that
   * by themselves.
   */
  public static RpcCode code(Rejection type) {
    return switch (type) {
      case MALFORMED_REQUEST,
          MALFORMED_JSON,
          MALFORMED_PROTOBUF,
          MALFORMED_ENCODING,
          INVALID_HEADER,
          SCHEMA_MISMATCH,
          REFUSED,
          IDEMPOTENCY_KEY_REUSED,
          EXPECTATION_FAILED ->
          RpcCode.INVALID_ARGUMENT;
      case UNAUTHENTICATED, INVALID_CREDENTIALS -> RpcCode.UNAUTHENTICATED;
      case FORBIDDEN, MISDIRECTED -> RpcCode.PERMISSION_DENIED;
      case NOT_FOUND,
          METHOD_NOT_ALLOWED,
          UNSUPPORTED_MEDIA_TYPE,
          UNSUPPORTED_ENCODING,
          HTTP_VERSION ->
          RpcCode.UNIMPLEMENTED;
      case REQUEST_TIMEOUT, UNKNOWN -> RpcCode.DEADLINE_EXCEEDED;
      case BODY_TOO_LARGE, COMPRESSION_BOMB, TARGET_TOO_LONG, HEADERS_TOO_LARGE, RATE_LIMITED ->
          RpcCode.RESOURCE_EXHAUSTED;
      case INTERNAL_ERROR -> RpcCode.INTERNAL;
      case OVERLOADED,
          KAFKA_UNAVAILABLE,
          IDEMPOTENCY_WINDOW_UNAVAILABLE,
          SHUTTING_DOWN,
          NOT_WRITTEN ->
          RpcCode.UNAVAILABLE;
    };
  }

  /** The status of a problem, with its reason, the field at fault and the time to wait. */
  public static RpcStatus status(Problem problem) {
    return status(problem, null, null);
  }

  /**
   * The same with the ids of an event.
   *
   * @param requestId null for none
   * @param eventId null for none
   */
  public static RpcStatus status(Problem problem, String requestId, String eventId) {
    Rejection type = problem.type();
    String message =
        problem.detail().isEmpty() ? type.title() : type.title() + ": " + problem.detail();
    RpcStatus status =
        RpcStatus.of(code(type), message)
            .with("google.rpc.ErrorInfo", errorInfo(problem, requestId, eventId));
    if (status.code() == RpcCode.INVALID_ARGUMENT) {
      String field = problem.pointer() == null ? "" : problem.pointer();
      status = status.with("google.rpc.BadRequest", badRequest(field, problem.detail()));
    }
    boolean waits = "Retry-After".equals(type.header()) && problem.header() != null;
    return waits
        ? status.with("google.rpc.RetryInfo", retryInfo(Long.parseLong(problem.header())))
        : status;
  }

  /** {@code reason}, {@code domain}, and {@code metadata} with the ids. */
  private static ByteString errorInfo(Problem problem, String requestId, String eventId) {
    return bytes(
        out -> {
          out.writeString(1, problem.type().slug());
          out.writeString(2, DOMAIN);
          writeEntry(out, "request_id", requestId);
          writeEntry(out, "event_id", eventId);
          writeEntry(out, "quarantined", problem.quarantined() ? "true" : null);
        });
  }

  private static void writeEntry(CodedOutputStream out, String key, String value)
      throws IOException {
    if (value != null) {
      ByteString entry =
          bytes(
              inner -> {
                inner.writeString(1, key);
                inner.writeString(2, value);
              });
      out.writeBytes(3, entry);
    }
  }

  /** One violation: {@code field} and {@code description}. */
  private static ByteString badRequest(String pointer, String description) {
    ByteString violation =
        bytes(
            out -> {
              out.writeString(1, pointer);
              out.writeString(2, description);
            });
    return bytes(out -> out.writeBytes(1, violation));
  }

  private static ByteString retryInfo(long seconds) {
    Duration delay = Duration.newBuilder().setSeconds(seconds).build();
    return bytes(out -> out.writeMessage(1, delay));
  }

  private interface Writer {
    void write(CodedOutputStream out) throws IOException;
  }

  private static ByteString bytes(Writer writer) {
    ByteString.Output bytes = ByteString.newOutput();
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    try {
      writer.write(out);
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException("memory does not fail", e);
    }
    return bytes.toByteString();
  }
}

package com.reactive.platform.gateway.rpc;

import java.util.Locale;

/** The 17 codes of gRPC and Connect, in the order of their numbers. */
public enum RpcCode {
  OK(0, 200),
  CANCELLED(1, 499, "canceled"),
  UNKNOWN(2, 500),
  INVALID_ARGUMENT(3, 400),
  DEADLINE_EXCEEDED(4, 504),
  NOT_FOUND(5, 404),
  ALREADY_EXISTS(6, 409),
  PERMISSION_DENIED(7, 403),
  RESOURCE_EXHAUSTED(8, 429),
  FAILED_PRECONDITION(9, 400),
  ABORTED(10, 409),
  OUT_OF_RANGE(11, 400),
  UNIMPLEMENTED(12, 501),
  INTERNAL(13, 500),
  UNAVAILABLE(14, 503),
  DATA_LOSS(15, 500),
  UNAUTHENTICATED(16, 401);

  private final int number;
  private final int httpStatus;
  private final String connectName;

  RpcCode(int number, int httpStatus) {
    this(number, httpStatus, null);
  }

  RpcCode(int number, int httpStatus, String connectName) {
    this.number = number;
    this.httpStatus = httpStatus;
    this.connectName = connectName == null ? name().toLowerCase(Locale.ROOT) : connectName;
  }

  /** As {@code grpc-status} has it. */
  public int number() {
    return number;
  }

  /** As the JSON of a Connect error has it. */
  public String connectName() {
    return connectName;
  }

  /** The HTTP status of a unary Connect response. */
  public int httpStatus() {
    return httpStatus;
  }

  /** True if the server is at fault, by OpenTelemetry's conventions. */
  public boolean isServerFault() {
    return switch (this) {
      case UNKNOWN, DEADLINE_EXCEEDED, UNIMPLEMENTED, INTERNAL, UNAVAILABLE, DATA_LOSS -> true;
      default -> false;
    };
  }
}

package com.reactive.platform.gateway.rpc;

import java.util.Locale;

/** The 17 codes of gRPC and Connect, in the order of their numbers. */
public enum RpcCode {
  OK(200),
  CANCELLED(499) {
    @Override
    public String connectName() {
      return "canceled";
    }
  },
  UNKNOWN(500),
  INVALID_ARGUMENT(400),
  DEADLINE_EXCEEDED(504),
  NOT_FOUND(404),
  ALREADY_EXISTS(409),
  PERMISSION_DENIED(403),
  RESOURCE_EXHAUSTED(429),
  FAILED_PRECONDITION(400),
  ABORTED(409),
  OUT_OF_RANGE(400),
  UNIMPLEMENTED(501),
  INTERNAL(500),
  UNAVAILABLE(503),
  DATA_LOSS(500),
  UNAUTHENTICATED(401);

  private final int httpStatus;

  RpcCode(int httpStatus) {
    this.httpStatus = httpStatus;
  }

  /** As {@code grpc-status} has it. */
  public int number() {
    return ordinal();
  }

  /** As the JSON of a Connect error has it. */
  public String connectName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The HTTP status of a unary Connect response. */
  public int httpStatus() {
    return httpStatus;
  }
}

package com.reactive.platform.reliability.mutate;

import java.util.Locale;

/** The codes of gRPC by their numbers, with Connect's names and HTTP statuses, as both specify. */
enum CallCode {
  OK(0, 200),
  CANCELLED(1, 499),
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

  CallCode(int number, int httpStatus) {
    this.number = number;
    this.httpStatus = httpStatus;
  }

  int number() {
    return number;
  }

  /** Of a unary response of Connect. */
  int httpStatus() {
    return httpStatus;
  }

  /**
   * The code of a {@code grpc-status}.
   *
   * @throws IllegalStateException if it is none
   */
  static CallCode ofNumber(String digits) {
    for (CallCode code : values()) {
      if (String.valueOf(code.number).equals(digits)) {
        return code;
      }
    }
    throw new IllegalStateException("grpc-status is " + digits);
  }

  /**
   * The code of a Connect error.
   *
   * @throws IllegalStateException if it is none
   */
  static CallCode ofName(String name) {
    for (CallCode code : values()) {
      String own = code == CANCELLED ? "canceled" : code.name().toLowerCase(Locale.ROOT);
      if (code != OK && own.equals(name)) {
        return code;
      }
    }
    throw new IllegalStateException("the code of an error is " + name);
  }
}

package com.reactive.platform.reliability.oracle;

import com.reactive.platform.testbed.ResponseContract;

/**
 * The statuses of gRPC and Connect as the statuses of HTTP that make the same promise. States a
 * second time what docs/grpc.md says and the gateway's own table has, for the reason that {@link
 * ResponseContract} gives.
 */
final class RpcOutcome {
  private static final int OK = 0;
  private static final int FIRST_UNDEFINED = 1_000;
  private static final int HTTP_OK = 200;

  private RpcOutcome() {}

  /**
   * The status for a code of gRPC. A deadline that is exceeded may have left the event in the log;
   * UNAVAILABLE never has.
   *
   * @param fields of the response, if the code is OK
   */
  static int of(int code, OracleFields fields) {
    return switch (code) {
      case OK -> fields.offset() < 0 ? ResponseContract.ACCEPTED : ResponseContract.CREATED;
      case 3 -> 400; // INVALID_ARGUMENT
      case 4 -> 504; // DEADLINE_EXCEEDED
      case 7 -> 403; // PERMISSION_DENIED
      case 8 -> 429; // RESOURCE_EXHAUSTED
      case 12 -> 404; // UNIMPLEMENTED
      case 13 -> 500; // INTERNAL
      case 14 -> ResponseContract.UNAVAILABLE;
      case 16 -> 401; // UNAUTHENTICATED
      default -> FIRST_UNDEFINED + code;
    };
  }

  /** The status for the response to a unary call of Connect. */
  static int ofConnect(int httpStatus, OracleFields fields) {
    if (httpStatus == HTTP_OK) {
      return of(OK, fields);
    }
    return switch (fields.code()) {
      // Without a code it is not the service's: of a proxy, or for a request that is no call.
      case "" -> httpStatus;
      case "invalid_argument" -> of(3, fields);
      case "deadline_exceeded" -> of(4, fields);
      case "permission_denied" -> of(7, fields);
      case "resource_exhausted" -> of(8, fields);
      case "unimplemented" -> of(12, fields);
      case "internal" -> of(13, fields);
      case "unavailable" -> of(14, fields);
      case "unauthenticated" -> of(16, fields);
      default -> FIRST_UNDEFINED;
    };
  }
}

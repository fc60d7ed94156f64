package com.reactive.platform.testbed;

/**
 * The promise that the status of a response makes about the event in its request. All judges read
 * it here: the load generator of benchmarks, the oracle, and the experiments.
 *
 * <p>It states a second time what the gateway's own table of rejections states, on purpose: a wrong
 * entry there is found only by a judge that does not use it.
 */
public final class ResponseContract {
  /** Stands for a lost connection where responses are counted by status. */
  public static final int NO_RESPONSE = 0;

  public static final int CREATED = 201;
  public static final int ACCEPTED = 202;
  public static final int UNAVAILABLE = 503;

  private static final int REQUEST_TIMEOUT = 408;
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int INTERNAL_ERROR = 500;
  private static final int BAD_GATEWAY = 502;
  private static final int GATEWAY_TIMEOUT = 504;

  private ResponseContract() {}

  /** Outcome of an event, as far as known. */
  public enum Outcome {
    /** Written exactly once: 201. */
    ACKED,
    /** Perhaps written; the server did not wait for Kafka: 202. */
    ACCEPTED,
    /** Not written, now or later: 4xx, 500 and 503. */
    NOT_WRITTEN,
    /**
     * Perhaps written: 504, 502 and no response. The gateway itself never sends a 502. It comes
     * from a proxy in between that received no valid response from the gateway (RFC 9110, 15.6.3),
     * and that does not say whether the gateway has processed the request.
     */
    UNKNOWN,
    /** Perhaps written; a status that the contract does not have, so a fault of the server. */
    UNDEFINED
  }

  /** The outcome of an event by the status of its response. */
  public static Outcome outcome(int status) {
    return switch (status) {
      case CREATED -> Outcome.ACKED;
      case ACCEPTED -> Outcome.ACCEPTED;
      case INTERNAL_ERROR, UNAVAILABLE -> Outcome.NOT_WRITTEN;
      case NO_RESPONSE, BAD_GATEWAY, GATEWAY_TIMEOUT -> Outcome.UNKNOWN;
      default -> isClientError(status) ? Outcome.NOT_WRITTEN : Outcome.UNDEFINED;
    };
  }

  /** True for a 4xx: the request is to blame. */
  public static boolean isClientError(int status) {
    return status / 100 == 4;
  }

  /** True if the rejection is of the moment and not of the request, which may be sent again. */
  public static boolean isTemporary(int status) {
    return status == REQUEST_TIMEOUT || asksToSlowDown(status);
  }

  /** True if the server has no room for the request now. */
  public static boolean asksToSlowDown(int status) {
    return status == UNAVAILABLE || status == TOO_MANY_REQUESTS;
  }
}

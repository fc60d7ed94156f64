package com.reactive.platform.reliability.oracle;

import com.reactive.platform.testbed.ResponseContract;

/**
 * A response.
 *
 * @param status of HTTP; of another protocol, the one that makes the same promise
 * @param note whether all is right with it
 * @param partition -1 if it names none
 * @param offset the same
 * @param retryAfterMillis pause that the server asks for; 0 if it asks for none
 */
record OracleResponse(
    int status, ResponseNote note, int partition, long offset, long retryAfterMillis) {
  private static final int CONFLICT = 409;

  /** One that cannot be parsed. */
  static final OracleResponse GARBLED = new OracleResponse(0, ResponseNote.GARBLED, -1, -1, 0);

  /**
   * A response with these contents.
   *
   * @param id of the event that was sent
   * @param topic where it should be
   */
  static OracleResponse of(int status, OracleFields fields, String id, String topic) {
    ResponseNote note = ResponseNote.PLAIN;
    boolean success = status == ResponseContract.CREATED || status == ResponseContract.ACCEPTED;
    if (!fields.eventId().isEmpty() && !fields.eventId().equals(id)) {
      note = ResponseNote.SWAPPED;
    } else if (success && fields.eventId().isEmpty()) {
      note = ResponseNote.GARBLED;
    } else if (status == ResponseContract.CREATED
        && (!topic.equals(fields.topic()) || fields.partition() < 0 || fields.offset() < 0)) {
      note = ResponseNote.GARBLED;
    } else if (status == ResponseContract.ACCEPTED && fields.spooled()) {
      note = ResponseNote.SPOOLED;
    } else if (ResponseContract.isClientError(status) && fields.quarantined()) {
      note = ResponseNote.QUARANTINED;
    }
    return new OracleResponse(status, note, fields.partition(), fields.offset(), 0);
  }

  /** One without content. */
  static OracleResponse of(int status) {
    return new OracleResponse(status, ResponseNote.PLAIN, -1, -1, 0);
  }

  /**
   * The same with what is said beside the content.
   *
   * @param replayed whether it repeats the outcome of an earlier request
   */
  OracleResponse with(boolean replayed, long pauseMillis) {
    ResponseNote replay =
        replayed && note == ResponseNote.PLAIN && status == ResponseContract.CREATED
            ? ResponseNote.REPLAYED
            : note;
    return new OracleResponse(status, replay, partition, offset, pauseMillis);
  }

  /** False if a client should send the event again: after 408, 409, 429, 5xx and no response. */
  static boolean isFinal(int status, ResponseNote note) {
    if (note == ResponseNote.SWAPPED || note == ResponseNote.GARBLED) {
      return true; // A fault, whatever comes then.
    }
    return switch (ResponseContract.outcome(status)) {
      case UNKNOWN -> false;
      case NOT_WRITTEN ->
          ResponseContract.isClientError(status)
              && !ResponseContract.isTemporary(status)
              && status != CONFLICT;
      default -> true;
    };
  }
}

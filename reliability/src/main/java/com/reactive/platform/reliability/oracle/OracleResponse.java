package com.reactive.platform.reliability.oracle;

import com.reactive.platform.testbed.ResponseContract;

/**
 * A response.
 *
 * @param status of HTTP; of another protocol, the one that makes the same promise
 * @param note whether all is right with it
 * @param partition -1 if it names none
 * @param offset the same
 */
record OracleResponse(int status, ResponseNote note, int partition, long offset) {
  /** One that cannot be parsed. */
  static final OracleResponse GARBLED = new OracleResponse(0, ResponseNote.GARBLED, -1, -1);

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
    }
    return new OracleResponse(status, note, fields.partition(), fields.offset());
  }
}

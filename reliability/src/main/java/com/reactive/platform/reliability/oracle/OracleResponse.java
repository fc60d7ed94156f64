package com.reactive.platform.reliability.oracle;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.reactive.platform.testbed.ResponseContract;
import java.io.IOException;

/**
 * Content of a response's body.
 *
 * @param note whether all is right with it
 * @param partition -1 if it names none
 * @param offset the same
 */
record OracleResponse(ResponseNote note, int partition, long offset) {
  private static final JsonFactory JSON = new JsonFactory();

  /**
   * Reads it.
   *
   * @param id of the event that was sent
   * @param topic where it should be
   */
  static OracleResponse read(
      int status, byte[] bytes, int from, int length, String id, String topic) {
    Fields fields = new Fields();
    try {
      fields.read(bytes, from, length);
    } catch (IOException noJson) {
      fields.broken = true;
    }
    ResponseNote note = ResponseNote.PLAIN;
    boolean success = status == ResponseContract.CREATED || status == ResponseContract.ACCEPTED;
    if (fields.eventId != null && !fields.eventId.equals(id)) {
      note = ResponseNote.SWAPPED;
    } else if (success && (fields.broken || fields.eventId == null)) {
      note = ResponseNote.GARBLED;
    } else if (status == ResponseContract.CREATED
        && (!topic.equals(fields.topic) || fields.partition < 0 || fields.offset < 0)) {
      note = ResponseNote.GARBLED;
    } else if (status == ResponseContract.ACCEPTED && fields.spooled) {
      note = ResponseNote.SPOOLED;
    }
    return new OracleResponse(note, fields.partition, fields.offset);
  }

  private static final class Fields {
    private String eventId;
    private String topic;
    private int partition = -1;
    private long offset = -1;
    private boolean spooled;
    private boolean broken;

    void read(byte[] bytes, int from, int length) throws IOException {
      try (JsonParser json = JSON.createParser(bytes, from, length)) {
        if (json.nextToken() != JsonToken.START_OBJECT) {
          throw new IOException("no object");
        }
        while (json.nextToken() == JsonToken.FIELD_NAME) {
          String name = json.currentName();
          json.nextToken();
          switch (name) {
            case "eventId" -> eventId = json.getText();
            case "topic" -> topic = json.getText();
            case "partition" -> partition = json.getIntValue();
            case "offset" -> offset = json.getLongValue();
            case "spooled" -> spooled = json.getBooleanValue();
            default -> json.skipChildren();
          }
        }
      }
    }
  }
}

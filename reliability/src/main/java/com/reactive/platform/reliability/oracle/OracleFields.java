package com.reactive.platform.reliability.oracle;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import java.io.IOException;

/**
 * Content of a response's body, of HTTP or of the service. What it does not say is empty or -1, as
 * is all of it if it cannot be parsed.
 *
 * @param code Connect's name of what is wrong
 */
record OracleFields(
    String eventId,
    String topic,
    int partition,
    long offset,
    boolean spooled,
    boolean quarantined,
    String code) {
  /** Of no body. */
  static final OracleFields NONE = new OracleFields("", "", -1, -1, false, false, "");

  private static final JsonFactory JSON = new JsonFactory();
  private static final int EVENT_ID = tag(2, WireFormat.WIRETYPE_LENGTH_DELIMITED);
  private static final int TOPIC = tag(3, WireFormat.WIRETYPE_LENGTH_DELIMITED);
  private static final int PARTITION = tag(4, WireFormat.WIRETYPE_VARINT);
  private static final int OFFSET = tag(5, WireFormat.WIRETYPE_VARINT);

  private static int tag(int field, int type) {
    return field << 3 | type;
  }

  /** Those of a JSON object. */
  static OracleFields json(byte[] bytes, int from, int length) {
    String eventId = "";
    String topic = "";
    String code = "";
    int partition = -1;
    long offset = -1;
    boolean spooled = false;
    boolean quarantined = false;
    try (JsonParser json = JSON.createParser(bytes, from, length)) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        return NONE;
      }
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String name = json.currentName();
        json.nextToken();
        switch (name) {
          case "eventId" -> eventId = json.getText();
          case "topic" -> topic = json.getText();
          case "code" -> code = json.getText();
          case "partition" -> partition = json.getValueAsInt(-1);
          // Connect has numbers of 64 bits as strings.
          case "offset" -> offset = json.getValueAsLong(-1);
          case "spooled" -> spooled = json.getBooleanValue();
          case "quarantined" -> quarantined = json.getBooleanValue();
          default -> json.skipChildren();
        }
      }
    } catch (IOException noJson) {
      return NONE;
    }
    return new OracleFields(eventId, topic, partition, offset, spooled, quarantined, code);
  }

  /** Those of a {@code PublishResponse}. */
  static OracleFields protobuf(byte[] bytes, int from) {
    String eventId = "";
    String topic = "";
    int partition = -1;
    long offset = -1;
    CodedInputStream in = CodedInputStream.newInstance(bytes, from, bytes.length - from);
    try {
      for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
        if (tag == EVENT_ID) {
          eventId = in.readStringRequireUtf8();
        } else if (tag == TOPIC) {
          topic = in.readStringRequireUtf8();
        } else if (tag == PARTITION) {
          partition = in.readInt32();
        } else if (tag == OFFSET) {
          offset = in.readInt64();
        } else {
          in.skipField(tag);
        }
      }
    } catch (IOException noMessage) {
      return NONE;
    }
    return new OracleFields(eventId, topic, partition, offset, false, false, "");
  }
}

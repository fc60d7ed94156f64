package com.reactive.platform.kafka.benchmark.subject.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.reactive.platform.kafka.benchmark.rig.ResponseFields;
import java.io.IOException;

/** Reads the body of a success. Stateless; for some responses only, since it allocates. */
final class ResponseFieldsReader {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final ResponseFields SAYS_NOTHING = new ResponseFields("", "", -1, -1);

  private ResponseFieldsReader() {}

  /** The fields of the body; none if it is no JSON. */
  static ResponseFields read(byte[] bytes, int from, int length) {
    try {
      JsonNode body = JSON.readTree(bytes, from, length);
      return new ResponseFields(
          body.path("eventId").asText(""),
          body.path("topic").asText(""),
          body.path("partition").asInt(-1),
          body.path("offset").asLong(-1));
    } catch (IOException e) {
      return SAYS_NOTHING;
    }
  }
}

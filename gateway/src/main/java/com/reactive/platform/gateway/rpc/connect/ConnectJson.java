package com.reactive.platform.gateway.rpc.connect;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.reactive.platform.gateway.rpc.RpcHeaders;
import com.reactive.platform.gateway.rpc.RpcStatus;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What Connect says in JSON, whatever the codec: errors, and how a stream ended. */
final class ConnectJson {
  private static final JsonFactory JSON = new JsonFactory();
  private static final Base64.Encoder BASE64 = Base64.getEncoder().withoutPadding();

  /** Writes the content of one object. */
  private interface Content {
    void write(JsonGenerator json) throws IOException;
  }

  private ConnectJson() {}

  /** The body of a unary response that is an error. */
  static byte[] error(RpcStatus status) {
    return object(json -> writeError(json, status));
  }

  /** The last message of a stream. */
  static byte[] endOfStream(RpcStatus status, RpcHeaders trailers) {
    return object(
        json -> {
          if (!status.isOk()) {
            json.writeObjectFieldStart("error");
            writeError(json, status);
            json.writeEndObject();
          }
          Map<String, List<String>> metadata = new LinkedHashMap<>();
          trailers.forEach((name, value) -> metadata.put(name, trailers.all(name)));
          if (!metadata.isEmpty()) {
            json.writeObjectFieldStart("metadata");
            for (Map.Entry<String, List<String>> field : metadata.entrySet()) {
              json.writeFieldName(field.getKey());
              String[] values = field.getValue().toArray(String[]::new);
              json.writeArray(values, 0, values.length);
            }
            json.writeEndObject();
          }
        });
  }

  private static void writeError(JsonGenerator json, RpcStatus status) throws IOException {
    json.writeStringField("code", status.code().connectName());
    if (!status.message().isEmpty()) {
      json.writeStringField("message", status.message());
    }
    if (!status.details().isEmpty()) {
      json.writeArrayFieldStart("details");
      for (RpcStatus.Detail detail : status.details()) {
        json.writeStartObject();
        json.writeStringField("type", detail.type());
        json.writeStringField("value", BASE64.encodeToString(detail.value().toByteArray()));
        json.writeEndObject();
      }
      json.writeEndArray();
    }
  }

  private static byte[] object(Content content) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = JSON.createGenerator(bytes)) {
      json.writeStartObject();
      content.write(json);
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException("memory does not fail", e);
    }
    return bytes.toByteArray();
  }
}

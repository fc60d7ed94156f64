package com.reactive.platform.gateway.rpc.publish;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import com.reactive.platform.gateway.event.Utf8;
import com.reactive.platform.gateway.rpc.RpcCodec;
import java.io.IOException;

/**
 * Reads {@code PublishRequest}: where the event lies in it, its sequence and its key. The event
 * itself is read by the stream's transcoder.
 *
 * @param key null if there is none
 * @param event holds the event: the message itself, unless the event came in several fields
 * @param offset of the event in that
 * @param length negative if there is no event
 */
public record PublishRequestReader(
    long sequence, String key, byte[] event, int offset, int length) {
  private static final int SEQUENCE = 1;
  private static final int EVENT = 2;
  private static final int KEY = 3;

  private static final JsonFactory JSON =
      new JsonFactoryBuilder()
          // By bytes, the event is found in UTF-8 only.
          .disable(JsonFactory.Feature.CHARSET_DETECTION)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
          .build();

  /**
   * Reads a message.
   *
   * @throws IOException if it is none; then the sequence is not known
   */
  public static PublishRequestReader read(RpcCodec codec, byte[] message, int offset, int length)
      throws IOException {
    return codec == RpcCodec.PROTO
        ? readProtobuf(message, offset, length)
        : readJson(message, offset, length);
  }

  private static PublishRequestReader readProtobuf(byte[] message, int offset, int length)
      throws IOException {
    CodedInputStream in = CodedInputStream.newInstance(message, offset, length);
    long sequence = 0;
    String key = null;
    byte[] event = message;
    int start = 0;
    int count = -1;
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      if (tag == (SEQUENCE << 3 | WireFormat.WIRETYPE_VARINT)) {
        sequence = in.readUInt64();
      } else if (tag == (EVENT << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED)) {
        int more = in.readRawVarint32();
        int at = offset + in.getTotalBytesRead();
        in.skipRawBytes(more);
        if (count < 0) {
          start = at;
          count = more;
        } else {
          if (event == message) {
            event = new byte[length];
            System.arraycopy(message, start, event, 0, count);
            start = 0;
          }
          // A message in several fields is what its pieces are, one behind the other.
          System.arraycopy(message, at, event, count, more);
          count += more;
        }
      } else if (tag == (KEY << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED)) {
        key = in.readStringRequireUtf8();
      } else if (WireFormat.getTagFieldNumber(tag) <= KEY || !in.skipField(tag)) {
        throw new IOException("a field has the wrong type");
      }
    }
    return new PublishRequestReader(sequence, key, event, start, count);
  }

  private static PublishRequestReader readJson(byte[] message, int offset, int length)
      throws IOException {
    if (!Utf8.isValid(message, offset, offset + length)) {
      throw new IOException("a message is UTF-8"); // Jackson takes some other names for ours.
    }
    long sequence = 0;
    String key = null;
    int start = 0;
    int count = -1;
    try (JsonParser parser = JSON.createParser(message, offset, length)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new IOException("a message is a JSON object");
      }
      while (parser.nextToken() != JsonToken.END_OBJECT) {
        String name = parser.currentName();
        JsonToken value = parser.nextToken();
        switch (name) {
          case "sequence" -> sequence = sequence(parser);
          case "idempotencyKey", "idempotency_key" -> key = text(parser);
          case "event" -> {
            long from = parser.currentTokenLocation().getByteOffset();
            parser.skipChildren();
            parser.finishToken();
            start = offset + (int) from;
            count = (int) (parser.currentLocation().getByteOffset() - from);
          }
          default -> throw new IOException("a field is unknown");
        }
        if (value == JsonToken.VALUE_NULL) {
          throw new IOException("a field is null");
        }
      }
      if (parser.nextToken() != null) {
        throw new IOException("something follows the JSON object");
      }
    }
    return new PublishRequestReader(sequence, key, message, start, count);
  }

  private static String text(JsonParser parser) throws IOException {
    if (parser.currentToken() != JsonToken.VALUE_STRING) {
      throw new IOException("the key is no string");
    }
    return parser.getText();
  }

  /** A number, or as protobuf's JSON has it, a string of one. */
  private static long sequence(JsonParser parser) throws IOException {
    try {
      return Long.parseUnsignedLong(parser.getText());
    } catch (NumberFormatException e) {
      throw new IOException("the sequence is no whole number of 64 bits", e);
    }
  }
}

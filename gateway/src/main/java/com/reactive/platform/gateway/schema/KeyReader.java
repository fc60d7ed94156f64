package com.reactive.platform.gateway.schema;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.apache.avro.Schema;

/** Reads a record key out of the bytes of a value. */
interface KeyReader {
  /** Sets the key to the UTF-8 of the value that lies there; leaves it if that is null or empty. */
  void read(AvroOutput avro, int start, int end, RecordKey key);

  /** A reader for values of this schema; null if they cannot be a key. */
  static KeyReader of(Schema schema) {
    return switch (schema.getType()) {
      case STRING -> (avro, start, end, key) -> key.set(avro, avro.afterLong(start), end);
      case INT, LONG -> (avro, start, end, key) -> key.set(text(Long.toString(avro.longAt(start))));
      case ENUM -> {
        List<byte[]> symbols = schema.getEnumSymbols().stream().map(KeyReader::text).toList();
        yield (avro, start, end, key) -> key.set(symbols.get((int) avro.longAt(start)));
      }
      case NULL -> (avro, start, end, key) -> {};
      case UNION -> ofUnion(schema);
      default -> null;
    };
  }

  private static KeyReader ofUnion(Schema schema) {
    KeyReader[] branches = schema.getTypes().stream().map(KeyReader::of).toArray(KeyReader[]::new);
    if (Arrays.asList(branches).contains(null)) {
      return null;
    }
    return (avro, start, end, key) ->
        branches[(int) avro.longAt(start)].read(avro, avro.afterLong(start), end, key);
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}

package com.reactive.platform.gateway.registry;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Ids by registry, subject and schema, in a file that only its owner may read. The file is replaced
 * as a whole, so that a reader never sees half of it; of two gateways that write at once one's news
 * may be lost, and is written again at its next start.
 */
final class IdCache {
  private static final int MAX_ENTRIES = 1_000;
  private static final int MAX_FILE_BYTES = 1024 * 1024;
  private static final JsonFactory JSON = new JsonFactory();

  private final Path file;

  IdCache(Path file) {
    this.file = file;
  }

  /** What an id is kept under: another text of the schema is another schema to a registry. */
  static String key(String url, String subject, RegistrySchema schema) {
    return url + " " + subject + " " + sha256(schema.text());
  }

  /**
   * The id under this key, if there is one.
   *
   * @throws IOException if there is a file that cannot be read
   */
  OptionalInt get(String key) throws IOException {
    Integer id = read().get(key);
    return id == null ? OptionalInt.empty() : OptionalInt.of(id);
  }

  /** Writes only if this is news; a file that cannot be read is replaced. */
  void put(String key, int id) throws IOException {
    Map<String, Integer> ids;
    try {
      ids = read();
    } catch (IOException e) {
      ids = new LinkedHashMap<>();
    }
    Integer was = ids.remove(key);
    ids.put(key, id);
    if (was != null && was == id) {
      return;
    }
    while (ids.size() > MAX_ENTRIES) {
      ids.remove(ids.keySet().iterator().next());
    }
    PrivateFile.replace(file, json(ids));
  }

  private Map<String, Integer> read() throws IOException {
    byte[] bytes;
    try (InputStream in = Files.newInputStream(file)) {
      bytes = in.readNBytes(MAX_FILE_BYTES + 1);
    } catch (NoSuchFileException e) {
      return new LinkedHashMap<>();
    }
    Map<String, Integer> ids = new LinkedHashMap<>();
    try (JsonParser parser = JSON.createParser(bytes)) {
      boolean fine = bytes.length <= MAX_FILE_BYTES && parser.nextToken() == JsonToken.START_OBJECT;
      while (fine && parser.nextToken() == JsonToken.FIELD_NAME) {
        String key = parser.currentName();
        fine = parser.nextToken() == JsonToken.VALUE_NUMBER_INT && parser.getIntValue() >= 0;
        if (fine) {
          ids.put(key, parser.getIntValue());
        }
      }
      if (fine && parser.currentToken() == JsonToken.END_OBJECT) {
        return ids;
      }
    } catch (JsonProcessingException e) {
      // Its message has lines of what is in the file.
    }
    throw new IOException("it is not a schema id cache");
  }

  private static byte[] json(Map<String, Integer> ids) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (JsonGenerator json = JSON.createGenerator(out)) {
      json.useDefaultPrettyPrinter();
      json.writeStartObject();
      for (Map.Entry<String, Integer> entry : ids.entrySet()) {
        json.writeNumberField(entry.getKey(), entry.getValue());
      }
      json.writeEndObject();
    }
    return out.toByteArray();
  }

  private static String sha256(String text) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }
}

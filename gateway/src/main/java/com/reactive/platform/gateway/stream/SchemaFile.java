package com.reactive.platform.gateway.stream;

import com.reactive.platform.gateway.config.FileErrors;
import com.reactive.platform.gateway.config.Settings;
import com.reactive.platform.gateway.jsonschema.JsonSchema;
import com.reactive.platform.gateway.jsonschema.SchemaText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.avro.Schema;

/**
 * The schema of a stream, as its file has it.
 *
 * @param avro null if there is none; then the reason is rejected in the settings
 * @param isJsonSchema whether it is a JSON Schema, perhaps an invalid one
 */
record SchemaFile(Schema avro, boolean isJsonSchema, Optional<JsonSchema> json) {
  static final SchemaFile NONE = of(null);

  private static final int MAX_BYTES = 1 << 20;

  static SchemaFile of(Schema avro) {
    return new SchemaFile(avro, false, Optional.empty());
  }

  /** Reads a file; what is wrong with it is rejected in the settings, under this key. */
  static SchemaFile read(Settings settings, String key, String stream, Path file) {
    String text;
    try {
      if (Files.size(file) > MAX_BYTES) {
        settings.reject(key, file + " is larger than " + MAX_BYTES + " bytes");
        return NONE;
      }
      text = Files.readString(file);
    } catch (IOException e) {
      settings.reject(key, file + " cannot be read: " + FileErrors.reason(e));
      return NONE;
    }
    return SchemaText.isJsonSchema(text)
        ? json(settings, key, stream, file, text)
        : avro(settings, key, file, text);
  }

  private static SchemaFile json(
      Settings settings, String key, String stream, Path file, String text) {
    try {
      JsonSchema schema = JsonSchema.parse(text);
      return new SchemaFile(StreamDefinition.anyObject(stream, schema), true, Optional.of(schema));
    } catch (IllegalArgumentException e) {
      settings.reject(key, file + " is not a JSON Schema of draft 2020-12: " + e.getMessage());
      return new SchemaFile(null, true, Optional.empty());
    }
  }

  private static SchemaFile avro(Settings settings, String key, Path file, String text) {
    try {
      return of(new Schema.Parser().parse(text));
    } catch (RuntimeException e) {
      // Not Avro's own exceptions only: a name that is unknown is a NullPointerException.
      settings.reject(
          key,
          SchemaText.lacksDraft(text)
              ? file + " lacks \"$schema\": \"" + SchemaText.DRAFT + "\""
              : file + " is not an Avro schema: " + FileErrors.reason(e));
      return NONE;
    }
  }
}

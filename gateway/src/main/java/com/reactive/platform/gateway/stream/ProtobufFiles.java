package com.reactive.platform.gateway.stream;

import com.reactive.platform.gateway.config.FileErrors;
import com.reactive.platform.gateway.config.Settings;
import com.reactive.platform.gateway.protobuf.FieldNumbers;
import com.reactive.platform.gateway.protobuf.ProtobufConfig;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Reads how streams take protobuf: their settings, and the files of field numbers. */
final class ProtobufFiles {
  /** The key of a stream that says what becomes of fields that the .proto lacks. */
  static final String UNKNOWN = "protobuf-unknown-fields";

  /** Stands beside the schema, after the stream's name. */
  private static final String EXTENSION = ".proto.lock";

  private static final int MAX_BYTES = 1 << 20;

  /** What becomes of a field of a message that the .proto lacks. */
  private enum UnknownNumbers {
    REFUSE,
    DROP
  }

  private final Settings settings;

  ProtobufFiles(Settings settings) {
    this.settings = settings;
  }

  /**
   * What is wrong is rejected in the settings.
   *
   * @param schema the stream's schema file, if it has one
   * @param counter whether it is the stream whose schema and numbers come with the gateway
   */
  ProtobufConfig read(String stream, Optional<Path> schema, boolean counter) {
    String prefix = "streams." + stream + ".";
    UnknownNumbers unknown =
        settings.choice(
            prefix + UNKNOWN,
            UnknownNumbers.REFUSE,
            "refuse: a protobuf body with a field that the .proto lacks gets 422; drop: such fields"
                + " are ignored");
    Path file = schema.map(path -> path.resolveSibling(stream + EXTENSION)).orElse(null);
    FieldNumbers numbers = FieldNumbers.NONE;
    if (file != null) {
      numbers = read(prefix + "schema", file);
    } else if (counter) {
      numbers = ofCounter();
    }
    return new ProtobufConfig(file, numbers, unknown == UnknownNumbers.DROP);
  }

  private FieldNumbers read(String key, Path file) {
    try {
      if (!Files.exists(file)) {
        return FieldNumbers.NONE;
      }
      if (Files.size(file) > MAX_BYTES) {
        settings.reject(key, file + " is larger than " + MAX_BYTES + " bytes");
        return FieldNumbers.NONE;
      }
      FieldNumbers numbers = FieldNumbers.parse(Files.readString(file));
      if (numbers.types().isEmpty()) {
        settings.reject(
            key,
            file
                + " has no field numbers; restore it, or remove it if no client has ever used its"
                + " numbers");
      }
      return numbers;
    } catch (IOException e) {
      settings.reject(key, file + " cannot be read: " + FileErrors.reason(e));
    } catch (IllegalArgumentException e) {
      settings.reject(key, file + ": " + e.getMessage());
    }
    return FieldNumbers.NONE;
  }

  private static FieldNumbers ofCounter() {
    try (InputStream in = ProtobufFiles.class.getResourceAsStream("/avro/counter" + EXTENSION)) {
      return FieldNumbers.parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

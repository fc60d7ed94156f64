package com.reactive.platform.gateway.stream;

import com.reactive.platform.gateway.config.Settings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads which earlier versions of its schema a stream takes. */
final class EarlierSchemas {
  private static final int MAX_VERSIONS = 8;

  private final Settings settings;

  EarlierSchemas(Settings settings) {
    this.settings = settings;
  }

  /**
   * What is wrong is rejected in the settings.
   *
   * @param current the file of the schema in force; if there is none it is built in
   */
  SchemaVersions read(String key, boolean enabled, Optional<Path> current) {
    List<Path> files =
        settings.paths(
            key,
            "Avro schemas accepted besides, the latest first: a body that does not match the schema may"
                + " match one of these; its record is of that one");
    if (!enabled || files.isEmpty()) {
      return SchemaVersions.NONE;
    }
    String name = current.map(EarlierSchemas::name).orElse(StreamsConfig.COUNTER);
    Set<String> names = new HashSet<>(Set.of(name));
    List<SchemaVersions.Earlier> earlier = new ArrayList<>();
    for (Path file : files) {
      SchemaFile schema = SchemaFile.read(settings, key, name(file), file);
      if (!names.add(name(file))) {
        settings.reject(key, "two versions have the name " + name(file));
      } else if (schema.isJsonSchema()) {
        settings.reject(key, file + " is a JSON Schema; this is for Avro schemas");
      } else if (schema.avro() != null) {
        earlier.add(new SchemaVersions.Earlier(name(file), schema.avro(), -1));
      }
    }
    if (files.size() > MAX_VERSIONS) {
      settings.reject(key, "must be at most " + MAX_VERSIONS + " files");
    }
    return earlier.isEmpty() ? SchemaVersions.NONE : new SchemaVersions(name, earlier);
  }

  /** What clients call it: the name of the file without its extension. */
  private static String name(Path file) {
    Path last = file.getFileName();
    return last == null ? "" : last.toString().replaceFirst("\\.[^.]*$", "");
  }
}

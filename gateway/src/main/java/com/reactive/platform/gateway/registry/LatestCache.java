package com.reactive.platform.gateway.registry;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The latest schemas by registry and subject, in a file, for a start without the registry. */
final class LatestCache {
  private final Path file;

  LatestCache(Path file) {
    this.file = file;
  }

  /**
   * The one that was in force last.
   *
   * @throws IOException if there is a file that cannot be read
   */
  Optional<LatestSchema> get(String key) throws IOException {
    return Optional.ofNullable(read().get(key));
  }

  /** Writes only if this is news; a file that cannot be read is replaced. */
  void put(String key, LatestSchema latest) throws IOException {
    Map<String, LatestSchema> all;
    try {
      all = read();
    } catch (IOException e) {
      all = new TreeMap<>();
    }
    if (!latest.equals(all.put(key, latest))) {
      PrivateFile.replace(
          file, new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsBytes(all));
    }
  }

  private Map<String, LatestSchema> read() throws IOException {
    try {
      return new ObjectMapper()
          .readValue(
              Files.readAllBytes(file), new TypeReference<TreeMap<String, LatestSchema>>() {});
    } catch (NoSuchFileException e) {
      return new TreeMap<>();
    }
  }
}

package com.reactive.platform.gateway.registry;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The latest schemas by registry and subject, in a file, for a start without the registry. */
final class LatestCache {
  private static final int MAX_FILE_BYTES = 16 << 20;
  private static final TypeReference<TreeMap<String, LatestSchema>> MAP = new TypeReference<>() {};

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
    byte[] bytes;
    try (InputStream in = Files.newInputStream(file)) {
      bytes = in.readNBytes(MAX_FILE_BYTES + 1);
    } catch (NoSuchFileException e) {
      return new TreeMap<>();
    }
    Map<String, LatestSchema> all = null;
    if (bytes.length <= MAX_FILE_BYTES) {
      try {
        all = new ObjectMapper().readValue(bytes, MAP);
      } catch (JsonProcessingException e) {
        // Its message has lines of what is in the file.
      }
    }
    if (all == null || all.values().stream().anyMatch(each -> each == null || !each.isWhole())) {
      throw new IOException("it is not a cache of schemas");
    }
    return all;
  }
}

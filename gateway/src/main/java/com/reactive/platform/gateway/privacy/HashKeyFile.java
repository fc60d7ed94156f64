package com.reactive.platform.gateway.privacy;

import com.reactive.platform.gateway.config.ConfigException;
import com.reactive.platform.gateway.config.FileErrors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The hash key in force, from a file with one line, {@code ID HEX}; lines that begin with {@code #}
 * are comments. Errors show nothing of the key. Thread-safe.
 */
public final class HashKeyFile implements Supplier<HashKey> {
  private static final Logger log = LoggerFactory.getLogger(HashKeyFile.class);
  private static final long MAX_BYTES = 4_096;

  /** 32 to 128 bytes: shorter ones are weaker than the hash, longer ones no stronger. */
  private static final Pattern LINE =
      Pattern.compile("([A-Za-z0-9._-]{1,32})[ \t]+((?:[0-9A-Fa-f]{2}){32,128})");

  private final Path path;
  private volatile HashKey key;

  /**
   * Reads the file.
   *
   * @throws ConfigException if it has no key
   */
  public HashKeyFile(Path path) {
    this.path = path;
    this.key = read(path);
  }

  @Override
  public HashKey get() {
    return key;
  }

  /**
   * Reads the file again.
   *
   * @return what is wrong with it; then the key that was in force stays
   */
  public List<String> reload() {
    HashKey next;
    try {
      next = read(path);
    } catch (ConfigException e) {
      return e.errors();
    }
    if (!next.equals(key)) {
      log.info("Fields with x-hash are hashed with the key {} from now on", next.id());
    }
    key = next;
    return List.of();
  }

  static HashKey read(Path path) {
    List<String> lines;
    try {
      if (Files.size(path) > MAX_BYTES) {
        throw new ConfigException(List.of(path + " is larger than " + MAX_BYTES + " bytes"));
      }
      lines = Files.readAllLines(path);
    } catch (IOException e) {
      throw new ConfigException(List.of(path + " cannot be read: " + FileErrors.reason(e)));
    }
    List<String> keys =
        lines.stream()
            .map(String::strip)
            .filter(line -> !line.isEmpty() && !line.startsWith("#"))
            .toList();
    Matcher matcher = keys.size() == 1 ? LINE.matcher(keys.get(0)) : null;
    if (matcher == null || !matcher.matches()) {
      throw new ConfigException(
          List.of(
              path
                  + " must have one line: an id of 1 to 32 letters, digits or any of ._-, a space,"
                  + " and a key of 64 to 256 hexadecimal digits (openssl rand -hex 32)"));
    }
    return new HashKey(matcher.group(1), HexFormat.of().parseHex(matcher.group(2)));
  }
}

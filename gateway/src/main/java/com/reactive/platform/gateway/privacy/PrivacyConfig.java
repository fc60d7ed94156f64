package com.reactive.platform.gateway.privacy;

import com.reactive.platform.gateway.config.ConfigException;
import com.reactive.platform.gateway.config.Settings;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What fields are protected by.
 *
 * @param hashKeyFile see {@link HashKeyFile}
 */
public record PrivacyConfig(Optional<Path> hashKeyFile) {
  private static final String KEY_FILE = "privacy.hash-key-file";

  /** Reads the settings, and the file that they name, so that the start fails and not the day. */
  public static PrivacyConfig from(Settings settings) {
    Optional<Path> file =
        settings.path(
            KEY_FILE,
            "file with the key of fields that say x-hash: one line, ID HEX; read again at a"
                + " reload");
    try {
      file.ifPresent(HashKeyFile::read);
    } catch (ConfigException e) {
      e.errors().forEach(error -> settings.reject(KEY_FILE, error));
    }
    return new PrivacyConfig(file);
  }
}

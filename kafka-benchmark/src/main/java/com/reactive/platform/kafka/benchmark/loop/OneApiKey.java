package com.reactive.platform.kafka.benchmark.loop;

import com.reactive.platform.gateway.config.Settings;
import com.reactive.platform.gateway.security.ApiKey;
import com.reactive.platform.gateway.security.Authenticator;
import com.reactive.platform.gateway.security.Authenticators;
import com.reactive.platform.gateway.security.SecurityConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * A key that may post everywhere, and the authenticator that knows it.
 *
 * @param headerLine that carries it, without its end; empty if there is no key
 */
record OneApiKey(String headerLine, Authenticator authenticator) {
  static final OneApiKey NONE = new OneApiKey("", Authenticator.NONE);

  static OneApiKey create() throws IOException {
    ApiKey key = ApiKey.generate();
    Path file = Files.createTempFile("api-keys", ".yaml");
    try {
      Files.writeString(
          file,
          "keys:\n  - name: benchmark\n    sha256: [\"%s\"]\n    streams: [\"*\"]\n"
              .formatted(key.sha256Hex()));
      SecurityConfig config =
          SecurityConfig.from(Settings.ofKeys(Map.of("security.api-keys-file", file.toString())));
      return new OneApiKey("X-API-Key: " + key.text(), Authenticators.of(config));
    } finally {
      Files.delete(file);
    }
  }
}

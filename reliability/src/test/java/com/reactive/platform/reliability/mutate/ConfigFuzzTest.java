package com.reactive.platform.reliability.mutate;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.reactive.platform.gateway.GatewayConfig;
import com.reactive.platform.gateway.config.ConfigException;
import com.reactive.platform.gateway.config.Settings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** A configuration file, with an Avro schema beside it: read, or refused with sentences. */
class ConfigFuzzTest {
  @FuzzTest
  void isReadOrRefused(byte[] data) throws IOException {
    Path dir = Files.createTempDirectory("fuzz");
    Path file = Files.write(dir.resolve("gateway.yaml"), data);
    try {
      GatewayConfig.from(Settings.of(file, Map.of()));
    } catch (ConfigException e) {
      // With all that is wrong, in words: what looks like Java's can only be the file's own.
      String given = new String(data, StandardCharsets.UTF_8);
      for (String javas : new String[] {"java.", "Exception", "com.", "org."}) {
        if (!given.contains(javas)) {
          assertThat(e.errors()).noneMatch(error -> error.contains(javas));
        }
      }
    } finally {
      Files.delete(file);
      Files.delete(dir);
    }
  }
}

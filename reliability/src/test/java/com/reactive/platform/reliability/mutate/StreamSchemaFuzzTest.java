package com.reactive.platform.reliability.mutate;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.reactive.platform.gateway.config.ConfigException;
import com.reactive.platform.gateway.config.Settings;
import com.reactive.platform.gateway.stream.StreamsConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** The schema file of a stream: read, or refused with a sentence. */
class StreamSchemaFuzzTest {
  private static final StreamsConfig.Defaults DEFAULTS =
      new StreamsConfig.Defaults(65_536, 20, 20, 20, true);

  @FuzzTest
  void isReadOrRefused(byte[] data) throws IOException {
    Path file = Files.write(Files.createTempFile("fuzz", ".avsc"), data);
    try {
      Settings settings = Settings.ofKeys(Map.of("streams.x.schema", file.toString()));
      StreamsConfig.from(settings, DEFAULTS);
      settings.check();
    } catch (ConfigException e) {
      // With what is wrong.
    } finally {
      Files.delete(file);
    }
  }
}

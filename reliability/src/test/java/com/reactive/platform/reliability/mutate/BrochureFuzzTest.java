package com.reactive.platform.reliability.mutate;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.reactive.platform.gateway.config.ConfigException;
import com.reactive.platform.kafka.benchmark.brochure.AllTargets;
import com.reactive.platform.kafka.benchmark.brochure.BrochureFile;
import com.reactive.platform.kafka.benchmark.subject.Targets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A brochure: read, or refused with sentences. */
class BrochureFuzzTest {
  private static final Targets KNOWN = AllTargets.known();

  @FuzzTest
  void isReadOrRefused(byte[] data) throws IOException {
    Path dir = Files.createTempDirectory("fuzz");
    Path file = Files.write(dir.resolve("brochure.yaml"), data);
    try {
      BrochureFile.read(file, KNOWN);
    } catch (ConfigException e) {
      // With all that is wrong.
    } finally {
      Files.delete(file);
      Files.delete(dir);
    }
  }
}

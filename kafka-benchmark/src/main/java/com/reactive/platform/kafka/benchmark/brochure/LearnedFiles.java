package com.reactive.platform.kafka.benchmark.brochure;

import com.reactive.platform.testbed.FolderTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A file for each target that learns, empty at first, from its training to its last iteration. */
final class LearnedFiles implements AutoCloseable {
  private final Path folder;

  LearnedFiles() throws IOException {
    folder = Files.createTempDirectory("reactive-benchmark");
  }

  /** The same targets, with their files. */
  List<PlannedTarget> givenTo(List<PlannedTarget> targets) {
    List<PlannedTarget> given = new ArrayList<>();
    for (int i = 0; i < targets.size(); i++) {
      PlannedTarget target = targets.get(i);
      String key = target.training().file();
      Path file = folder.resolve("learned-" + i);
      given.add(key.isEmpty() ? target : target.withOptions(Map.of(key, file.toString())));
    }
    return given;
  }

  @Override
  public void close() {
    try {
      FolderTree.delete(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

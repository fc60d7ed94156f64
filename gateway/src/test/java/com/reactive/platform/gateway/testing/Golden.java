package com.reactive.platform.gateway.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Compares what users and programs see of this project with files that were reviewed, in {@code
 * src/test/resources/golden} of the module. With {@code -Dgolden.update=true} it writes them
 * instead.
 */
public final class Golden {
  private static final Path REVIEWED = Path.of("src", "test", "resources", "golden");
  private static final Path SEEN = Path.of("target", "golden");

  private final String howToUpdate;

  /** For this test, whose name failures tell. */
  public Golden(Class<?> test) {
    howToUpdate =
        "names, options and texts that others rely on have changed; if that is meant:"
            + " mvn test -pl %s -am -Dtest=%s -Dsurefire.failIfNoSpecifiedTests=false -Dgolden.update=true"
                .formatted(Path.of("").toAbsolutePath().getFileName(), test.getSimpleName());
  }

  /** A file's path in a module's golden files, for what a test is given. */
  public static Path given(String name) {
    return REVIEWED.resolve("given").resolve(name);
  }

  /** Fails, with the lines that differ, if the file of this name has another content. */
  public void check(String name, String text) throws IOException {
    if (Boolean.getBoolean("golden.update")) {
      write(REVIEWED.resolve(name), text);
    }
    Path seen = write(SEEN.resolve(name), text);
    assertThat(REVIEWED.resolve(name)).as(howToUpdate).exists();
    assertThat(seen).as(howToUpdate).hasSameTextualContentAs(REVIEWED.resolve(name));
  }

  /** The same for a folder that is to hold these files and no others. */
  public void checkFolder(String name, Map<String, String> texts) throws IOException {
    if (Boolean.getBoolean("golden.update")) {
      for (String file : files(name)) {
        Files.delete(REVIEWED.resolve(name).resolve(file));
      }
    } else {
      assertThat(files(name))
          .as(howToUpdate)
          .containsExactlyElementsOf(new TreeSet<>(texts.keySet()));
    }
    for (Map.Entry<String, String> text : texts.entrySet()) {
      check(name + "/" + text.getKey(), text.getValue());
    }
  }

  private static Set<String> files(String folder) throws IOException {
    if (!Files.isDirectory(REVIEWED.resolve(folder))) {
      return new TreeSet<>();
    }
    try (Stream<Path> files = Files.list(REVIEWED.resolve(folder))) {
      return files
          .map(file -> file.getFileName().toString())
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  private static Path write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }
}

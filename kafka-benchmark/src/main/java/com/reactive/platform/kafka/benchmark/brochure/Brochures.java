package com.reactive.platform.kafka.benchmark.brochure;

import com.reactive.platform.gateway.config.ConfigException;
import com.reactive.platform.kafka.benchmark.subject.Targets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The folder with a folder for each brochure. */
public final class Brochures {
  /** System property that names the folder; without it, it is looked for upwards from here. */
  public static final String PROPERTY = "reactive.brochures";

  private static final String FOLDER = "brochures";
  private static final String FILE = "brochure.yaml";

  private final Path folder;
  private final Targets known;

  /** Those in this folder, with targets of these kinds. */
  public Brochures(Path folder, Targets known) {
    this.folder = folder;
    this.known = known;
  }

  /**
   * Those of the project: of the folder that {@link #PROPERTY} names, or the nearest one upwards
   * from where the process runs.
   *
   * @throws ConfigException if there is none
   */
  public static Brochures ofProject(Targets known) {
    String named = System.getProperty(PROPERTY);
    if (named != null) {
      return new Brochures(Path.of(named), known);
    }
    Path from = Path.of("").toAbsolutePath();
    for (Path up = from; up != null; up = up.getParent()) {
      if (Files.isDirectory(up.resolve(FOLDER))) {
        return new Brochures(up.resolve(FOLDER), known);
      }
    }
    throw new ConfigException(
        List.of(
            "there is no folder "
                + FOLDER
                + " in "
                + from
                + " or above; go to the project, or name it with -D"
                + PROPERTY));
  }

  /** Names of all of them, sorted. */
  public List<String> names() throws IOException {
    try (Stream<Path> folders = Files.list(folder)) {
      return folders
          .filter(inside -> Files.isRegularFile(inside.resolve(FILE)))
          .map(inside -> inside.getFileName().toString())
          .sorted()
          .toList();
    }
  }

  /**
   * Reads one.
   *
   * @throws ConfigException with every error; with the names that there are, if this is none
   */
  public Brochure read(String name) throws IOException {
    Path file = folder.resolve(name).resolve(FILE);
    if (!names().contains(name)) {
      throw new ConfigException(
          List.of(
              "there is no brochure '%s' in %s; there are %s"
                  .formatted(name, folder, String.join(", ", names()))));
    }
    return BrochureFile.read(file, known);
  }

  /**
   * Reads all of them.
   *
   * @throws ConfigException with every error of all of them
   */
  public List<Brochure> readAll() throws IOException {
    List<Brochure> all = new ArrayList<>();
    List<String> errors = new ArrayList<>();
    for (String name : names()) {
      try {
        all.add(read(name));
      } catch (ConfigException e) {
        errors.addAll(e.errors());
      }
    }
    if (!errors.isEmpty()) {
      throw new ConfigException(errors);
    }
    return all;
  }
}

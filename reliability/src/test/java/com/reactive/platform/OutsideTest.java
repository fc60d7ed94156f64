package com.reactive.platform;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.reactive.platform.cli.ReactiveCli;
import com.reactive.platform.gateway.Version;
import com.reactive.platform.gateway.testing.Golden;
import com.reactive.platform.kafka.benchmark.BatchSizeBenchmark;
import com.reactive.platform.kafka.benchmark.brochure.Brochures;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/** What people and scripts know of the command line, the benchmark mains and the brochures. */
class OutsideTest {
  private static final Golden GOLDEN = new Golden(OutsideTest.class);
  private static final int WIDTH = 80;
  private static final long TIMEOUT_SECONDS = 120;

  @Test
  void helpOfEveryCommand() throws IOException {
    CommandLine root = ReactiveCli.commandLine();
    Map<String, String> texts = new TreeMap<>();
    texts.put("reactive.txt", usage(root));
    root.getSubcommands()
        .forEach(
            (name, command) -> {
              if (!name.equals("help")) { // picocli's own
                texts.put(name + ".txt", usages(command));
              }
            });
    GOLDEN.checkFolder("help", texts);
  }

  @Test
  void helpOfADistribution() throws IOException {
    System.setProperty("reactive.distribution", "true");
    try {
      GOLDEN.check("help-of-distribution.txt", usage(ReactiveCli.commandLine()));
    } finally {
      System.clearProperty("reactive.distribution");
    }
  }

  @Test
  void helpOfEveryMain(@TempDir Path folder) throws Exception {
    Path out = folder.resolve("out");
    Path errors = folder.resolve("errors");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dpicocli.ansi=false",
                "-cp",
                System.getProperty("java.class.path"),
                Mains.class.getName())
            .redirectOutput(out.toFile())
            .redirectError(errors.toFile())
            .start();
    try {
      assertThat(process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)).as("it ends").isTrue();
      assertThat(process.exitValue()).as(Files.readString(errors)).isZero();
    } finally {
      process.destroyForcibly();
    }
    GOLDEN.check("mains.txt", Files.readString(out));
  }

  /** Asks each of the mains for its help; they write past {@link System#out}. */
  static final class Mains {
    private Mains() {}

    public static void main(String[] args) throws Exception {
      String folder = BatchSizeBenchmark.class.getPackageName().replace('.', '/');
      Path place =
          Path.of(
              BatchSizeBenchmark.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      List<String> classes;
      try (FileSystem jar = Files.isDirectory(place) ? null : FileSystems.newFileSystem(place);
          Stream<Path> files =
              Files.list(jar == null ? place.resolve(folder) : jar.getPath(folder))) {
        classes =
            files
                .map(file -> file.getFileName().toString())
                .filter(file -> file.endsWith(".class") && !file.contains("$"))
                .map(file -> file.replace(".class", ""))
                .sorted()
                .toList();
      }
      for (String simpleName : classes) {
        Class<?> type = Class.forName(BatchSizeBenchmark.class.getPackageName() + "." + simpleName);
        if (Stream.of(type.getDeclaredMethods())
            .anyMatch(method -> method.getName().equals("main"))) {
          System.out.println("--- " + type.getName() + " --help");
          System.out.flush();
          type.getMethod("main", String[].class).invoke(null, (Object) new String[] {"--help"});
        }
      }
    }
  }

  @Test
  void keysOfTheConfiguration() throws IOException {
    GOLDEN.check(
        "config-keys.txt",
        run(0, "config")
            .lines()
            .filter(line -> !line.startsWith(" "))
            .sorted()
            .collect(Collectors.joining("\n", "", "\n")));
  }

  @Test
  void openApiDocument() throws IOException {
    GOLDEN.check("openapi.json", document());
  }

  /** Status, name, whether to try again, and title, which the document has as examples. */
  @Test
  void problems() throws IOException {
    TreeSet<String> problems = new TreeSet<>();
    for (JsonNode response : new ObjectMapper().readTree(document()).at("/components/responses")) {
      for (JsonNode example : response.at("/content/application~1problem+json/examples")) {
        JsonNode problem = example.get("value");
        problems.add(
            "%d %s, %s: %s"
                .formatted(
                    problem.get("status").asInt(),
                    problem.get("type").asText(),
                    problem.get("retryable").asBoolean() ? "retryable" : "not retryable",
                    problem.get("title").asText()));
      }
    }
    GOLDEN.check("problems.txt", String.join("\n", problems) + "\n");
  }

  private static String document() {
    String version = "\"version\" : \"" + Version.current() + "\"";
    String document = run(0, "openapi", "--config", Golden.given("gateway.yaml").toString());
    assertThat(document).contains(version);
    return document.replace(version, "\"version\" : \"(this)\"");
  }

  @Test
  void namesOfTheBrochures() throws IOException {
    List<String> names = new ArrayList<>();
    for (JsonNode brochure :
        new ObjectMapper().readTree(run(0, "bench", "brochure", "list", "--json"))) {
      names.add(brochure.get("name").asText());
    }
    GOLDEN.check("brochures.txt", String.join("\n", names) + "\n");
  }

  /** The refusals of unknown keys name those that there are. */
  @Test
  void keysOfABrochure(@TempDir Path folder) throws IOException {
    String refused =
        refusals(
            folder,
            """
            name: wrong
            title: t
            description: d
            procedure: unknown
            unknown: 1
            target: {name: t, kind: naive, role: unknown, unknown: 1}
            load: {name: l, closed: 1, payload: unknown, unknown: 1}
            quick: {unknown: 1}
            threshold: {metric: unknown, best-of: unknown, target: t, unknown: 1}
            """);
    GOLDEN.check("brochure-keys.txt", refused);
  }

  @Test
  void kindsOfSubjectsAndTheirOptions(@TempDir Path folder) throws IOException {
    String head = "name: wrong\ntitle: t\ndescription: d\nload: {name: l, closed: 1}\ntargets:\n";
    String unknown = refusals(folder, head + "  - {name: subject, kind: unknown}\n");
    Matcher kinds = Pattern.compile("kind must be one of (.*), not 'unknown'").matcher(unknown);
    assertThat(kinds.find()).as(unknown).isTrue();
    StringBuilder brochure = new StringBuilder(head);
    for (String kind : kinds.group(1).split(", ", -1)) {
      brochure.append("  - {name: s-%s, kind: %s, config: {unknown: 1}}\n".formatted(kind, kind));
    }
    GOLDEN.check("brochure-subjects.txt", refusals(folder, brochure.toString()));
  }

  private static String refusals(Path folder, String brochure) throws IOException {
    Path file = Files.createDirectories(folder.resolve("wrong")).resolve("brochure.yaml");
    Files.writeString(file, brochure, StandardCharsets.UTF_8);
    System.setProperty(Brochures.PROPERTY, folder.toString());
    try {
      return run(78, "bench", "brochure", "run", "wrong").replace(file + ": ", "");
    } finally {
      System.clearProperty(Brochures.PROPERTY);
    }
  }

  /** Of a command and all below it. */
  private static String usages(CommandLine command) {
    return "--- %s --help%n%s".formatted(command.getCommandSpec().qualifiedName(), usage(command))
        + command.getSubcommands().values().stream()
            .distinct()
            .map(OutsideTest::usages)
            .collect(Collectors.joining());
  }

  private static String usage(CommandLine command) {
    return command.setUsageHelpWidth(WIDTH).getUsageMessage(Ansi.OFF);
  }

  /** Runs a command in this process, and gives what it prints. */
  private static String run(int exitCode, String... args) {
    StringWriter text = new StringWriter();
    PrintWriter both = new PrintWriter(text, true);
    int code = ReactiveCli.commandLine(args).setOut(both).setErr(both).execute(args);
    assertThat(code).as(text.toString()).isEqualTo(exitCode);
    return text.toString();
  }
}

package com.reactive.platform;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.cli.ReactiveCli;
import com.reactive.platform.gateway.ingest.Rejection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Links of the pages lead somewhere, and the commands on them are understood. */
class DocsTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#{1,6} (.+)$");
  private static final Pattern ANCHOR = Pattern.compile("<a id=\"([^\"]+)\">");

  /** The first literal of a warning, or of an error, in the log. */
  private static final Pattern WARNING =
      Pattern.compile("(?:\\.warn|\\.error|complain)\\((?:\\s|//.*)*\"((?:[^\"\\\\]|\\\\.)*)\"");

  private static final Pattern CODE = Pattern.compile("(?ms)^```.*?^```$");
  private static final Pattern COMMAND = Pattern.compile("(?m)^(?:\\$ )?\\./reactive (.+)$");
  private static final int README_BYTES = 6_144;

  static Stream<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>();
    for (String folder :
        List.of(
            ".",
            "docs",
            "docs/adr",
            "brochures",
            "kafka-wire",
            "gateway",
            "microbatch",
            "outbox",
            "event-reader")) {
      try (Stream<Path> files = Files.list(ROOT.resolve(folder))) {
        files.filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
      }
    }
    return pages.stream().map(Path::normalize);
  }

  @ParameterizedTest
  @MethodSource("pages")
  void everyLinkLeadsSomewhere(Path page) throws IOException {
    String text = CODE.matcher(Files.readString(page)).replaceAll("");
    List<String> broken = new ArrayList<>();
    for (MatchResult link : LINK.matcher(text).results().toList()) {
      String target = link.group(1).replace("<", "").replace(">", "");
      if (!target.contains("://") && !leadsSomewhere(page, target)) {
        broken.add(target);
      }
    }
    assertThat(broken).isEmpty();
  }

  private static boolean leadsSomewhere(Path page, String target) throws IOException {
    int hash = target.indexOf('#');
    String file = hash < 0 ? target : target.substring(0, hash);
    Path to = file.isEmpty() ? page : page.resolveSibling(file).normalize();
    if (!Files.exists(to)) {
      return false;
    }
    return hash < 0
        || !to.toString().endsWith(".md")
        || anchors(to).contains(target.substring(hash + 1));
  }

  /** Of the headings, as forges make them, and those that are written out. */
  private static Set<String> anchors(Path page) throws IOException {
    String text = CODE.matcher(Files.readString(page)).replaceAll("");
    Stream<String> headings =
        HEADING
            .matcher(text)
            .results()
            .map(heading -> heading.group(1).toLowerCase(Locale.ROOT))
            .map(heading -> heading.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'));
    Stream<String> written = ANCHOR.matcher(text).results().map(anchor -> anchor.group(1));
    return Stream.concat(headings, written).collect(Collectors.toSet());
  }

  @ParameterizedTest
  @EnumSource
  void everyProblemHasItsHelp(Rejection problem) throws IOException {
    assertThat(leadsSomewhere(ROOT.resolve("README.md"), problem.help())).isTrue();
  }

  /** All that begin with a text; those that are passed on as a whole are not seen here. */
  @Test
  void everyWarningIsExplained() throws IOException {
    String page = unwrapped(Files.readString(ROOT.resolve("docs/troubleshooting.md")));
    List<String> unexplained = new ArrayList<>();
    for (String module : List.of("gateway", "outbox", "kafka-wire", "microbatch", "cli")) {
      for (Path source : sources(ROOT.resolve(module).resolve("src/main/java"))) {
        for (MatchResult warning : WARNING.matcher(Files.readString(source)).results().toList()) {
          String words = longestPart(warning.group(1));
          if (!page.contains(words)) {
            unexplained.add(source.getFileName() + ": " + words);
          }
        }
      }
    }
    assertThat(unexplained).isEmpty();
  }

  private static List<Path> sources(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(".java")).toList();
    }
  }

  private static String unwrapped(String markdown) {
    return markdown.replaceAll("\\s+", " ");
  }

  /** What a line of the log has for certain, without the ends of sentences. */
  private static String longestPart(String format) {
    return Arrays.stream(format.split("\\{}|%[a-z]|[;:.,(]"))
        .map(String::strip)
        .max(Comparator.comparingInt(String::length))
        .orElse("");
  }

  @ParameterizedTest
  @MethodSource("pages")
  void everyCommandIsUnderstood(Path page) throws IOException {
    String code =
        CODE.matcher(Files.readString(page))
            .results()
            .map(MatchResult::group)
            .collect(Collectors.joining("\n"))
            .replaceAll("\\\\\\n\\s*", "");
    for (MatchResult command : COMMAND.matcher(code).results().toList()) {
      String line = command.group(1).replaceAll("(^|\\s)[#|>&;].*", "").strip();
      if (!line.startsWith("--archive") && !line.startsWith("--main")) {
        List<String> words =
            Arrays.stream(line.split("\\s+")).map(word -> word.replaceAll("['\"]", "")).toList();
        ReactiveCli.commandLine().parseArgs(words.toArray(String[]::new));
      }
    }
  }

  /** The site has a place for each page. */
  @Test
  void everyPageOfTheDocumentsIsInTheSite() throws IOException {
    String site = Files.readString(ROOT.resolve("deploy/mkdocs.yml"));
    try (Stream<Path> files = Files.list(ROOT.resolve("docs"))) {
      assertThat(
              files.map(file -> "docs/" + file.getFileName()).filter(name -> name.endsWith(".md")))
          .isNotEmpty()
          .allSatisfy(name -> assertThat(site).contains(": " + name + "\n"));
    }
  }

  @Test
  void theReadmeIsReadInTwoMinutes() throws IOException {
    assertThat(Files.size(ROOT.resolve("README.md"))).isLessThanOrEqualTo(README_BYTES);
  }
}

package com.reactive.platform;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.cli.ReactiveCli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Links of the pages lead somewhere, and the commands on them are understood. */
class DocsTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#{1,6} (.+)$");
  private static final Pattern CODE = Pattern.compile("(?ms)^```.*?^```$");
  private static final Pattern COMMAND = Pattern.compile("(?m)^(?:\\$ )?\\./reactive (.+)$");
  private static final int README_BYTES = 6_144;

  static Stream<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>();
    for (String folder : List.of(".", "docs", "brochures", "kafka-wire", "gateway", "microbatch")) {
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

  /** Of the headings, as forges make them. */
  private static Set<String> anchors(Path page) throws IOException {
    String text = CODE.matcher(Files.readString(page)).replaceAll("");
    return HEADING
        .matcher(text)
        .results()
        .map(heading -> heading.group(1).toLowerCase(Locale.ROOT))
        .map(heading -> heading.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'))
        .collect(Collectors.toSet());
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

  @Test
  void theReadmeIsReadInTwoMinutes() throws IOException {
    assertThat(Files.size(ROOT.resolve("README.md"))).isLessThanOrEqualTo(README_BYTES);
  }
}

package com.reactive.platform.gateway.config;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsFileTest {
  @TempDir private Path directory;

  @Test
  void environmentGoesOverFileAndFileOverDefault() throws IOException {
    Path file = yaml("a: from file\nb: from file\n");
    Settings settings = Settings.of(file, Map.of("REACTIVE_A", "from env"));
    assertThat(settings.text("a", "default", "doc")).isEqualTo("from env");
    assertThat(settings.text("b", "default", "doc")).isEqualTo("from file");
    assertThat(settings.text("c", "default", "doc")).isEqualTo("default");
    settings.check();
  }

  @Test
  void keysMayBeNestedOrDottedOrBoth() throws IOException {
    Path file =
        yaml(
            """
            http:
              port: 1
              limits:
                max-body-bytes: 2
              limits.max-head: 3
            admin.port: 4
            empty: {}
            """);
    Settings settings = Settings.of(file, Map.of());
    assertThat(settings.integer("http.port", 0, 0, 9, "doc")).isEqualTo(1);
    assertThat(settings.integer("http.limits.max-body-bytes", 0, 0, 9, "doc")).isEqualTo(2);
    assertThat(settings.integer("http.limits.max-head", 0, 0, 9, "doc")).isEqualTo(3);
    assertThat(settings.integer("admin.port", 0, 0, 9, "doc")).isEqualTo(4);
    settings.check();
  }

  @Test
  void yamlsOwnTypesAreReadAsText() throws IOException {
    Path file = yaml("flag: true\nnumber: 42\ntext: \" quoted \"\nversion: 1.50\n");
    Settings settings = Settings.of(file, Map.of());
    assertThat(settings.flag("flag", false, "doc")).isTrue();
    assertThat(settings.integer("number", 0, 0, 99, "doc")).isEqualTo(42);
    assertThat(settings.text("text", "", "doc")).isEqualTo("quoted");
    settings.text("version", "", "doc");
    settings.check();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "# nothing yet\n", "---\n"})
  void anEmptyFileIsNoError(String text) throws IOException {
    Settings settings = Settings.of(yaml(text), Map.of());
    assertThat(settings.text("a", "default", "doc")).isEqualTo("default");
    settings.check();
  }

  @Test
  void unknownKeysAreRefusedTogetherWithBadValues() throws IOException {
    Path file = yaml("http:\n  port: many\n  prot: 1\nhttp-port: 2\n");
    Settings settings = Settings.of(file, Map.of("REACTIVE_WHAT", "3"));
    settings.integer("http.port", 0, 0, 9, "doc");
    assertThat(errors(settings))
        .containsExactlyInAnyOrder(
            file + ":2: http.port: must be a whole number from 0 to 9, not 'many'",
            file + ":3: http.prot: unknown key; did you mean 'http.port'?",
            file + ":4: http-port: unknown key; did you mean 'http.port'?",
            "REACTIVE_WHAT: unknown environment variable");
  }

  /** A value that the environment covers is still a key that somebody meant. */
  @Test
  void aKeyOfTheFileIsKnownEvenIfTheEnvironmentCoversIt() throws IOException {
    Settings settings = Settings.of(yaml("a: x\n"), Map.of("REACTIVE_A", "y"));
    assertThat(settings.text("a", "", "doc")).isEqualTo("y");
    settings.check();
  }

  @Test
  void aPassThroughTakesTheFileWithTheEnvironmentOverIt() throws IOException {
    Path file =
        yaml(
            """
            kafka:
              producer:
                linger.ms: 5
                sasl: {mechanism: PLAIN}
            kafka.producer.acks: 1
            kafka.producers: no
            """);
    Settings settings = Settings.of(file, Map.of("REACTIVE_KAFKA_PRODUCER_LINGER_MS", "7"));
    assertThat(settings.passThrough("kafka.producer", "doc"))
        .isEqualTo(Map.of("linger.ms", "7", "sasl.mechanism", "PLAIN", "acks", "1"));
    assertThat(errors(settings))
        .containsExactly(
            file + ":6: kafka.producers: unknown key; did you mean 'kafka.producer.*'?");
  }

  @Test
  void aListOfPlainValuesIsThoseWithCommasBetween() throws IOException {
    Settings settings = Settings.of(yaml("a: [1, two]\nb:\n  - x\n"), Map.of());
    assertThat(settings.list("a", "doc")).containsExactly("1", "two");
    assertThat(settings.list("b", "doc")).containsExactly("x");
  }

  @Test
  void listsNullsAndDuplicatesAreReportedTogether() throws IOException {
    Path file = yaml("a: [1, {x: 2}]\nb:\nc:\n  d: 1\nc.d: 2\ne: null\n");
    assertThat(errorsOf(file))
        .containsExactlyInAnyOrder(
            file + ":1: a: a list may contain only plain values",
            file + ":2: b: has no value",
            file + ":5: c.d: is given twice",
            file + ":6: e: has no value");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a: 1\na: 2\n",
        "a: 'unclosed",
        "a: {b: 1",
        "a: 1\n b: 2\n",
        "\ta: 1\n",
        "a: 1\n---\nb: 2\n",
        "a: !!java.net.URL x\n",
        "a: *nobody\n",
        "a: \u0001\n"
      })
  void whatIsNotYamlIsSaidToBeNone(String text) throws IOException {
    Path file = yaml(text);
    assertThat(errorsOf(file))
        .singleElement()
        .asString()
        .startsWith(file + ":")
        .contains("is not YAML: ")
        .doesNotContain("\n");
  }

  @Test
  void whereItIsNotYamlIsShownInOneLine() throws IOException {
    Path file = yaml("a: 1\nb:\n  c: 'unclosed\n");
    assertThat(errorsOf(file))
        .containsExactly(file + ":4: is not YAML: found unexpected end of stream");
    yaml("a: 1\nb: 1\na: 2\n");
    assertThat(errorsOf(file)).containsExactly(file + ":3: is not YAML: found duplicate key a");
  }

  @ParameterizedTest
  @ValueSource(strings = {"- a\n- b\n", "just words\n", "42\n"})
  void theFileMustBeAMapping(String text) throws IOException {
    Path file = yaml(text);
    assertThat(errorsOf(file)).containsExactly(file + ": must be a mapping of keys to values");
  }

  /** An alias to its own parent makes a mapping without end. */
  @Test
  void aMappingThatContainsItselfIsRefused() throws IOException {
    for (String text : new String[] {"a: &loop\n  b: *loop\n", "a: &loop [x, [*loop]]\n"}) {
      assertThat(errorsOf(yaml(text)))
          .singleElement()
          .asString()
          .endsWith("it contains itself, by the alias 'loop'");
    }
  }

  /** It would need more stack than a thread has. */
  @ParameterizedTest
  @ValueSource(strings = {"[", "- ", "{a: "})
  void aFileThatIsNestedWithoutEndIsRefused(String level) throws IOException {
    Path file = yaml(level.repeat(20_000));
    assertThat(errorsOf(file)).singleElement().asString().contains("nested deeper than 64");
  }

  /** Each mapping three times the one before: few lines, and millions of keys. */
  @Test
  void aliasesOfAliasesAreRefusedBeforeTheyFillTheMemory() throws IOException {
    StringBuilder text = new StringBuilder("m0: &m0 {x: 1}\n");
    for (int i = 1; i <= 14; i++) {
      String each = "*m" + (i - 1);
      text.append("m%d: &m%d {p: %s, q: %s, r: %s}\n".formatted(i, i, each, each, each));
    }
    assertThat(errorsOf(yaml(text.toString())))
        .singleElement()
        .asString()
        .endsWith("more than 10000 mappings and lists after expanding aliases");
  }

  @Test
  void aFileThatIsNotThereIsReportedByName() {
    Path file = directory.resolve("missing.yaml");
    assertThat(errorsOf(file))
        .singleElement()
        .asString()
        .isEqualTo(file + ": cannot be read: no such file");
  }

  @Test
  void aDirectoryIsNoFile() {
    assertThat(errorsOf(directory)).singleElement().asString().contains("cannot be read");
  }

  @Test
  void aFileThatIsNotUtf8IsRefused() throws IOException {
    Path file = Files.write(directory.resolve("latin.yaml"), "a: \u00e4\n".getBytes(ISO_8859_1));
    assertThat(errorsOf(file)).singleElement().asString().contains("cannot be read");
  }

  private Path yaml(String text) throws IOException {
    return Files.writeString(directory.resolve("reactive.yaml"), text);
  }

  private static List<String> errors(Settings settings) {
    ConfigException failure = catchThrowableOfType(ConfigException.class, settings::check);
    assertThat(failure).as("it is refused").isNotNull();
    return failure.errors();
  }

  private static List<String> errorsOf(Path file) {
    ConfigException failure =
        catchThrowableOfType(ConfigException.class, () -> Settings.of(file, Map.of()));
    assertThat(failure).as("it is refused").isNotNull();
    return failure.errors();
  }
}

package com.reactive.platform.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Settings from the environment; those from files are in {@link SettingsFileTest}. */
class SettingsTest {
  private enum Colour {
    RED,
    DARK_BLUE
  }

  @Test
  void theDefaultHoldsWhereNothingIsSet() {
    Settings settings = Settings.of(Map.of());
    assertThat(settings.text("a.text", "x", "doc")).isEqualTo("x");
    assertThat(settings.integer("a.number", 7, 1, 9, "doc")).isEqualTo(7);
    assertThat(settings.flag("a.flag", true, "doc")).isTrue();
    assertThat(settings.choice("a.choice", Colour.DARK_BLUE, "doc")).isEqualTo(Colour.DARK_BLUE);
    settings.check();
  }

  @Test
  void dotsAndDashesAreUnderscoresInTheEnvironment() {
    Settings settings =
        Settings.of(
            Map.of(
                "REACTIVE_HTTP_MAX_BODY_BYTES", " 5 ",
                "REACTIVE_A_FLAG", "TRUE",
                "REACTIVE_A_CHOICE", "dark-blue",
                "REACTIVE_A_TEXT", "  some words  "));
    assertThat(settings.integer("http.max-body-bytes", 1, 1, 9, "doc")).isEqualTo(5);
    assertThat(settings.flag("a.flag", false, "doc")).isTrue();
    assertThat(settings.choice("a.choice", Colour.RED, "doc")).isEqualTo(Colour.DARK_BLUE);
    assertThat(settings.text("a.text", "", "doc")).isEqualTo("some words");
    settings.check();
  }

  @ParameterizedTest
  @CsvSource({"1", "9", "007", "+3"})
  void aNumberWithinItsRangeIsTaken(String value) {
    Settings settings = Settings.of(Map.of("REACTIVE_N", value));
    assertThat(settings.integer("n", 2, 1, 9, "doc")).isEqualTo(Integer.parseInt(value));
    settings.check();
  }

  @ParameterizedTest
  @CsvSource({
    "a.b-ms, 60s, 60000",
    "a.b-ms, 20ms, 20",
    "a.b-ms, 5 min, 300000",
    "a.b-ms, 1H, 3600000",
    "a.b-ms, 250, 250",
    "a.b-bytes, 256KiB, 262144",
    "a.b-bytes, 1GiB, 1073741824",
    "a.b-bytes, 1 MB, 1000000",
    "a.b-bytes, 512B, 512",
    "a.b-mebibytes, 2GiB, 2048",
    "a.b-mebibytes, 7, 7",
    "a.b-minutes, 1d, 1440",
    "a.b-minutes, 90, 90"
  })
  void aNumberMayHaveAUnitThatItsKeyHas(String key, String value, int expected) {
    Settings settings = Settings.ofKeys(Map.of(key, value));
    assertThat(settings.integer(key, 0, 0, Integer.MAX_VALUE, "doc")).isEqualTo(expected);
    settings.check();
  }

  @ParameterizedTest
  @CsvSource({
    "a.b, 60s",
    "a.b-ms, 1KiB",
    "a.b-ms, 1.5s",
    "a.b-ms, s",
    "a.b-ms, 99999999999999999d",
    "a.b-ms, 25d",
    "a.b-bytes, 1s",
    "a.b-bytes, 2GiB",
    "a.b-bytes, 1 K",
    "a.b-mebibytes, 1KiB",
    "a.b-minutes, 90s"
  })
  void aUnitThatDoesNotFitIsRefused(String key, String value) {
    Settings settings = Settings.ofKeys(Map.of(key, value));
    assertThat(settings.integer(key, 7, 0, Integer.MAX_VALUE, "doc")).isEqualTo(7);
    assertThat(errors(settings))
        .singleElement()
        .asString()
        .startsWith(key + ": must be a whole number from 0 to 2147483647")
        .endsWith(", not '" + value + "'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "10", "-1", "1.0", "1e0", "", " ", "ten", "2147483648", "0x1"})
  void aNumberOutOfItsRangeOrNoNumberIsRefusedWithTheRange(String value) {
    Settings settings = Settings.of(Map.of("REACTIVE_A_NUMBER", value));
    assertThat(settings.integer("a.number", 2, 1, 9, "doc")).isEqualTo(2);
    assertThat(errors(settings))
        .containsExactly(
            "REACTIVE_A_NUMBER: a.number: must be a whole number from 1 to 9, not '"
                + value.strip()
                + "'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"yes", "1", "on", "", "truee"})
  void aFlagIsTrueOrFalseAndNothingElse(String value) {
    Settings settings = Settings.of(Map.of("REACTIVE_A_FLAG", value));
    assertThat(settings.flag("a.flag", true, "doc")).isTrue();
    assertThat(errors(settings))
        .containsExactly("REACTIVE_A_FLAG: a.flag: must be true or false, not '" + value + "'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"green", "RED", "dark_blue", ""})
  void aChoiceIsOneOfItsNames(String value) {
    Settings settings = Settings.of(Map.of("REACTIVE_A_CHOICE", value));
    assertThat(settings.choice("a.choice", Colour.RED, "doc")).isEqualTo(Colour.RED);
    assertThat(errors(settings))
        .containsExactly(
            "REACTIVE_A_CHOICE: a.choice: must be one of red, dark-blue, not '" + value + "'");
  }

  @Test
  void everyErrorIsReportedTogether() {
    Settings settings =
        Settings.of(
            Map.of(
                "REACTIVE_A_NUMBER", "x",
                "REACTIVE_A_FLAG", "y",
                "REACTIVE_A_CHOICE", "z",
                "REACTIVE_NOBODY_ASKED", "1"));
    settings.integer("a.number", 1, 1, 2, "doc");
    settings.flag("a.flag", false, "doc");
    settings.choice("a.choice", Colour.RED, "doc");
    settings.reject("a.combination", "does not go together");
    ConfigException failure = catchThrowableOfType(ConfigException.class, settings::check);
    assertThat(failure.errors())
        .hasSize(5)
        .anySatisfy(error -> assertThat(error).contains("a.number: must be a whole number"))
        .anySatisfy(error -> assertThat(error).contains("a.flag: must be true or false"))
        .anySatisfy(error -> assertThat(error).contains("a.choice: must be one of"))
        .contains("a.combination: does not go together")
        .contains("REACTIVE_NOBODY_ASKED: unknown environment variable");
    assertThat(failure.errors())
        .allSatisfy(error -> assertThat(failure).hasMessageContaining(error));
  }

  @ParameterizedTest
  @ValueSource(strings = {"REACTIVE_HTTP_PROT", "REACTIVE_", "REACTIVE_PORTS", "REACTIVE_HOST"})
  void anUnknownVariableIsRefused(String name) {
    Settings settings = Settings.of(Map.of(name, "1"));
    assertThat(errors(settings)).containsExactly(name + ": unknown environment variable");
  }

  @Test
  void othersVariablesAreNoneOfOurBusiness() {
    Settings settings = Settings.of(Map.of("PATH", "/bin", "reactive_x", "1", "XREACTIVE_Y", "2"));
    settings.check();
    assertThat(settings.defaultsByKey()).isEmpty();
  }

  /** A port that is misspelt is not what Kubernetes injects, even though it ends in PORT. */
  @Test
  void aMisspeltPortIsRefused() {
    Settings settings = Settings.of(Map.of("REACTIVE_HTPP_PORT", "8081"));
    settings.integer("http.port", 8080, 0, 65_535, "doc");
    assertThat(errors(settings))
        .containsExactly(
            "REACTIVE_HTPP_PORT: unknown environment variable; did you mean 'REACTIVE_HTTP_PORT'?");
  }

  @ParameterizedTest
  @CsvSource({
    "REACTIVE_SERVICE_HOST, 10.0.0.7",
    "REACTIVE_SERVICE_PORT, 8080",
    "REACTIVE_SERVICE_PORT_HTTP, 8080",
    "REACTIVE_PORT, tcp://10.0.0.7:8080",
    "REACTIVE_PORT_8080_TCP, tcp://10.0.0.7:8080",
    "REACTIVE_PORT_8080_TCP_ADDR, 10.0.0.7",
    "REACTIVE_PORT_8080_TCP_PORT, 8080",
    "REACTIVE_PORT_8080_TCP_PROTO, tcp",
    "REACTIVE_GATEWAY_SERVICE_HOST, 10.0.0.7",
    "REACTIVE_GATEWAY_PORT, tcp://10.0.0.7:8080"
  })
  void whatKubernetesInjectsForAServiceIsIgnored(String name, String value) {
    Settings settings = Settings.of(Map.of(name, value));
    assertThat(settings.integer("http.port", 8080, 0, 65_535, "doc")).isEqualTo(8080);
    settings.check();
  }

  /** The pod of a Service called "reactive-http" gets a variable with the very name of our key. */
  @Test
  void aServiceLinkThatHasTheNameOfAKeyIsIgnored() {
    Settings settings = Settings.of(Map.of("REACTIVE_HTTP_PORT", "tcp://10.0.0.7:80"));
    assertThat(settings.integer("http.port", 8080, 0, 65_535, "doc")).isEqualTo(8080);
    settings.check();
  }

  @Test
  void aPassThroughTakesEverythingUnderItsPrefix() {
    Settings settings =
        Settings.of(
            Map.of(
                "REACTIVE_KAFKA_PRODUCER_LINGER_MS", "5",
                "REACTIVE_KAFKA_PRODUCER_SASL_JAAS_CONFIG", "secret",
                "REACTIVE_KAFKA_TOPIC", "t"));
    assertThat(settings.passThrough("kafka.producer", "doc"))
        .isEqualTo(Map.of("linger.ms", "5", "sasl.jaas.config", "secret"));
    assertThat(errors(settings))
        .containsExactly("REACTIVE_KAFKA_TOPIC: unknown environment variable");
  }

  @Test
  void everyKeyThatWasAskedForIsListedInThatOrderWithItsDefault() {
    Settings settings = Settings.of(Map.of("REACTIVE_B", "4"));
    settings.text("z", "last letter", "doc");
    settings.integer("b", 1, 0, 9, "doc");
    settings.flag("a", false, "doc");
    settings.choice("y", Colour.DARK_BLUE, "doc");
    settings.passThrough("c.d", "doc");
    assertThat(settings.defaultsByKey())
        .containsExactly(
            Map.entry("z", "last letter"),
            Map.entry("b", "1"),
            Map.entry("a", "false"),
            Map.entry("y", "dark-blue"),
            Map.entry("c.d.*", ""));
  }

  @Test
  void theReferenceNamesWhatUsersChooseByAPlaceholder() throws IOException {
    Settings settings =
        Settings.ofKeys(Map.of("streams.orders.topic", "o", "streams.clicks.topic", "c"));
    assertThat(settings.names("streams")).containsExactly("clicks", "orders");
    for (String name : settings.names("streams")) {
      settings.integer("streams." + name + ".max-body-bytes", 5, 1, 9, "how large");
      settings.text("streams." + name + ".topic", name, "where to");
      settings.describeDefault("streams." + name + ".topic", "the name");
    }
    settings.check();
    assertThat(settings.keys())
        .containsExactly(
            new Settings.Key(
                "streams.NAME.max-body-bytes",
                "5",
                "1 to 9 bytes, or with a unit: 256KiB, 1GiB",
                "how large"),
            new Settings.Key("streams.NAME.topic", "the name", "text", "where to"));
  }

  @Test
  void aListIsWhatStandsBetweenCommas() {
    Settings settings = Settings.ofKeys(Map.of("a", " x, y ,,z"));
    assertThat(settings.list("a", "doc")).containsExactly("x", "y", "z");
    assertThat(settings.list("b", "doc")).isEmpty();
  }

  @Test
  void aSecretComesFromItsKeyOrFromAFile(@TempDir Path dir) throws IOException {
    Path file = Files.writeString(dir.resolve("token"), "from a file\n");
    assertThat(Settings.ofKeys(Map.of("t", "plain")).secret("t", "doc")).contains("plain");
    assertThat(Settings.of(Map.of("REACTIVE_T_FILE", file.toString())).secret("t", "doc"))
        .contains("from a file");
    assertThat(Settings.ofKeys(Map.of()).secret("t", "doc")).isEmpty();
    Settings twice = Settings.ofKeys(Map.of("t", "plain", "t-file", file.toString()));
    assertThat(twice.secret("t", "doc")).isPresent();
    assertThat(errors(twice)).containsExactly("t: is set twice, here and by t-file");
    Settings missing = Settings.ofKeys(Map.of("t-file", dir.resolve("none").toString()));
    assertThat(missing.secret("t", "doc")).isEmpty();
    assertThat(errors(missing))
        .singleElement()
        .asString()
        .isEqualTo("t-file: cannot be read: no such file");
  }

  @Test
  void theExceptionOwnsItsListOfErrors() {
    ConfigException failure = new ConfigException(List.of("a: b", "c: d"));
    assertThat(failure).hasMessage("a: b; c: d");
    assertThatThrownBy(() -> failure.errors().add("e"))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  private static List<String> errors(Settings settings) {
    ConfigException failure = catchThrowableOfType(ConfigException.class, settings::check);
    assertThat(failure).as("it is refused").isNotNull();
    return failure.errors();
  }
}

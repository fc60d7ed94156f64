package com.reactive.platform.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.reactive.platform.gateway.config.ConfigException;
import com.reactive.platform.gateway.config.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whatever is wrong with a configuration is told in one line, without names of Java's. */
class ConfigErrorsTest {
  private static final String NO_SENTENCE = "\\b(java|javax|com|org|sun)\\.\\w|Exception|\\v";

  private static final List<String> ODD =
      List.of(
          "x",
          "-1",
          "",
          "0",
          "a,b",
          ":",
          "/none",
          "/",
          "\0",
          "99999999999",
          "${file:/none}",
          "${env:NONE}",
          "true",
          "1e9",
          "http://",
          "::1",
          "%",
          "[",
          "SSL",
          "SASL_SSL");

  @Test
  void everyKeyWithEveryOddValue() {
    Stream<String> ours =
        GatewayConfig.keys().stream()
            .map(key -> key.key().replace("NAME", "counter"))
            .filter(key -> !key.endsWith("*"));
    Stream<String> kafkas = ProducerConfig.configNames().stream().map(n -> "kafka.producer." + n);
    long refused =
        Stream.concat(ours, kafkas)
            .flatMap(key -> ODD.stream().map(value -> Map.of(key, value)))
            .filter(values -> !accepted(Settings.ofKeys(values), values.toString()))
            .count();
    assertThat(refused).isGreaterThan(1_000);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{http: {port: 8080, &max-body-byt, es: 256KiB}} | :1: http: a key is empty",
        "{http: {null: 1}}                               | :1: http: a key is empty",
        "{? : {port: 1}}                                 | :1: a key is empty"
      })
  void anEmptyKeyIsNotCalledNull(String text, String error, @TempDir Path dir) throws IOException {
    Path file = Files.writeString(dir.resolve("gateway.yaml"), text);
    assertThatThrownBy(() -> Settings.of(file, Map.of()))
        .isInstanceOfSatisfying(
            ConfigException.class, e -> assertThat(e.errors()).contains(file + error));
  }

  @Test
  void aFileOfWhichSomeCharactersAreOthers(@TempDir Path dir) throws IOException {
    String good =
        """
        http: {port: 8080, max-body-bytes: 256KiB}
        kafka:
          bootstrap-servers: "a:1,b:2"
          producer: {compression.type: zstd, linger.ms: 5}
        streams:
          counter: &c {acks: all, route: [/a, /b]}
        limits.trusted-proxies: [10.0.0.0/8, '::1']
        """;
    long seed = System.nanoTime();
    Random random = new Random(seed);
    String signs = " \n\t:-{}[]'\"*&!|>%@#,0a\0\u00e4";
    for (int i = 0; i < 2_000; i++) {
      StringBuilder text = new StringBuilder(good);
      for (int n = random.nextInt(4); n >= 0; n--) {
        int at = random.nextInt(text.length());
        String sign = signs.substring(random.nextInt(signs.length())).substring(0, 1);
        text.replace(at, at + random.nextInt(2), sign);
      }
      Path file = Files.writeString(dir.resolve("gateway.yaml"), text);
      String what = "seed " + seed + ": " + text;
      try {
        accepted(Settings.of(file, Map.of()), what);
      } catch (ConfigException e) {
        assertSentences(e, what);
        assertThat(e.errors()).as(what).allMatch(error -> error.startsWith(file + ":"));
      }
    }
  }

  private static boolean accepted(Settings settings, String what) {
    try {
      GatewayConfig.from(settings);
      return true;
    } catch (ConfigException e) {
      assertSentences(e, what);
      return false;
    }
  }

  private static void assertSentences(ConfigException e, String what) {
    assertThat(e.errors())
        .as(what)
        .isNotEmpty()
        .allSatisfy(error -> assertThat(error).doesNotContainPattern(NO_SENTENCE));
  }
}

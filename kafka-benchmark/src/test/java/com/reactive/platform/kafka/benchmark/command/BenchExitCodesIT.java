package com.reactive.platform.kafka.benchmark.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.cli.ReactiveCli;
import com.reactive.platform.kafka.benchmark.brochure.Brochures;
import com.reactive.platform.kafka.embedded.EmbeddedKafka;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What scripts go by, with brochures that run for half a second. */
class BenchExitCodesIT {
  private static EmbeddedKafka kafka;

  @TempDir Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeAll
  static void start() {
    kafka = EmbeddedKafka.builder().start();
  }

  @AfterAll
  static void stop() {
    kafka.close();
  }

  @AfterEach
  void forgetTheFolder() {
    System.clearProperty(Brochures.PROPERTY);
  }

  @Test
  void whatPassesIsExitZeroAndWhatMissesAThresholdOne() throws IOException {
    brochure("tiny", "at-least: 1");
    assertThat(run("brochure", "run", "tiny", "--reports", reports())).isZero();

    brochure("tiny", "at-least: 1000000000");
    assertThat(run("brochure", "run", "tiny", "--reports", reports())).isEqualTo(1);
    assertThat(run("brochure", "run-all", "--reports", reports())).isEqualTo(1);
    assertThat(out.toString()).contains("FAIL");
  }

  @Test
  void aMainThatFailsIsExitOneToo() throws IOException {
    brochure("adaptive-ramp", "at-least: 1000000000");
    assertThat(run("ramp")).isEqualTo(1);

    brochure("adaptive-ramp", "at-least: 1");
    assertThat(run("ramp")).isZero();
  }

  @Test
  void aKafkaThatIsNotThereIsOneSentence() throws IOException {
    brochure("tiny", "at-least: 1");

    int code =
        line(
            "brochure",
            "run",
            "tiny",
            "--reports",
            reports(),
            "--bootstrap",
            "127.0.0.1:1",
            "--timeout",
            "1");

    assertThat(code).isEqualTo(1);
    assertThat(err.toString()).contains("error: ", "127.0.0.1:1").doesNotContain("\tat ");
  }

  private String reports() {
    return folder.resolve("reports").toString();
  }

  private void brochure(String name, String limit) throws IOException {
    System.setProperty(Brochures.PROPERTY, folder.resolve("brochures").toString());
    Path file =
        Files.createDirectories(folder.resolve("brochures").resolve(name)).resolve("brochure.yaml");
    Files.writeString(
        file,
        """
        name: %s
        title: t
        description: d
        target: {name: one by one, kind: producer, config: {acks: 1}}
        load: {name: steady, rate: 50, in-flight: 100, min-share: 0}
        warmup-seconds: 0
        seconds: 0.5
        quick: {warmup-seconds: 0, seconds: 0.5}
        thresholds: [{metric: sustained, %s}]
        """
            .formatted(name, limit));
  }

  private int run(String... args) {
    List<String> all = new ArrayList<>(List.of(args));
    all.addAll(List.of("--bootstrap", kafka.bootstrapServers()));
    return line(all.toArray(String[]::new));
  }

  private int line(String... args) {
    CommandLine commandLine = ReactiveCli.commandLine();
    commandLine.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    List<String> all = new ArrayList<>(List.of("bench"));
    all.addAll(List.of(args));
    return commandLine.execute(all.toArray(String[]::new));
  }
}

package com.reactive.platform.kafka.benchmark.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.cli.ReactiveCli;
import com.reactive.platform.kafka.benchmark.brochure.Brochures;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class BrochureCommandsTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @AfterEach
  void forgetTheFolder() {
    System.clearProperty(Brochures.PROPERTY);
  }

  @Test
  void listShowsAllOfThem() {
    assertThat(run("list")).isZero();
    assertThat(out.toString())
        .contains("kafka-durable", "Plain producer, acks=all, idempotent")
        .contains("growth-streams", "More streams");
  }

  @Test
  void listIsJsonForScripts() {
    assertThat(run("list", "--json")).isZero();
    assertThat(out.toString()).contains("{\"name\":\"adaptive-ramp\",\"title\":");
  }

  @Test
  void aBrochureThatIsNotThereIsBadConfiguration() {
    assertThat(run("run", "kafka-slow")).isEqualTo(78);
    assertThat(err.toString()).contains("error: there is no brochure 'kafka-slow'");
  }

  @Test
  void everyErrorOfABadBrochureIsOnALineOfItsOwn(@TempDir Path folder) throws IOException {
    System.setProperty(Brochures.PROPERTY, folder.toString());
    Path file = Files.createDirectories(folder.resolve("bad")).resolve("brochure.yaml");
    Files.writeString(file, "name: worse\ntitle: t\nload: {name: l, closed: 0}\n");

    assertThat(run("run", "bad")).isEqualTo(78);
    assertThat(err.toString().lines().filter(line -> line.startsWith("error: " + file)))
        .hasSizeGreaterThanOrEqualTo(4);
    assertThat(run("run-all")).isEqualTo(78);
  }

  @Test
  void wrongUsageIsExitTwo() {
    assertThat(run("run")).isEqualTo(2);
    assertThat(run("run", "kafka-fast", "--seconds", "soon")).isEqualTo(2);
    assertThat(err.toString()).contains("SECONDS must be a number");
    assertThat(run("run-all", "--bootstrap", "nowhere")).isEqualTo(2);
    assertThat(err.toString()).contains("Kafka must be HOST:PORT");
    assertThat(run("compare", "kafka-fast")).isEqualTo(2);
    assertThat(run("run", "kafka-fast", "--rounds", "0")).isEqualTo(2);
    assertThat(err.toString()).contains("--rounds must be 1 to 1000, not 0");
    assertThat(run("run", "protocols", "--load", "3 in flight")).isEqualTo(2);
    assertThat(err.toString()).contains("--load must be of '1 in flight', '10 in flight', ");
    assertThat(run("run", "protocols", "--target", "HTTP/3")).isEqualTo(2);
    assertThat(err.toString()).contains("--target must be of 'HTTP/1.1 JSON', ");
    assertThat(run("run", "learned-vs-fixed", "--load", "10/s", "--target", "learned, far"))
        .isEqualTo(2);
    assertThat(err.toString()).contains("none of these loads is put on any of these targets");
  }

  @Test
  void compareNeedsResults(@TempDir Path reports) {
    int code = run("compare", "kafka-fast", "kafka-tuned", "--reports", reports.toString());

    assertThat(code).isEqualTo(1);
    assertThat(err.toString())
        .contains("there is no result of a brochure of that name in " + reports);
  }

  @Test
  void reportNeedsAFolder(@TempDir Path folder) {
    assertThat(run("report", "--reports", folder.resolve("no").toString())).isEqualTo(1);
    assertThat(err.toString()).contains("no such directory");
  }

  private int run(String... args) {
    CommandLine commandLine = ReactiveCli.commandLine();
    commandLine.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    List<String> all = new ArrayList<>(List.of("bench", "brochure"));
    all.addAll(List.of(args));
    return commandLine.execute(all.toArray(String[]::new));
  }
}

package com.reactive.platform.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.testing.TestGateway;
import com.reactive.platform.gateway.testing.WireClient;
import com.reactive.platform.kafka.embedded.testing.KafkaExtension;
import com.reactive.platform.kafka.embedded.testing.TestKafka;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The gateway learns, keeps what it learned, and goes on whatever becomes of the file. */
@ExtendWith(KafkaExtension.class)
class CalibrationIT {
  private static final Pattern OBSERVED =
      Pattern.compile("\"level\":\"L1_REALTIME\".*?\"observations\":(\\d+)");

  @TempDir Path directory;

  @Test
  void aWindowTeachesAndARestartRemembers(TestKafka kafka) throws Exception {
    Path file = directory.resolve("learned.db");
    String topic = kafka.createTopic(1);
    long observations;
    try (Gateway gateway = start(kafka, topic, file)) {
      assertThat(admin(gateway, "/status"))
          .contains("\"level\":\"L5_BALANCED\"", "\"flushIntervalNanos\":10000000,");
      try (WireClient client = new WireClient(gateway.httpPort())) {
        // The first window of 10 s shows the level, the second has more than the ten events that
        // it takes to teach anything.
        TestGateway.await("a window was observed", () -> postAndCount(gateway, client) > 0);
      }
      observations = observations(gateway);
    }
    assertThat(Files.getPosixFilePermissions(file))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));

    try (Gateway again = start(kafka, topic, file)) {
      assertThat(observations(again)).isEqualTo(observations);
      assertThat(admin(again, "/calibration")).contains("\"kept\":true");
    }
  }

  @Test
  void aRuinedFileCostsLearningAndNothingElse(TestKafka kafka) throws Exception {
    Path file = directory.resolve("ruined.db");
    byte[] ruin = "this was a database once".repeat(500).getBytes(StandardCharsets.UTF_8);
    Files.write(file, ruin);

    try (Gateway gateway = start(kafka, kafka.createTopic(1), file);
        WireClient client = new WireClient(gateway.httpPort())) {
      assertThat(client.exchange(WireClient.event("s", 1)).status()).isEqualTo(201);
      assertThat(admin(gateway, "/status")).contains("corrupt");
    }
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files.filter(found -> found.getFileName().toString().contains(".corrupt-")))
          .singleElement()
          .satisfies(aside -> assertThat(aside).hasBinaryContent(ruin));
    }
  }

  @Test
  void aPlaceThatCannotBeWrittenToIsSaidAndSurvived(TestKafka kafka) throws Exception {
    Path notADirectory = Files.createFile(directory.resolve("file"));

    try (Gateway gateway = start(kafka, kafka.createTopic(1), notADirectory.resolve("c.db"));
        WireClient client = new WireClient(gateway.httpPort())) {
      assertThat(client.exchange(WireClient.event("s", 1)).status()).isEqualTo(201);
      assertThat(admin(gateway, "/calibration")).contains("\"kept\":false");
    }
  }

  @Test
  void observedOnlyTheLimitsOfTheStartStayInForce(TestKafka kafka) throws Exception {
    Map<String, String> observing =
        Map.of("REACTIVE_CALIBRATION_MODE", "observe", "REACTIVE_BATCH_LEARN_IDLE_PAUSE", "true");
    try (Gateway gateway =
        TestGateway.start(kafka.bootstrapServers(), kafka.createTopic(1), observing)) {
      assertThat(admin(gateway, "/calibration"))
          .contains("\"mode\":\"observe\",\"inForce\":{", "\"flushIntervalNanos\":10000000,");
    }
  }

  @Test
  void fixedLimitsLearnNothing(TestKafka kafka) throws Exception {
    Map<String, String> fixed =
        Map.of("REACTIVE_BATCH_ADAPTIVE", "false", "REACTIVE_BATCH_FLUSH_INTERVAL_MS", "7");
    try (Gateway gateway =
        TestGateway.start(kafka.bootstrapServers(), kafka.createTopic(1), fixed)) {
      assertThat(admin(gateway, "/status"))
          .contains("\"level\":\"fixed\"", "\"flushIntervalNanos\":7000000,");
      assertThat(admin(gateway, "/calibration")).startsWith("{\"adaptive\":false");
    }
  }

  private static Gateway start(TestKafka kafka, String topic, Path file) throws Exception {
    return TestGateway.start(
        kafka.bootstrapServers(),
        topic,
        Map.of("REACTIVE_BATCH_CALIBRATION_FILE", file.toString()));
  }

  private static long postAndCount(Gateway gateway, WireClient client) {
    try {
      assertThat(client.exchange(WireClient.event("s", 1)).status()).isEqualTo(201);
      Thread.sleep(200); // five a second: the lowest level
      return observations(gateway);
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static long observations(Gateway gateway) throws IOException, InterruptedException {
    Matcher found = OBSERVED.matcher(admin(gateway, "/calibration"));
    assertThat(found.find()).isTrue();
    return Long.parseLong(found.group(1));
  }

  private static String admin(Gateway gateway, String path)
      throws IOException, InterruptedException {
    URI uri = URI.create("http://127.0.0.1:" + gateway.adminPort() + path);
    HttpRequest request = HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(60)).build();
    return HttpClient.newHttpClient()
        .send(request, HttpResponse.BodyHandlers.ofString())
        .body()
        .replaceAll("\\s", "");
  }
}

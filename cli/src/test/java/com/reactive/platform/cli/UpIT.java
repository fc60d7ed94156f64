package com.reactive.platform.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.reactive.platform.outbox.LocalPostgres;
import com.reactive.platform.testbed.ChildProcess;
import com.reactive.platform.testbed.CliProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The first five minutes: up, post, tail, stop; and what goes wrong in them. */
@Execution(ExecutionMode.CONCURRENT)
class UpIT {
  private static final Pattern READY =
      Pattern.compile("ready http=(http://127\\.0\\.0\\.1:\\d+) kafka=(\\S+) admin=(http://\\S+)");
  private static final Pattern EVENT_ID = Pattern.compile("\"eventId\":\"([0-9a-f]{32})\"");

  @TempDir private Path dataDir;

  @Test
  void upPostTailStop() throws Exception {
    Set<String> posted = new HashSet<>();
    Path examples = Path.of("../examples");
    try (CliProcess up = up("--config", examples.resolve("orders.yaml").toString())) {
      String http = http(up);
      String curl = up.line();
      assertThat(curl).startsWith("curl -i " + http + "/api/counter ");
      String body = curl.substring(curl.indexOf('{'), curl.lastIndexOf('}') + 1);
      for (int i = 0; i < 50; i++) {
        posted.add(post(http, body));
      }

      assertThat(tail(50)).containsExactlyInAnyOrderElementsOf(posted);
      String order = Files.readString(examples.resolve("orders.json"));
      post(http, "/api/events/orders", order);
      assertThat(tailLines("orders", 1))
          .singleElement()
          .satisfies(
              line ->
                  assertThat(line)
                      .contains("\"total\":129.90,", "\"placedAt\":\"2026-11-21T12:34:56.789Z\""));
      ChildProcess.Result status = CliProcess.run("status", "--data-dir", dataDir.toString());
      assertThat(status.exitCode()).as(status.errors()).isZero();
      assertThat(status.out())
          .containsPattern("events +51 received, 51 acknowledged")
          .containsPattern("errors +none")
          .containsPattern("stream +counter: POST /api/counter.* -> topic counter-events, ready");
      ChildProcess.Result doctor = CliProcess.run("doctor", "--data-dir", dataDir.toString());
      assertThat(doctor.out()).contains("running as process");
      ChildProcess.Result second = CliProcess.run("up", "--data-dir", dataDir.toString());
      assertThat(second.exitCode()).isEqualTo(1);
      assertThat(second.errors()).contains("already running");

      List<ProcessHandle> children = up.children();
      assertThat(children).isNotEmpty();
      assertThat(up.terminate()).as(up.errors()).isZero();
      assertThat(children).noneMatch(ProcessHandle::isAlive);
    }
    ChildProcess.Result stopped = CliProcess.run("status", "--data-dir", dataDir.toString());
    assertThat(stopped.exitCode()).isEqualTo(1);
    assertThat(stopped.errors()).contains("cannot connect to");
  }

  @Test
  void killedAndStartedAgainItStillHasWhatItAcknowledgedAndEndsWithItsBroker() throws Exception {
    List<String> posted = new ArrayList<>();
    try (CliProcess up = CliProcess.startUnreaped(upArguments())) {
      String http = http(up);
      for (int i = 0; i < 200; i++) {
        posted.add(post(http, "{\"sessionId\":\"s\",\"action\":\"set\",\"value\":" + i + "}"));
      }
      up.killUnreaped();
      ChildProcess.Result status = CliProcess.run("status", "--data-dir", dataDir.toString());
      assertThat(status.exitCode()).isEqualTo(1);
      assertThat(status.errors()).contains("`reactive up` has died");

      startAgain(posted);
    }
  }

  /** With streams of the user's own; its broker is killed then. */
  private void startAgain(List<String> posted) throws Exception {
    try (CliProcess up = up("--config", "../examples/orders.yaml")) {
      String http = http(up);
      assertThat(up.errors()).contains("did not shut down cleanly");
      assertThat(tail(200)).containsExactlyInAnyOrderElementsOf(posted);
      assertThat(shell(up.line())).startsWith("HTTP/1.1 201");
      String order = up.line();
      assertThat(order).startsWith("curl -i " + http + "/api/events/orders ");
      assertThat(shell(order)).startsWith("HTTP/1.1 201");
      String page = up.line();
      assertThat(page).matches("page +http://\\S+/dashboard");
      String admin = page.replaceAll("page +(.*)/dashboard", "$1");
      assertThat(shell("curl -sL " + admin)).contains("</html>");
      assertThat(up.line()).startsWith("stream counter: POST /api/counter, ");
      assertThat(up.line()).isEqualTo("stream orders: POST /api/events/orders -> topic orders");

      up.children().forEach(ProcessHandle::destroyForcibly);

      assertThat(up.awaitExit()).isEqualTo(1);
      assertThat(up.errors())
          .contains(
              "error: Kafka node 1 ended with exit code 137",
              dataDir.resolve("kafka/node-1.log").toString(),
              "stopping ...");
    }
  }

  /** A row that is inserted as the printed line says is an event. */
  @Test
  void upWithAnOutboxPublishesWhatIsInserted() throws Exception {
    assumeTrue(LocalPostgres.programs().isPresent(), "Postgres is not installed");
    // Root's Postgres runs as somebody else.
    Files.setPosixFilePermissions(dataDir, PosixFilePermissions.fromString("rwxr-xr-x"));
    try (CliProcess up = up("--outbox")) {
      http(up);
      String psql = up.line();
      while (!psql.startsWith("psql ")) {
        psql = up.line();
      }
      assertThat(shell(psql)).contains("INSERT 0 1");
      assertThat(tailLines("counter", 1))
          .singleElement()
          .satisfies(line -> assertThat(line).contains("\"key\":\"a1\"", "\"sessionId\":"));
      assertThat(up.terminate()).as(up.errors()).isZero();
    }
  }

  private static String shell(String line) throws IOException {
    Process bash =
        new ProcessBuilder("bash", "-c", line)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    return new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  @Test
  void aTakenPortIsSaidInOneSentence() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = Integer.toString(taken.getLocalPort());
      for (String option : new String[] {"--http-port", "--kafka-port", "--admin-port"}) {
        List<String> args = new ArrayList<>(List.of("up", "--data-dir", dataDir.toString()));
        for (String other : new String[] {"--http-port", "--kafka-port", "--admin-port"}) {
          args.addAll(List.of(other, other.equals(option) ? port : "0"));
        }
        ChildProcess.Result result = CliProcess.run(args.toArray(new String[0]));
        assertThat(result.exitCode()).as(option).isEqualTo(1);
        assertThat(result.errors())
            .as(option)
            .contains("error: ", port, option)
            .doesNotContain("\tat ", "starting Kafka");
      }
    }
  }

  @Test
  void badSettingsAreAllNamedAndExitWith78() throws Exception {
    Path config = dataDir.resolve("bad.yaml");
    Files.writeString(config, "http:\n  prot: 1\n  port: many\nkafka:\n  producer:\n    acks: 0\n");

    ChildProcess.Result result =
        CliProcess.run(
            Map.of("REACTIVE_BATCH_FLUSH_BYTES", "-1"), "serve", "--config", config.toString());

    assertThat(result.exitCode()).isEqualTo(78);
    assertThat(result.errors())
        .contains(
            "bad.yaml:2: http.prot: unknown key; did you mean 'http.port'?",
            "bad.yaml:3: http.port:",
            "bad.yaml:6: kafka.producer.acks:",
            "error: REACTIVE_BATCH_FLUSH_BYTES: batch.flush-bytes:");
  }

  @Test
  void wrongUsageExitsWith2() throws Exception {
    assertThat(CliProcess.run("upp").exitCode()).isEqualTo(2);
    assertThat(CliProcess.run("tail").exitCode()).isEqualTo(2);
  }

  @Test
  void tailOfNoKafkaSaysSo() throws Exception {
    ChildProcess.Result result =
        CliProcess.run("tail", "counter-events", "--bootstrap", "127.0.0.1:1", "--timeout", "2");
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.errors())
        .contains("no response from Kafka at 127.0.0.1:1 within 2 s", "nothing is listening on");
  }

  private CliProcess up(String... more) throws IOException {
    return CliProcess.start(Map.of(), upArguments(more));
  }

  private String[] upArguments(String... more) {
    List<String> args = new ArrayList<>(List.of("up", "--data-dir", dataDir.toString()));
    args.addAll(List.of("--http-port", "0", "--kafka-port", "0", "--admin-port", "0"));
    args.addAll(List.of(more));
    return args.toArray(new String[0]);
  }

  private static String http(CliProcess up) throws IOException, InterruptedException {
    Matcher ready = READY.matcher(up.line());
    assertThat(ready.matches()).isTrue();
    return ready.group(1);
  }

  private static String post(String http, String body) throws IOException, InterruptedException {
    return post(http, "/api/counter", body);
  }

  private static String post(String http, String route, String body)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(http + route))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    HttpResponse<String> response =
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    assertThat(response.statusCode()).isEqualTo(201);
    Matcher id = EVENT_ID.matcher(response.body());
    assertThat(id.find()).isTrue();
    return id.group(1);
  }

  /** The event ids that tail prints, from the headers. */
  private List<String> tail(int count) throws IOException, InterruptedException {
    return tailLines("counter", count).stream()
        .map(
            line -> {
              Matcher id = Pattern.compile("\"event-id\":\"([0-9a-f]{32})\"").matcher(line);
              assertThat(id.find()).as(line).isTrue();
              return id.group(1);
            })
        .toList();
  }

  private List<String> tailLines(String stream, int count)
      throws IOException, InterruptedException {
    ChildProcess.Result result =
        CliProcess.run(
            "tail",
            stream,
            "--from-beginning",
            "-n",
            Integer.toString(count),
            "--data-dir",
            dataDir.toString());
    assertThat(result.exitCode()).as(result.errors()).isZero();
    return result.out().lines().toList();
  }
}

package com.reactive.platform.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.testbed.ChildProcess;
import com.reactive.platform.testbed.CliProcess;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A body is refused, found, mended and sent again. */
class QuarantineCommandIT {
  private static final Pattern READY = Pattern.compile("ready http=(http://127\\.0\\.0\\.1:\\d+) ");
  private static final String BAD = "{\"sessionId\":\"s\",\"action\":\"sell\"}";

  @TempDir private Path dir;

  @Test
  void whatIsRefusedIsFoundMendedAndSentAgain() throws Exception {
    Path config = dir.resolve("gateway.yaml");
    Files.writeString(config, "streams:\n  counter: {quarantine: counter-refused}\n");
    String[] arguments = {
      "up",
      "--data-dir",
      dir.toString(),
      "--http-port",
      "0",
      "--kafka-port",
      "0",
      "--admin-port",
      "0",
      "--config",
      config.toString()
    };
    try (CliProcess up = CliProcess.start(Map.of(), arguments)) {
      String http = http(up);
      assertThat(run("list").out()).isEqualTo("nothing");
      String first = post(http, "/api/customers/c%2F1/counter");
      String second = post(http, "/api/counter");

      assertThat(run("list").out())
          .contains(first + "  schema-mismatch  /action")
          .contains(second)
          .endsWith("2 of 2");
      assertThat(run("list", "-n", "1").out()).contains(second).doesNotContain(first);
      assertThat(run("list", "--reason", "malformed-json").out()).isEqualTo("nothing");
      ChildProcess.Result shown = run("show", first);
      assertThat(shown.out())
          .contains("quarantine-detail: action must be", "content-type: application/json")
          .endsWith(BAD);
      Path body = dir.resolve("body.json");
      assertThat(run("show", second, "-o", body.toString()).out()).doesNotContain(BAD);
      assertThat(body).hasContent(BAD);
      assertThat(run("show", "nobody").errors()).contains("no body with the id nobody");

      ChildProcess.Result again = run("resend", first, "nobody");
      assertThat(again.exitCode()).isEqualTo(1);
      assertThat(again.out()).contains(first + "  422 ", "nobody  is not in the quarantine");
      Files.writeString(body, BAD.replace("sell", "reset"));
      ChildProcess.Result mended = run("resend", first, "--body", body.toString());
      assertThat(mended.exitCode()).as(mended.errors()).isZero();
      assertThat(mended.out()).contains(first + "  201 ", "\"eventId\":\"" + first + "\"");
      ChildProcess.Result tail =
          CliProcess.run(
              "tail", "counter", "--from-beginning", "-n", "1", "--data-dir", dir.toString());
      assertThat(tail.out()).contains("\"event-id\":\"" + first + "\"", "\"customerId\":\"c/1\"");

      ChildProcess.Result nowhere = run("resend", first, "--url", "http://127.0.0.1:1");
      assertThat(nowhere.exitCode()).isEqualTo(1);
      assertThat(nowhere.errors()).contains("error: cannot post to").doesNotContain("\tat ");
      ChildProcess.Result all = run("resend", "--all");
      assertThat(all.exitCode()).isEqualTo(1);
      assertThat(all.out()).contains(second + "  422 ");
      assertThat(up.terminate()).as(up.errors()).isZero();
    }
  }

  private static String http(CliProcess up) throws Exception {
    String line = up.line();
    Matcher ready = READY.matcher(line);
    assertThat(ready.find()).as(line).isTrue();
    return ready.group(1);
  }

  private static String post(String http, String path) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(http + path))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(BAD))
            .build();
    HttpResponse<String> response =
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    assertThat(response.body()).contains("\"quarantined\":true");
    Matcher id = Pattern.compile("\"eventId\":\"(\\w+)\"").matcher(response.body());
    assertThat(id.find()).isTrue();
    return id.group(1);
  }

  private ChildProcess.Result run(String command, String... more) throws Exception {
    List<String> arguments =
        new ArrayList<>(List.of("quarantine", command, "counter", "--data-dir", dir.toString()));
    arguments.addAll(List.of(more));
    return CliProcess.run(arguments.toArray(String[]::new));
  }
}

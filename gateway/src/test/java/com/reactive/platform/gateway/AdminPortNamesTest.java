package com.reactive.platform.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.reactive.platform.gateway.config.Settings;
import com.reactive.platform.gateway.telemetry.Exposition;
import com.reactive.platform.gateway.testing.Golden;
import com.reactive.platform.gateway.testing.TestGateway;
import com.reactive.platform.gateway.testing.WireClient;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Names that programs read at the admin port: of a gateway without a Kafka, with a spool. */
class AdminPortNamesTest {
  private static final Golden GOLDEN = new Golden(AdminPortNamesTest.class);
  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private static final List<String> PATHS =
      List.of(
          "/",
          "/livez",
          "/readyz",
          "/status",
          "/streams",
          "/calibration",
          "/calibration/reset",
          "/metrics",
          "/openapi.json",
          "/proto/counter",
          "/reload",
          "/dashboard",
          "/dashboard/events",
          "/none");

  private static final String EVENT = "{\"sessionId\":\"s\",\"action\":\"increment\",\"value\":1}";

  private static final String SCHEMA =
      "{\"type\":\"record\",\"name\":\"Order\",\"fields\":[{\"name\":\"id\",\"type\":\"string\"}]}";

  @TempDir private static Path folder;
  private static Gateway gateway;

  @BeforeAll
  static void start() throws Exception {
    Path schema = Files.writeString(folder.resolve("order.avsc"), SCHEMA);
    gateway =
        Gateway.start(
            GatewayConfig.from(
                Settings.ofKeys(
                    Map.of(
                        "http.port", "0",
                        "admin.port", "0",
                        "kafka.bootstrap-servers", "127.0.0.1:9",
                        "batch.calibration-file", "",
                        "diagnostics.stages", "true",
                        "spool.dir", folder.resolve("spool").toString(),
                        "streams.counter.spool", "true",
                        "streams.orders.schema", schema.toString(),
                        "streams.orders.max-latency-ms", "250"))));
    TestGateway.await("the spool takes events", gateway::ready);
    try (WireClient client = new WireClient(gateway.httpPort())) {
      assertThat(client.exchange(WireClient.post("/api/counter", "", EVENT)).status())
          .isEqualTo(202);
    }
    TestGateway.await(
        "the event is counted",
        () -> text("/metrics").contains("\nhttp_server_request_duration_seconds_count{"));
  }

  @AfterAll
  static void stop() {
    gateway.close();
  }

  @Test
  void paths() throws IOException {
    StringBuilder lines = new StringBuilder();
    for (String path : PATHS) {
      HttpResponse<InputStream> refused = ask("DELETE", path);
      lines.append(path).append(' ').append(refused.headers().firstValue("allow").orElse("-"));
      HttpResponse<InputStream> got = ask("GET", path);
      lines.append(": ").append(got.statusCode());
      got.headers().firstValue("content-type").ifPresent(type -> lines.append(' ').append(type));
      got.headers().firstValue("location").ifPresent(to -> lines.append(" to ").append(to));
      lines.append('\n');
    }
    GOLDEN.check("admin-paths.txt", lines.toString());
  }

  @Test
  void keysOfTheStatus() throws IOException {
    GOLDEN.check("status-keys.txt", keys("/status"));
  }

  @Test
  void keysOfTheStreams() throws IOException {
    GOLDEN.check("streams-keys.txt", keys("/streams"));
  }

  @Test
  void keysOfTheCalibration() throws IOException {
    GOLDEN.check("calibration-keys.txt", keys("/calibration"));
  }

  @Test
  void metrics() throws IOException {
    GOLDEN.check("metrics-of-gateway.txt", Exposition.parse(text("/metrics")).families());
  }

  private static String keys(String path) throws IOException {
    TreeSet<String> keys = new TreeSet<>();
    addKeys(keys, "", new ObjectMapper().readTree(text(path)));
    return String.join("\n", keys) + "\n";
  }

  private static void addKeys(Set<String> keys, String prefix, JsonNode node) {
    if (node.isArray()) {
      node.forEach(element -> addKeys(keys, prefix + "[]", element));
    } else if (node.isObject()) {
      String dot = prefix.isEmpty() ? "" : ".";
      node.fieldNames().forEachRemaining(key -> addKeys(keys, prefix + dot + key, node.get(key)));
    }
    if (node.isValueNode() || node.isEmpty()) {
      keys.add(prefix);
    }
  }

  private static String text(String path) {
    try (InputStream body = ask("GET", path).body()) {
      return new String(body.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The body is for the caller to read, or to leave: of some paths it has no end. */
  private static HttpResponse<InputStream> ask(String method, String path) {
    URI uri = URI.create("http://127.0.0.1:" + gateway.adminPort() + path);
    return HTTP.sendAsync(
            HttpRequest.newBuilder(uri).method(method, HttpRequest.BodyPublishers.noBody()).build(),
            HttpResponse.BodyHandlers.ofInputStream())
        .join();
  }
}

package com.reactive.platform.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.reactive.platform.gateway.GatewayConfig;
import com.reactive.platform.gateway.admin.view.StreamsJson;
import com.reactive.platform.gateway.config.Settings;
import com.reactive.platform.gateway.framing.Framing;
import com.reactive.platform.gateway.stream.JsonForm;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class KnownStreamsTest {
  @Test
  void aStreamIsFoundByItsNameOrItsTopic() {
    Path file = Path.of("../examples/orders.yaml");
    Map<String, String> env = Map.of("REACTIVE_STREAMS_COUNTER_ENABLED", "true");
    GatewayConfig config = GatewayConfig.from(Settings.of(file, env));
    KnownStreams known = KnownStreams.of(config, "orders.yaml");
    assertThat(known.names()).isEqualTo("counter, orders");
    EventLayout counter = known.named("counter").get(0);
    assertThat(counter.topic()).isEqualTo("counter-events");
    assertThat(known.named("counter-events")).containsExactly(counter);
    assertThat(known.named("orders").get(0).schema().getName()).isEqualTo("Order");
    assertThat(known.named("order")).isEmpty();
  }

  @Test
  void theTopicOfHotKeysIsReadAsTheStreamsOwn() throws Exception {
    Map<String, String> env =
        Map.of(
            "REACTIVE_STREAMS_COUNTER_HOT_KEY_ABOVE",
            "100",
            "REACTIVE_STREAMS_COUNTER_HOT_KEY_TOPIC",
            "counter-hot");
    GatewayConfig config = GatewayConfig.from(Settings.of(env));
    KnownStreams configured = KnownStreams.of(config, "the environment");
    KnownStreams running = served(StreamsJson.of("k:9092", config.streams()));
    for (KnownStreams known : List.of(configured, running)) {
      assertThat(known.named("counter"))
          .extracting(EventLayout::topic)
          .containsExactly("counter-events");
      EventLayout hot = known.named("counter-hot").get(0);
      assertThat(hot.topic()).isEqualTo("counter-hot");
      assertThat(hot.stream()).isEqualTo("counter");
      assertThat(hot.schema()).isEqualTo(known.named("counter").get(0).schema());
      assertThat(known.names()).isEqualTo("counter");
    }
  }

  @Test
  void aRunningGatewayTellsItsStreams() throws Exception {
    KnownStreams known =
        served(
            """
            {"bootstrapServers": "k:9092", "streams": [{"name": "a", "topic": "t", "json": "avro",
              "framing": "single-object", "format": "packed", "more": 1,
              "schema": {"type": "record", "name": "R", "fields": []}}]}
            """);
    assertThat(known.bootstrapServers()).contains("k:9092");
    EventLayout layout = known.named("t").get(0);
    assertThat(layout.json()).isEqualTo(JsonForm.AVRO);
    assertThat(layout.framing()).contains(Framing.SINGLE_OBJECT);
    assertThat(layout.schema().getFullName()).isEqualTo("R");
    assertThatThrownBy(() -> served("<html>")).isInstanceOf(CommandFailedException.class);
    assertThatThrownBy(() -> served("{}")).hasMessageContaining("is not a gateway");
  }

  private static KnownStreams served(String document) throws IOException, InterruptedException {
    HttpServer admin =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    admin.createContext(
        "/streams",
        exchange -> {
          byte[] body = document.getBytes(StandardCharsets.UTF_8);
          try (exchange) {
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
          }
        });
    admin.start();
    try {
      String address = "127.0.0.1:" + admin.getAddress().getPort();
      return KnownStreams.of(new AdminPort(address, Optional.empty()));
    } finally {
      admin.stop(0);
    }
  }
}

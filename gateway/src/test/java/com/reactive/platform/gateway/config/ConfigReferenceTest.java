package com.reactive.platform.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConfigReferenceTest {
  private static List<Settings.Key> keys() {
    Settings settings = Settings.ofKeys(Map.of("streams.orders.topic", "o"));
    settings.names("streams");
    settings.integer("http.port", 8080, 0, 65_535, "0: any | free port");
    settings.text("streams.orders.topic", "", "it must exist");
    settings.integer("http.event-loops", 2, 1, 256, "threads");
    settings.describeDefault("http.event-loops", "as many as processors");
    settings.passThrough("kafka.producer", "passed on");
    return settings.keys();
  }

  @Test
  void aKeyIsARowInTheTableOfItsPart() {
    String page = ConfigReference.markdown(keys());
    assertThat(page.substring(page.indexOf("\n## ")))
        .isEqualTo(
            """

            ## http

            The data port, which accepts events.

            | key | default | allowed | |
            | --- | --- | --- | --- |
            | `http.port`<br>`REACTIVE_HTTP_PORT` | `8080` | 0 to 65535 | 0: any \\| free port |
            | `http.event-loops`<br>`REACTIVE_HTTP_EVENT_LOOPS` | as many as processors | 1 to 256 | threads |

            ## streams

            The kinds of events: a stream is a route, a schema and a topic.

            | key | default | allowed | |
            | --- | --- | --- | --- |
            | `streams.NAME.topic`<br>`REACTIVE_STREAMS_NAME_TOPIC` |  | text | it must exist |

            ## kafka

            The Kafka cluster, and timeouts.

            | key | default | allowed | |
            | --- | --- | --- | --- |
            | `kafka.producer.*`<br>`REACTIVE_KAFKA_PRODUCER_...` |  |  | passed on |
            """);
  }

  @Test
  void theTerminalShowsThoseOfAPrefix() {
    assertThat(ConfigReference.text(keys(), "http.p"))
        .isEqualTo(
            "http.port = 8080\n    0: any | free port (0 to 65535)\n    REACTIVE_HTTP_PORT\n");
    assertThat(ConfigReference.text(keys(), "nothing")).isEmpty();
  }
}

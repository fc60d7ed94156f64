package com.reactive.platform.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.config.Settings;
import com.reactive.platform.gateway.framing.Framing;
import com.reactive.platform.gateway.sink.RecordMapper;
import com.reactive.platform.gateway.stream.StreamsConfig;
import com.reactive.platform.gateway.testing.MemorySink;
import com.reactive.platform.gateway.testing.TestGateway;
import com.reactive.platform.gateway.testing.WireClient;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The whole gateway with a destination that is no Kafka: nothing but its wiring knows of it. */
@Timeout(300)
class MemorySinkTest {
  private static final String POST = "/api/counter";
  private static final String EVENT = "{\"sessionId\":\"s\",\"action\":\"increment\",\"value\":1}";

  private final MemorySink sink = new MemorySink();

  private Gateway start(Map<String, String> more) throws Exception {
    GatewayConfig config =
        GatewayConfig.from(Settings.of(TestGateway.environment("127.0.0.1:9", "events", more)));
    Gateway gateway = Gateway.start(config, () -> config, unused -> sink);
    TestGateway.await("the gateway is ready", gateway::ready);
    return gateway;
  }

  @Test
  void anEventIsStoredAndItsResponseTellsWhere() throws Exception {
    try (Gateway gateway = start(Map.of());
        WireClient client = new WireClient(gateway.httpPort())) {
      WireClient.Response response =
          client.exchange(WireClient.post(POST, "Idempotency-Key: \"e-1\"\r\n", EVENT));

      assertThat(response.status()).as(response.body()).isEqualTo(201);
      assertThat(response.field("offset")).isEqualTo("0");
      MemorySink.Stored record = sink.stored().get(0);
      assertThat(record.topic()).isEqualTo("events");
      assertThat(record.key()).isEqualTo("s");
      assertThat(record.headers())
          .containsEntry(RecordMapper.EVENT_ID, "e-1")
          .containsEntry(RecordMapper.CONTENT_TYPE, RecordMapper.AVRO)
          .containsKey(RecordMapper.REQUEST_ID);
      assertThat(
              Framing.SINGLE_OBJECT
                  .decoder(StreamsConfig.counterSchema())
                  .datumOffset(record.value()))
          .isEqualTo(10);
      assertThat(gateway.ledger().balanced()).isTrue();
    }
  }

  @Test
  void anEventThatTheSinkRefusesIsTheClients() throws Exception {
    try (Gateway gateway = start(Map.of());
        WireClient client = new WireClient(gateway.httpPort())) {
      sink.refusing(true);

      assertThat(client.exchange(WireClient.post(POST, "", EVENT)).status()).isEqualTo(422);
      assertThat(sink.stored()).isEmpty();
    }
  }

  @Test
  void aSpoolTakesItsPlaceWhileItIsAway(@TempDir Path folder) throws Exception {
    Map<String, String> spooling =
        Map.of("REACTIVE_SPOOL_DIR", folder.toString(), "REACTIVE_STREAMS_COUNTER_SPOOL", "true");
    try (Gateway gateway = start(spooling);
        WireClient client = new WireClient(gateway.httpPort())) {
      assertThat(client.exchange(WireClient.event("a", 1)).status()).isEqualTo(201);
      sink.away(true);
      assertThat(client.exchange(WireClient.event("b", 2)).status()).isEqualTo(202);
      sink.away(false);
      TestGateway.await("the spool is replayed", () -> sink.stored().size() == 2);
      assertThat(sink.stored()).extracting(MemorySink.Stored::key).isEqualTo(List.of("a", "b"));
    }
  }
}

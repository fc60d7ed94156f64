package com.reactive.platform.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.reactive.platform.gateway.GatewayConfig;
import com.reactive.platform.gateway.config.Settings;
import com.reactive.platform.gateway.stream.StreamDefinition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OutboxConfigTest {
  private static Settings settings(String url) {
    Map<String, String> keys = new HashMap<>();
    keys.put("streams.counter.enabled", "true");
    keys.put("batch.calibration-file", "");
    keys.put("outbox.url", url);
    keys.put("outbox.user", "reactive");
    return Settings.ofKeys(keys);
  }

  @Test
  void theUrlMayBeOfEitherForm() {
    String url = "postgresql://a:5432,b:5432/shop?targetServerType=primary";
    assertThat(OutboxConfig.from(settings(url), List.of()).orElseThrow().url())
        .isEqualTo("jdbc:" + url);
    assertThat(OutboxConfig.from(settings("jdbc:" + url), List.of()).orElseThrow().url())
        .isEqualTo("jdbc:" + url);
    assertThat(OutboxConfig.from(settings(""), List.of())).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "postgresql://reactive:geheim@db/shop",
        "jdbc:postgresql://reactive:geheim@db/shop",
        "postgresql://db/shop?password=geheim",
        "postgresql://db/shop?sslmode=require&password=geheim",
        "postgresql://db/shop?user=geheim"
      })
  void aLoginInTheUrlIsRefusedAndNotRepeated(String url) {
    assertThatThrownBy(() -> GatewayConfig.from(settings(url)))
        .hasMessageContaining("must not contain the login")
        .message()
        .doesNotContain("geheim");
  }

  private static Settings tables(Map<String, String> further) {
    Map<String, String> keys = new HashMap<>();
    keys.put("streams.counter.from", "public.clicks");
    keys.put("streams.counter.enabled", "true");
    keys.put("batch.calibration-file", "");
    keys.put("outbox.url", "postgresql://db/shop");
    keys.put("outbox.user", "reactive");
    keys.putAll(further);
    return Settings.ofKeys(keys);
  }

  @Test
  void aStreamMayBeFromATable() {
    Settings settings =
        tables(Map.of("outbox.table", "", "streams.counter.from-columns.session_id", "sessionId"));
    OutboxConfig config =
        OutboxConfig.from(settings, GatewayConfig.from(settings).streams()).orElseThrow();
    assertThat(config.tables()).containsExactly("public.clicks");
    assertThat(config.plainTables())
        .containsExactly(
            new CapturedTable(
                "public.clicks",
                "counter",
                true,
                List.of("customerId", "sessionId"),
                Map.of("session_id", "sessionId")));
    assertThat(config.inForce()).containsEntry("streams.counter.from", "public.clicks");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "streams.counter.from | clicks | must be SCHEMA.TABLE, not 'clicks'",
        "outbox.table | public.clicks | public.clicks is the outbox itself",
        "outbox.url | '' | streams.counter.from is set",
        "streams.counter.json | avro | the stream must have json: plain",
        "streams.counter.format | packed | the stream must have format: event",
        "streams.counter.spool | true | the stream must have acks: all and no spool",
        "streams.counter.key | a.b | the stream's key must be a column",
      })
  void aTableThatCannotBecomeEventsIsRefusedAtTheStart(String key, String value, String reason) {
    assertThatThrownBy(() -> GatewayConfig.from(tables(Map.of(key, value))))
        .hasMessageContaining(reason);
  }

  @Test
  void columnsNeedATableAndAnOutboxNeedsOneOfThem() {
    Map<String, String> keys = new HashMap<>();
    keys.put("streams.counter.from", "");
    keys.put("streams.counter.from-columns.a", "b");
    keys.put("outbox.table", "");
    assertThatThrownBy(() -> GatewayConfig.from(tables(keys)))
        .hasMessageContaining("streams.counter.from: is missing, and its columns are set")
        .hasMessageContaining("outbox.table: is empty, and no stream is from a table");
  }

  @Test
  void twoStreamsAreNotFromOneTableAndOneThatIsSwitchedOffIsFromNone() {
    Map<String, String> other = new HashMap<>();
    other.put("streams.other.from", "public.clicks");
    other.put("streams.other.enabled", "false");
    assertThatThrownBy(() -> GatewayConfig.from(tables(other)))
        .hasMessageContaining("public.clicks is the table of another stream already");
    other.put("streams.other.from", "public.other");
    OutboxConfig config = OutboxConfig.from(tables(other), List.of()).orElseThrow();
    assertThat(config.tables()).as("need not be there").doesNotContain("public.other");
    assertThat(config.plainTables())
        .as("its rows are not passed over")
        .contains(new CapturedTable("public.other", "other", false, List.of(), Map.of()));
  }

  @Test
  void theEnvironmentIsOverTheFileInTheNamesOfColumns(@TempDir Path dir) throws IOException {
    Path file =
        Files.writeString(
            dir.resolve("gateway.yaml"),
            """
            batch.calibration-file: ""
            outbox: {url: "postgresql://db/shop", user: reactive}
            streams.counter: {from: public.clicks, from-columns: {internal_note: note, pin: pin}}
            """);
    Map<String, String> env =
        Map.of(
            "REACTIVE_STREAMS_COUNTER_ENABLED", "true",
            "REACTIVE_STREAMS_COUNTER_FROM_COLUMNS_INTERNAL_NOTE", "");
    List<StreamDefinition> streams = GatewayConfig.from(Settings.of(file, env)).streams();
    OutboxConfig config = OutboxConfig.from(Settings.of(file, env), streams).orElseThrow();
    assertThat(config.plainTables().get(0).fields())
        .containsExactlyInAnyOrderEntriesOf(Map.of("internal_note", "", "pin", "pin"));
  }
}

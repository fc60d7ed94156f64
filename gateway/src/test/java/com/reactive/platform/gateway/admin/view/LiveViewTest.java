package com.reactive.platform.gateway.admin.view;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.reactive.platform.gateway.http.HttpLoad;
import com.reactive.platform.gateway.ingest.InFlightLimiter;
import com.reactive.platform.gateway.ledger.Ledger;
import com.reactive.platform.gateway.ledger.Rates;
import com.reactive.platform.gateway.limit.LimitKind;
import com.reactive.platform.gateway.limit.Limits;
import com.reactive.platform.gateway.limit.Rate;
import com.reactive.platform.gateway.microbatch.BatcherStats;
import com.reactive.platform.gateway.sink.SinkState;
import com.reactive.platform.gateway.sink.SinkTraffic;
import com.reactive.platform.gateway.sink.TopicPartitions;
import com.reactive.platform.gateway.sink.TopicSettings;
import com.reactive.platform.gateway.telemetry.ClientProtocol;
import com.reactive.platform.gateway.telemetry.LiveStats;
import com.reactive.platform.gateway.testing.FakeTopic;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What the live page is told of topics, brokers, protocols and limits. */
class LiveViewTest {
  private static final Limits.Seen UNLIMITED =
      new Limits.Seen(Rate.UNLIMITED, Rate.UNLIMITED, 0, 1, Map.of());

  private final LiveStats stats = new LiveStats();
  private final LiveView view = new LiveView(stats, 4_000);
  private int seconds;
  private String snapshot;

  /** A second with this status. */
  private JsonNode tick(Status now) throws IOException {
    seconds++;
    view.tick(
        now,
        true,
        TimeUnit.SECONDS.toNanos(seconds),
        1_000L * seconds,
        (point, merged, all) -> snapshot = all.get());
    return snapshot == null ? null : new ObjectMapper().readTree(snapshot);
  }

  @Test
  void topicsAreToldAsKafkaDescribedThemAndNoMore() throws IOException {
    TopicSettings.Configs configs = new TopicSettings.Configs(2, false, 1 << 20, "delete", -1);
    Status now =
        status(
            List.of(
                new Topic(
                    "orders",
                    Optional.of(new TopicPartitions(12, 1, 3, 2, 1)),
                    Optional.of(new TopicSettings(3, Optional.of(configs)))),
                new Topic("clicks", Optional.empty(), Optional.empty())),
            UNLIMITED,
            0);
    tick(now);
    JsonNode topics = tick(now).at("/kafka/topics");
    assertThat(topics.get(0).toString())
        .isEqualTo(
            "{\"topic\":\"orders\",\"state\":\"degraded\",\"partitions\":12,\"leaderless\":1,"
                + "\"replicas\":3,\"inSync\":2,\"outOfSync\":1,\"minInsyncReplicas\":2}");
    assertThat(topics.get(1).toString()).isEqualTo("{\"topic\":\"clicks\",\"state\":\"degraded\"}");
  }

  @Test
  void protocolsAndBrokersHaveTimesOfTheirOwn() throws IOException {
    Status now = status(List.of(), UNLIMITED, 0);
    tick(now);
    stats.route("/a").ended(ClientProtocol.HTTP2, 201, null, 4_000_000, 10, null);
    stats.answers(7).accept(3_000_000);
    JsonNode json = tick(now);
    assertThat(json.at("/protocols/http2").asDouble()).isEqualTo(1);
    assertThat(json.at("/protocolMicros/http2/p99").asLong()).isBetween(3_990L, 4_040L);
    assertThat(json.at("/protocolMicros").has("grpc")).isFalse();
    assertThat(json.at("/kafka/brokers/0/id").asInt()).isEqualTo(7);
    assertThat(json.at("/kafka/brokers/0/micros/count").asInt()).isEqualTo(1);
    assertThat(json.at("/kafka/brokers/0/micros/p99").asLong()).isBetween(2_990L, 3_030L);
  }

  @Test
  void limitsTellWhatIsInForceInUseAndWasRefusedInTheLastMinute() throws IOException {
    tick(status(List.of(), limits(1_000), 500));
    JsonNode json = tick(status(List.of(), limits(1_009), 503));
    assertThat(limit(json, "in-flight"))
        .isEqualTo("{\"limit\":\"in-flight\",\"refused\":3,\"most\":200,\"used\":50}");
    assertThat(limit(json, "buffer")).contains("\"most\":4000,\"used\":100");
    assertThat(limit(json, "bodies")).contains("\"most\":9000,\"used\":90");
    assertThat(limit(json, "connections")).contains("\"most\":1000,\"used\":8");
    assertThat(limit(json, "address-connections")).contains("\"most\":5");
    assertThat(limit(json, "address"))
        .isEqualTo(
            "{\"limit\":\"address\",\"refused\":9,\"perSecond\":40.0,\"burst\":10,\"instances\":4,"
                + "\"sharePerSecond\":10.0,\"shareBurst\":3}");
    assertThat(limit(json, "address-bytes")).contains("\"perSecond\":0.0").doesNotContain("share");
    for (int second = 0; second < 60; second++) {
      json = tick(status(List.of(), limits(1_009), 503));
    }
    assertThat(limit(json, "address")).contains("\"refused\":0");
  }

  private static String limit(JsonNode json, String name) {
    for (JsonNode each : json.get("limits")) {
      if (each.get("limit").asText().equals(name)) {
        return each.toString();
      }
    }
    throw new AssertionError(name + " in " + json.get("limits"));
  }

  private static Limits.Seen limits(long refused) {
    return new Limits.Seen(
        new Rate(40, 10), Rate.UNLIMITED, 5, 4, Map.of(LimitKind.ADDRESS, refused));
  }

  private static final class Topic extends FakeTopic {
    private final Optional<TopicPartitions> partitions;
    private final Optional<TopicSettings> settings;

    Topic(String name, Optional<TopicPartitions> partitions, Optional<TopicSettings> settings) {
      super(name);
      this.partitions = partitions;
      this.settings = settings;
    }

    @Override
    public SinkState state() {
      return SinkState.DEGRADED;
    }

    @Override
    public Optional<TopicPartitions> partitions() {
      return partitions;
    }

    @Override
    public Optional<TopicSettings> settings() {
      return settings;
    }
  }

  private static Status status(List<Topic> topics, Limits.Seen limits, long refusedInFlight) {
    BatcherStats batcher =
        new BatcherStats(0, 0, 0, 0, 0, 0, 1, 100, 0, 0, Map.of(), null, 1, 1, 0);
    PipelineStatus pipeline = new PipelineStatus("default", batcher, Optional.empty(), "");
    HttpLoad load =
        new HttpLoad(
            List.of(new InFlightLimiter.Load(200, 50, refusedInFlight, 0)),
            0,
            0,
            0,
            1,
            List.of(),
            new HttpLoad.Bodies(9_000, 90, 0));
    return new Status(
        "1",
        1,
        true,
        false,
        "ready",
        "",
        "k:1",
        List.of(),
        Map.of(),
        topics,
        SinkTraffic.NONE,
        8,
        2,
        new Ledger().snapshot(0),
        new Rates(),
        batcher,
        pipeline,
        List.of(pipeline),
        load,
        limits,
        1_000,
        Health.UNKNOWN,
        Performance.of(new LiveStats().latest(), 0, 0),
        Optional.empty(),
        Map.of(),
        Map.of());
  }
}

package com.reactive.platform.gateway.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.telemetry.LiveStats.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LiveStatsTest {
  private static final long MILLI = 1_000_000;

  private final LiveStats stats = new LiveStats();

  @Test
  void ofACallItsEventsCountAndOfAnyOtherRequestItsResponse() {
    LiveStats stats = new LiveStats();
    RequestMetrics method = stats.route("/reactive.counter.Publisher/PublishStream");
    method.messageEnded(ClientProtocol.GRPC, 201, null, 3 * MILLI);
    method.messageEnded(ClientProtocol.GRPC, 503, "not-written", 3 * MILLI);
    method.callEnded(ClientProtocol.GRPC, "OK", false, 900 * MILLI);
    method.ended(ClientProtocol.GRPC, 200, null, 900 * MILLI, 10, null);
    stats.route("counter").ended(ClientProtocol.HTTP2, 201, null, MILLI, 10, null);
    LiveStats.Sample sample = stats.sample();
    assertThat(sample.answers()).containsExactlyInAnyOrderEntriesOf(Map.of(201, 2L, 503, 1L));
    assertThat(sample.protocols())
        .containsEntry(ClientProtocol.GRPC, 2L)
        .containsEntry(ClientProtocol.HTTP2, 1L)
        .containsEntry(ClientProtocol.HTTP1, 0L);
    assertThat(sample.micros().count()).isEqualTo(3);
    assertThat(stats.sample().protocols()).containsEntry(ClientProtocol.GRPC, 0L);
  }

  @Test
  void eachProtocolHasTimesOfItsOwnAndAllHaveThemTogether() {
    RequestMetrics route = stats.route("counter");
    assertThat(stats.sample().protocolMicros()).isEmpty();
    for (int i = 0; i < 90; i++) {
      route.ended(ClientProtocol.HTTP1, 201, null, 10 * MILLI, 10, null);
    }
    for (int i = 0; i < 10; i++) {
      route.messageEnded(ClientProtocol.CONNECT, 201, null, 400 * MILLI);
    }
    route.ended(ClientProtocol.HTTP2, 422, "schema-mismatch", MILLI, 10, null);
    Sample sample = stats.sample();
    assertThat(sample.protocolMicros())
        .containsOnlyKeys(ClientProtocol.HTTP1, ClientProtocol.CONNECT);
    assertThat(sample.protocolMicros().get(ClientProtocol.HTTP1).p99()).isBetween(9_900L, 10_200L);
    assertThat(sample.protocolMicros().get(ClientProtocol.CONNECT).p50())
        .isBetween(396_000L, 404_000L);
    assertThat(sample.micros().count()).isEqualTo(100);
    assertThat(sample.micros().p50()).isBetween(9_900L, 10_200L);
    assertThat(sample.micros().p99()).isBetween(396_000L, 404_000L);
  }

  @Test
  void aBrokerHasTheTimesOfTheLastTenSamples() {
    stats.answers(1).accept(7 * MILLI);
    stats.answers(2).accept(90 * MILLI);
    stats.answers(1).accept(7 * MILLI);
    for (int i = 0; i < 10; i++) {
      assertThat(stats.sample().brokerMicros().get(1).count()).as("sample %d", i).isEqualTo(2);
    }
    assertThat(stats.latest().brokerMicros().get(2).p99()).isBetween(89_000L, 91_000L);
    assertThat(stats.sample().brokerMicros()).as("they may be gone").isEmpty();
  }

  @Test
  void answersAreCountedOnceByStatusAndRoute() {
    RequestMetrics orders = stats.route("orders");
    RequestMetrics counter = stats.route("counter");
    orders.ended(ClientProtocol.HTTP1, 201, null, MILLI, 10, null);
    orders.ended(ClientProtocol.HTTP1, 201, null, MILLI, 10, null);
    counter.ended(ClientProtocol.HTTP1, 201, null, MILLI, 10, null);
    counter.ended(ClientProtocol.HTTP1, 422, "schema-mismatch", MILLI, 10, null);
    counter.ended(ClientProtocol.HTTP1, 0, null, MILLI, 10, null);

    Sample first = stats.sample();
    assertThat(first.answers()).isEqualTo(Map.of(201, 3L, 422, 1L, 0, 1L));
    assertThat(first.routes())
        .containsExactly(
            new LiveStats.RouteSample("counter", Map.of(0, 1L, 201, 1L, 422, 1L)),
            new LiveStats.RouteSample("orders", Map.of(201, 2L)));
    assertThat(stats.sample().answers()).isEmpty();

    assertThat(stats.route("orders")).as("after a reload").isSameAs(orders);
  }

  @Test
  void quickRefusalsDoNotMakeItLookFast() {
    RequestMetrics route = stats.route("counter");
    for (int i = 0; i < 1_000; i++) {
      route.ended(ClientProtocol.HTTP1, 503, "kafka-unavailable", 1_000, 10, null);
      route.ended(ClientProtocol.HTTP1, 422, "schema-mismatch", 1_000, 10, null);
    }
    route.ended(ClientProtocol.HTTP1, 504, "unknown", 20_000 * MILLI, 10, null);
    route.ended(ClientProtocol.HTTP1, 503, "not-written", 5_000 * MILLI, 10, null);
    route.ended(ClientProtocol.HTTP1, 201, null, 3 * MILLI, 10, null);
    route.ended(ClientProtocol.HTTP1, 202, null, 1_000, 10, null);

    DistributionSummary micros = stats.sample().micros();
    assertThat(micros.count()).isEqualTo(3);
    assertThat(micros.p50()).isBetween(4_900_000L, 5_100_000L);
    assertThat(micros.p99()).isBetween(19_000_000L, 21_000_000L);
  }

  @Test
  void timesAreThoseOfTheLastFiveSamples() {
    RequestMetrics route = stats.route("counter");
    route.ended(ClientProtocol.HTTP1, 201, null, 3 * MILLI, 10, null);
    for (int i = 0; i < 5; i++) {
      assertThat(stats.sample().micros().count()).as("sample %d", i).isEqualTo(1);
    }
    assertThat(stats.sample().micros()).isEqualTo(new DistributionSummary(0, 0, 0, 0, 0));
  }

  @Test
  void eachRouteIsMeasuredByItsOwnBudget() {
    stats.budgets(Map.of("fast", 10 * MILLI, "slow", 1_000 * MILLI));
    for (String name : List.of("fast", "slow", "none")) {
      stats.route(name).ended(ClientProtocol.HTTP1, 201, null, 500 * MILLI, 10, null);
    }
    assertThat(stats.sample().overBudget()).isEqualTo(1);
    assertThat(stats.latest().shortestBudgetNanos()).isEqualTo(10 * MILLI);
    assertThat(stats.latest().longestBudgetNanos()).isEqualTo(1_000 * MILLI);

    stats.budgets(Map.of("slow", 100 * MILLI));
    for (String name : List.of("fast", "slow", "none")) {
      stats.route(name).ended(ClientProtocol.HTTP1, 201, null, 500 * MILLI, 10, null);
    }
    for (int i = 0; i < 4; i++) {
      assertThat(stats.sample().overBudget()).as("sample %d", i).isEqualTo(2);
    }
    assertThat(stats.sample().overBudget()).isEqualTo(1);
    assertThat(stats.sample().overBudget()).isZero();
    assertThat(stats.overBudget()).isEqualTo(2);
  }

  @Test
  void problemsAreKeptByTypeEachWithItsLatestExample() {
    RequestMetrics counter = stats.route("counter");
    counter.problem("schema-mismatch", "a is missing", "/a");
    counter.problem("schema-mismatch", "b is missing", "/b");
    stats.route("orders").problem("rate-limited", "", null);
    assertThat(stats.sample().problems())
        .satisfiesExactlyInAnyOrder(
            problem -> {
              assertThat(problem.route()).isEqualTo("counter");
              assertThat(problem.problem()).isEqualTo("schema-mismatch");
              assertThat(problem.count()).isEqualTo(2);
              assertThat(problem.added()).isEqualTo(2);
              assertThat(problem.latestMillis()).isPositive();
              assertThat(problem.detail()).isEqualTo("b is missing");
              assertThat(problem.pointer()).isEqualTo("/b");
            },
            problem -> assertThat(problem.problem()).isEqualTo("rate-limited"));

    counter.problem("schema-mismatch", "c is missing", "/c");
    assertThat(stats.sample().problems())
        .filteredOn(problem -> problem.route().equals("counter"))
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.count()).isEqualTo(3);
              assertThat(problem.added()).isEqualTo(1);
            });
  }

  @Test
  void bytesAreThoseSinceTheSampleBefore() {
    stats.route("a").ended(ClientProtocol.HTTP1, 201, null, MILLI, 10, null);
    stats.route("b").ended(ClientProtocol.GRPC, 200, null, MILLI, 32, null);
    assertThat(stats.sample().bodyBytes()).isEqualTo(42);
    assertThat(stats.sample().bodyBytes()).isZero();
  }

  @Test
  void timesInKafkaAreThoseOfWhatWasWritten() {
    for (int i = 0; i < 800; i++) {
      stats.completed("t", System.nanoTime() - 7 * MILLI, null);
      stats.completed("t", System.nanoTime() - 900 * MILLI, new IllegalStateException());
    }
    DistributionSummary micros = stats.sample().kafkaMicros();
    assertThat(micros.count()).isBetween(20L, 300L);
    assertThat(micros.p50()).isBetween(6_900L, 800_000L);
  }

  @Test
  void absurdValuesAreBounded() {
    RequestMetrics route = stats.route("counter");
    route.ended(ClientProtocol.HTTP1, -1, null, -5, 0, null);
    route.ended(ClientProtocol.HTTP1, 9_999, null, 5, 0, null);
    route.ended(ClientProtocol.HTTP1, 201, null, Long.MAX_VALUE, 0, null);
    route.ended(ClientProtocol.HTTP1, 201, null, -5, 0, null);
    assertThat(stats.sample().answers()).isEqualTo(Map.of(0, 2L, 201, 2L));
  }

  @Test
  void nothingIsLostOrCountedTwiceWhileSampled() throws Exception {
    int threads = 4;
    int each = 200_000;
    List<Thread> running = new ArrayList<>();
    RequestMetrics route = stats.route("counter");
    for (int i = 0; i < threads; i++) {
      Thread thread =
          new Thread(
              () -> {
                for (int n = 0; n < each; n++) {
                  route.ended(ClientProtocol.HTTP1, 201, null, n, 0, null);
                }
              });
      thread.start();
      running.add(thread);
    }
    long seen = 0;
    while (running.stream().anyMatch(Thread::isAlive)) {
      seen += stats.sample().answers().getOrDefault(201, 0L);
    }
    for (Thread thread : running) {
      thread.join();
    }
    seen += stats.sample().answers().getOrDefault(201, 0L);
    assertThat(seen).isEqualTo((long) threads * each);
  }
}

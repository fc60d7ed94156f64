package com.reactive.platform.gateway.idempotency.log;

import static com.reactive.platform.gateway.idempotency.log.LogSearch.URGENT_IN_A_ROW;
import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.sink.EventLog.Place;
import com.reactive.platform.gateway.sink.EventLog.Query;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

class LogSearchTest {
  private static final int SETTLING = 20;
  private static final int LOOK_UPS = 8;
  private static final int OF_ONE = 3;
  private static final int OF_PASS = 5;
  private static final int PASSES = 2;

  private final FakeLog log = new FakeLog();
  private final List<Long> rests = new ArrayList<>();
  private final List<Runnable> later = new ArrayList<>();
  private long nanos;
  private final LogSearch search =
      new LogSearch(
          log,
          new LogSearch.Bounds(SETTLING, LOOK_UPS, OF_ONE, OF_PASS, PASSES, 1_000),
          millis -> {
            rests.add(millis);
            return later::add;
          },
          () -> nanos);

  @Test
  void whatWaitsSharesTheNextPass() {
    CompletableFuture<Optional<Place>> first = search.settle(query("t", 1));
    CompletableFuture<Optional<Place>> second = search.settle(query("t", 2));
    CompletableFuture<Optional<Place>> third = search.lookUp(query("t", 3), "c");
    assertThat(sought()).containsExactly(List.of(1));
    log.passes.get(0).done.complete(null);
    assertThat(first.join()).isEmpty();
    assertThat(sought()).containsExactly(List.of(1), List.of(3, 2));
    Place place = new Place(1, 2, 3);
    log.passes.get(1).seekers.get(1).found(place);
    assertThat(second.join()).contains(place);
    assertThat(third).isNotDone();
    log.passes.get(1).done.complete(null);
    assertThat(third.join()).isEmpty();
    assertThat(search.stats().passes()).isEqualTo(2);
  }

  @Test
  void aFailureIsThatOfAllWhoseEventsAreNotFound() {
    search.settle(query("t", 0));
    CompletableFuture<Optional<Place>> first = search.settle(query("t", 1));
    CompletableFuture<Optional<Place>> second = search.settle(query("t", 2));
    log.passes.get(0).done.complete(null);
    log.passes.get(1).seekers.get(0).found(new Place(1, 2, 3));
    log.passes.get(1).done.completeExceptionally(new IllegalStateException("no leader"));
    assertThat(first.join()).isPresent();
    assertThat(second).isCompletedExceptionally();
    search.settle(query("t", 3));
    assertThat(log.passes).hasSize(3);
  }

  @Test
  void topicsAndSinglePlacesHavePassesOfTheirOwn() {
    search.lookUp(query("a", 1), "c");
    search.lookUp(query("a", 2), "c");
    search.lookUp(at("a", 3), "c");
    search.lookUp(query("b", 4), "d");
    assertThat(sought()).containsExactly(List.of(1), List.of(3));
    log.passes.get(1).done.complete(null);
    assertThat(sought()).containsExactly(List.of(1), List.of(3), List.of(4));
    log.passes.get(0).done.complete(null);
    assertThat(log.passes.get(3).topic).isEqualTo("a");
  }

  @Test
  void whoeverWaitsLongestIsNextHoweverManyJoin() {
    search.lookUp(query("a", 1), "c");
    search.lookUp(query("b", 2), "c");
    search.lookUp(query("c", 3), "c");
    search.lookUp(query("d", 4), "d");
    search.lookUp(query("c", 5), "d");
    log.passes.get(0).done.complete(null);
    assertThat(sought().get(2)).containsExactly(3, 5);
  }

  @Test
  void whatSettlesGoesFirst() {
    search.lookUp(query("a", 1), "c");
    search.lookUp(query("b", 2), "c");
    search.lookUp(query("c", 3), "c");
    search.settle(query("d", 4));
    log.passes.get(0).done.complete(null);
    assertThat(log.passes.get(2).topic).isEqualTo("d");
    log.passes.get(1).done.complete(null);
    assertThat(log.passes.get(3).topic).isEqualTo("c");
  }

  @Test
  void topicsThatSettleTakeTurns() {
    search.settle(query("a", 1));
    search.settle(query("b", 2));
    search.settle(query("c", 3));
    search.settle(query("a", 4));
    log.passes.get(0).done.complete(null);
    assertThat(log.passes.get(2).topic).isEqualTo("c");
    log.passes.get(1).done.complete(null);
    assertThat(log.passes.get(3).topic).isEqualTo("a");
  }

  @Test
  void lookUpsOfOtherTopicsHaveTheirTurn() {
    search.settle(query("a", 1));
    search.settle(query("b", 2));
    search.lookUp(query("c", 3), "c");
    for (int done = 0; done < URGENT_IN_A_ROW - 1; done++) {
      assertThat(log.passes.get(log.passes.size() - 1).topic).isNotEqualTo("c");
      search.settle(query(log.passes.get(done).topic, 4));
      log.passes.get(done).done.complete(null);
    }
    assertThat(log.passes.get(URGENT_IN_A_ROW).topic).isEqualTo("c");
    assertThat(log.passes).hasSize(URGENT_IN_A_ROW + 1);
  }

  /** A pass for look-ups may take a minute. */
  @Test
  void lookUpsLeaveAPlaceToWhatSettles() {
    search.settle(query("a", 1));
    search.settle(query("b", 2));
    search.lookUp(query("c", 3), "c");
    search.lookUp(query("d", 4), "d");
    for (int i = 0; i < 3 * URGENT_IN_A_ROW; i++) {
      if (i != URGENT_IN_A_ROW) {
        search.settle(query(log.passes.get(i).topic, 5));
        log.passes.get(i).done.complete(null);
      }
    }
    assertThat(log.passes.get(URGENT_IN_A_ROW).topic).isEqualTo("c");
    assertThat(log.passes).extracting(pass -> pass.topic).doesNotContain("d");
    log.passes.get(URGENT_IN_A_ROW).done.complete(null);
    assertThat(log.passes.get(log.passes.size() - 1).topic).isEqualTo("d");
  }

  /**
   * Thousands of searches after an outage refuse no look-up, and make none wait for all of them.
   */
  @Test
  void aPassTakesAllLookUpsAndSomeThatSettle() {
    search.settle(query("t", 0));
    for (int i = 1; i <= SETTLING; i++) {
      search.settle(query("t", i));
    }
    assertRefused(search.settle(query("t", 99)));
    search.lookUp(query("t", 100), "c");
    log.passes.get(0).done.complete(null);
    assertThat(sought().get(1)).containsExactly(100, 1, 2, 3, 4, 5);
    assertThat(search.stats().settling()).isEqualTo(SETTLING - OF_PASS);
    assertThat(search.stats().lookUps()).isZero();
    log.passes.get(1).done.complete(null);
    assertThat(sought().get(2)).containsExactly(6, 7, 8, 9, 10);
  }

  @Test
  void aClientKeepsNoOtherFromBeingServed() {
    search.lookUp(query("t", 0), "a");
    for (int i = 1; i <= OF_ONE; i++) {
      search.lookUp(query("t", i), "a");
    }
    assertRefused(search.lookUp(query("t", 4), "a"));
    assertThat(search.lookUp(query("t", 5), "b")).isNotDone();
    // Half of the places are taken: one for each.
    assertRefused(search.lookUp(query("t", 6), "b"));
    for (String client : List.of("c", "d", "e", "f")) {
      assertThat(search.lookUp(query("t", 7), client)).isNotDone();
    }
    assertThat(search.stats().lookUps()).isEqualTo(LOOK_UPS);
    assertRefused(search.lookUp(query("t", 8), "g"));
    log.passes.get(0).done.complete(null);
    assertThat(search.lookUp(query("t", 9), "a")).isNotDone();
  }

  /** Whoever asks for what is not there has the log read for half of the time at most. */
  @Test
  void afterAPassForLookUpsAloneTheTopicRestsForAsLong() {
    search.lookUp(query("t", 1), "a");
    search.lookUp(query("t", 2), "a");
    nanos = 3_000_000;
    log.passes.get(0).done.complete(null);
    assertThat(rests).containsExactly(3L);
    assertThat(log.passes).hasSize(1);
    later.remove(0).run();
    assertThat(sought()).containsExactly(List.of(1), List.of(2));
    assertThat(search.stats().passNanos()).isEqualTo(nanos);
  }

  @Test
  void whatSettlesWaitsForNoRest() {
    search.lookUp(query("t", 1), "a");
    search.lookUp(query("t", 2), "a");
    nanos = 3_000_000;
    log.passes.get(0).done.complete(null);
    search.settle(query("t", 3));
    assertThat(sought()).containsExactly(List.of(1), List.of(2, 3));
    nanos = 6_000_000;
    later.remove(0).run();
    log.passes.get(1).done.complete(null);
    assertThat(later).isEmpty();
    search.lookUp(query("t", 4), "a");
    assertThat(sought().get(2)).containsExactly(4);
  }

  private static void assertRefused(CompletableFuture<?> search) {
    assertThat(search)
        .failsWithin(Duration.ZERO)
        .withThrowableOfType(ExecutionException.class)
        .withCauseInstanceOf(RejectedExecutionException.class);
  }

  /** The ids that each pass looks for. */
  private List<List<Integer>> sought() {
    List<List<Integer>> ids = new ArrayList<>();
    log.passes.forEach(
        pass ->
            ids.add(
                pass.seekers.stream().map(seeker -> (int) seeker.query().eventId()[0]).toList()));
    return ids;
  }

  private static Query query(String topic, int id) {
    return new Query(topic, -1, -1, 0, true, new byte[] {(byte) id}, 0, event -> true);
  }

  private static Query at(String topic, int id) {
    return new Query(topic, 0, 5, 0, true, new byte[] {(byte) id}, 0, event -> true);
  }
}

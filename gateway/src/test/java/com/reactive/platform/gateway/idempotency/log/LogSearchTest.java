package com.reactive.platform.gateway.idempotency.log;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.sink.EventLog.Place;
import com.reactive.platform.gateway.sink.EventLog.Query;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

class LogSearchTest {
  private final FakeLog log = new FakeLog();
  private final LogSearch search = new LogSearch(log, 2, 1_000);

  @Test
  void looksForOneAfterTheOther() {
    CompletableFuture<Optional<Place>> first = search.find(query(1));
    CompletableFuture<Optional<Place>> second = search.find(query(2));
    assertThat(log.queries).hasSize(1);
    Place place = new Place(1, 2, 3);
    log.searches.get(0).complete(Optional.of(place));
    assertThat(first.join()).contains(place);
    assertThat(log.queries).hasSize(2);
    assertThat(second).isNotDone();
    log.searches.get(1).complete(Optional.empty());
    assertThat(second.join()).isEmpty();
  }

  @Test
  void aFailureIsOneSearchsOwn() {
    CompletableFuture<Optional<Place>> first = search.find(query(1));
    CompletableFuture<Optional<Place>> second = search.find(query(2));
    log.searches.get(0).completeExceptionally(new IllegalStateException("no leader"));
    assertThat(first).isCompletedExceptionally();
    log.searches.get(1).complete(Optional.empty());
    assertThat(second.join()).isEmpty();
  }

  @Test
  void refusesWhatWouldWaitForTooMany() {
    search.find(query(1));
    search.find(query(2));
    search.find(query(3));
    assertThat(search.find(query(4)))
        .failsWithin(Duration.ZERO)
        .withThrowableOfType(ExecutionException.class)
        .withCauseInstanceOf(RejectedExecutionException.class);
    assertThat(log.queries).hasSize(1);
  }

  private static Query query(int id) {
    return new Query("topic", -1, -1, 0, true, new byte[] {(byte) id}, 0);
  }
}

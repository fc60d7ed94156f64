package com.reactive.platform.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.idempotency.StoredOutcome;
import com.reactive.platform.gateway.ingest.EventSearch;
import com.reactive.platform.gateway.sink.EventLog;
import com.reactive.platform.gateway.stream.StreamDefinition;
import com.reactive.platform.gateway.testing.TestStreams;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** In which of a stream's two topics an event is looked for, and what a fault of one of them is. */
class LoggedEventsTest {
  private static final String ID = "order-1";
  private static final StreamDefinition STREAM =
      TestStreams.counterWithHotTopic("orders", "orders-hot");

  private final Map<String, EventLog.Place> there = new HashMap<>();
  private final Set<String> unreadable = new HashSet<>();
  private final Set<String> absent = new HashSet<>();
  private final List<String> searched = new ArrayList<>();
  private final LoggedEvents events =
      new LoggedEvents(new Log(), absent::contains, 10, millis -> Runnable::run);

  private final class Log implements EventLog {
    @Override
    public Optional<String> whyNot() {
      return Optional.empty();
    }

    @Override
    public Tail read(String topic, long sinceMillis, Visitor visitor) {
      throw new AssertionError("nothing is followed");
    }

    @Override
    public CompletableFuture<Void> find(
        String topic, Collection<? extends Seeker> seekers, long timeoutMillis) {
      boolean placed = seekers.iterator().next().query().isPlaced();
      searched.add(topic + (placed ? " at a place" : ""));
      if (unreadable.contains(topic)) {
        return CompletableFuture.failedFuture(new IllegalStateException(topic));
      }
      if (there.containsKey(topic) && !placed) {
        seekers.forEach(seeker -> seeker.found(there.get(topic)));
      }
      return CompletableFuture.completedFuture(null);
    }
  }

  private CompletableFuture<OptionalLong> settle(boolean isHot) {
    return events.find(
        new EventSearch.Wanted(
            STREAM, "", ID, StoredOutcome.UNKNOWN, null, isHot, 0, request -> true));
  }

  private CompletableFuture<OptionalLong> lookUp(long place) {
    return events.find(
        new EventSearch.Wanted(STREAM, "", ID, place, "client", false, 0, request -> true));
  }

  @Test
  void anEventIsSettledByTheTopicThatItWentTo() {
    unreadable.add("orders-hot");
    assertThat(settle(false)).isCompletedWithValue(OptionalLong.empty());
    assertThat(searched).containsExactly("orders");
    unreadable.clear();
    there.put("orders-hot", new EventLog.Place(2, 7, 0));
    assertThat(settle(true)).isCompletedWithValue(OptionalLong.of(StoredOutcome.of(2, 7, true)));
    assertThat(searched).containsExactly("orders", "orders-hot");
  }

  @Test
  void aTopicThatIsGoneSettlesNothing() {
    absent.add("orders-hot");
    assertThat(settle(true)).isCompletedExceptionally();
    assertThat(searched).isEmpty();
  }

  @Test
  void aLookUpSearchesBothTopics() {
    there.put("orders-hot", new EventLog.Place(2, 7, 0));
    assertThat(lookUp(-1)).isCompletedWithValue(OptionalLong.of(StoredOutcome.of(2, 7, true)));
    assertThat(searched).containsExactly("orders", "orders-hot");
  }

  @Test
  void aTopicThatIsNotThereIsNotSearched() {
    absent.add("orders-hot");
    assertThat(lookUp(-1)).isCompletedWithValue(OptionalLong.empty());
    assertThat(searched).containsExactly("orders");
  }

  @Test
  void whatOnlyAnUnreadableTopicCouldHaveIsNotKnown() {
    unreadable.add("orders-hot");
    assertThat(lookUp(-1)).isCompletedExceptionally();
  }

  @Test
  void aWrongPlaceHidesNothingThatIsElsewhere() {
    unreadable.add("orders-hot");
    there.put("orders", new EventLog.Place(1, 5, 0));
    assertThat(lookUp(StoredOutcome.of(0, 3)))
        .isCompletedWithValue(OptionalLong.of(StoredOutcome.of(1, 5)));
    assertThat(searched).containsExactly("orders at a place", "orders-hot at a place", "orders");
  }
}

package com.reactive.platform.gateway.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.event.EventIds;
import com.reactive.platform.gateway.idempotency.KeyClaim;
import com.reactive.platform.gateway.idempotency.KeyHasher;
import com.reactive.platform.gateway.idempotency.KeyWindow;
import com.reactive.platform.gateway.idempotency.KeyWindows;
import com.reactive.platform.gateway.idempotency.OpenKey;
import com.reactive.platform.gateway.idempotency.RequestHasher;
import com.reactive.platform.gateway.idempotency.StoredOutcome;
import com.reactive.platform.gateway.ledger.Ledger;
import com.reactive.platform.gateway.ledger.Settled;
import com.reactive.platform.gateway.microbatch.Settlement;
import com.reactive.platform.gateway.stream.StreamDefinition;
import com.reactive.platform.gateway.testing.TestStreams;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Unknown outcomes that the sink cannot find out, with a log that says what the test says. */
class UnsettledEventsTest {
  private static final long SETTLE_MILLIS = 100_000;
  private static final long UNDER_WAY_MILLIS = 20_000;
  private static final long FINGERPRINT = 11;
  private static final String CALLER = "me";

  private final Ledger ledger = new Ledger();
  private final List<Long> pauses = new ArrayList<>();
  private final List<Runnable> later = new ArrayList<>();
  private final List<EventSearch.Wanted> asked = new ArrayList<>();
  private final List<CompletableFuture<OptionalLong>> answers = new ArrayList<>();
  private final UnsettledEvents events =
      new UnsettledEvents(
          ledger,
          10,
          SETTLE_MILLIS,
          UNDER_WAY_MILLIS,
          millis -> {
            pauses.add(millis);
            return later::add;
          });
  private final KeyWindow window = new KeyWindows(1 << 20).of("counter", "t", 600_000, 1_000);
  private final StreamDefinition stream = TestStreams.counter("t");

  private CompletableFuture<OptionalLong> search(EventSearch.Wanted wanted) {
    asked.add(wanted);
    CompletableFuture<OptionalLong> answer = new CompletableFuture<>();
    answers.add(answer);
    return answer;
  }

  private Settlement add(String eventId, KeyClaim claim) {
    return add(eventId, false, claim);
  }

  private Settlement add(String eventId, boolean isHot, KeyClaim claim) {
    OpenKey key = claim == null ? null : claim.key();
    return events.add(stream, this::search, CALLER, eventId, isHot, key);
  }

  private KeyClaim claim(String key, long fingerprint) {
    KeyHasher hasher = window.newHasher();
    long caller = RequestHasher.callerOf("counter", CALLER);
    return window.claim(hasher.key(caller, key.getBytes(StandardCharsets.US_ASCII)), fingerprint);
  }

  private void answer(OptionalLong place) {
    answers.get(answers.size() - 1).complete(place);
  }

  private void passTime() {
    later.remove(0).run();
  }

  private long settled(Settled result) {
    return ledger.snapshot(0).settled().get(result);
  }

  @Test
  void whatTheLogHasIsWritten() {
    Settlement settlement = add("k", claim("k", FINGERPRINT));
    settlement.unsettled(null);
    assertThat(asked).hasSize(1);
    assertThat(asked.get(0).settles()).isTrue();
    answer(OptionalLong.of(StoredOutcome.of(2, 9)));
    assertThat(claim("k", FINGERPRINT).outcome()).isEqualTo(StoredOutcome.of(2, 9));
    assertThat(events.has("counter", CALLER, "k")).isFalse();
    assertThat(settled(Settled.SETTLED_WRITTEN)).isEqualTo(1);
  }

  @Test
  void itIsInTheTopicThatItWentToOrWhereTheLogHasIt() {
    add("sink", true, claim("sink", FINGERPRINT)).written(2, 9);
    assertThat(claim("sink", FINGERPRINT).outcome()).isEqualTo(StoredOutcome.of(2, 9, true));
    add("log", false, claim("log", FINGERPRINT)).unsettled(null);
    answer(OptionalLong.of(StoredOutcome.of(3, 8, true)));
    assertThat(claim("log", FINGERPRINT).outcome()).isEqualTo(StoredOutcome.of(3, 8, true));
  }

  /** A broker that stood still may append it late. */
  @Test
  void theLogIsAskedAgainUntilTheTimeIsOver() {
    add("k", claim("k", FINGERPRINT)).unsettled(null);
    for (int i = 0; i < 7; i++) {
      if (i % 2 == 0) {
        answer(OptionalLong.empty());
      } else {
        answers.get(i).completeExceptionally(new IllegalStateException("no leader"));
      }
      assertThat(events.has("counter", CALLER, "k")).isTrue();
      passTime();
    }
    assertThat(pauses).containsExactly(1_000L, 2_000L, 4_000L, 8_000L, 16_000L, 32_000L, 37_000L);
    assertThat(pauses.stream().mapToLong(Long::longValue).sum()).isEqualTo(SETTLE_MILLIS);
    answer(OptionalLong.empty());
    assertThat(later).isEmpty();
    assertThat(settled(Settled.UNSETTLED)).isEqualTo(1);
    assertThat(events.has("counter", CALLER, "k")).isFalse();
    assertThat(claim("k", FINGERPRINT).outcome()).isEqualTo(StoredOutcome.UNKNOWN);
  }

  @Test
  void aLateFindSettlesIt() {
    add("k", claim("k", FINGERPRINT)).unsettled(null);
    answer(OptionalLong.empty());
    passTime();
    answer(OptionalLong.of(StoredOutcome.of(0, 5)));
    assertThat(settled(Settled.SETTLED_WRITTEN)).isEqualTo(1);
    assertThat(settled(Settled.UNSETTLED)).isZero();
    assertThat(claim("k", FINGERPRINT).outcome()).isEqualTo(StoredOutcome.of(0, 5));
  }

  @Test
  void aLogThatCannotTellIsNotAskedAgain() {
    add("k", null).unsettled(null);
    answers.get(0).completeExceptionally(new UnsupportedOperationException("packed"));
    assertThat(later).isEmpty();
    assertThat(settled(Settled.UNSETTLED)).isEqualTo(1);
  }

  /** The key may have been used before, for another event, and forgotten since. */
  @Test
  void onlyTheEventItselfIsLookedFor() {
    long before = System.currentTimeMillis();
    add("k", claim("k", FINGERPRINT)).unsettled(null);
    EventSearch.Wanted wanted = asked.get(0);
    assertThat(wanted.request().test(FINGERPRINT)).isTrue();
    assertThat(wanted.request().test(FINGERPRINT + 1)).isFalse();
    assertThat(wanted.sentMillis())
        .isBetween(before - UNDER_WAY_MILLIS, System.currentTimeMillis());
    add("x", null).unsettled(null);
    assertThat(asked.get(1).request().test(FINGERPRINT + 1)).isTrue();
  }

  @Test
  void anEventIsItsCallersOwn() {
    add("k", null);
    assertThat(events.has("counter", CALLER, "k")).isTrue();
    assertThat(events.has("counter", "another", "k")).isFalse();
    assertThat(events.has("other", CALLER, "k")).isFalse();
  }

  @Test
  void whatWasNotWrittenIsKnownForAWhile() {
    String id = new String(new EventIds().next(), StandardCharsets.US_ASCII);
    add(id, null).notWritten(null);
    assertThat(events.isNotWritten("counter", CALLER, id)).isTrue();
    assertThat(events.isNotWritten("counter", "another", id)).isFalse();
    // A client's own id is one of many events.
    add("k", null).notWritten(null);
    assertThat(events.isNotWritten("counter", CALLER, "k")).isFalse();
    assertThat(settled(Settled.SETTLED_NOT_WRITTEN)).isEqualTo(2);
  }

  @Test
  void whatIsStillAskedForWhenTheGatewayEndsIsUnsettled() {
    add("a", null).unsettled(null);
    answer(OptionalLong.empty());
    add("b", null).unsettled(null);
    events.close();
    assertThat(settled(Settled.UNSETTLED)).isEqualTo(2);
    answer(OptionalLong.of(1));
    passTime();
    answer(OptionalLong.of(1));
    assertThat(settled(Settled.SETTLED_WRITTEN)).isZero();
    assertThat(events.count()).isZero();
  }

  @Test
  void moreThanThereIsRoomForAreNotKept() {
    for (int i = 0; i < 10; i++) {
      assertThat(add("k" + i, null)).isNotNull();
    }
    assertThat(add("one too many", null)).isNull();
    assertThat(events.count()).isEqualTo(10);
  }
}

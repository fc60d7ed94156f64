package com.reactive.platform.gateway.ingest;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.reactive.platform.gateway.idempotency.KeyClaim;
import com.reactive.platform.gateway.idempotency.KeyHasher;
import com.reactive.platform.gateway.idempotency.KeyWindow;
import com.reactive.platform.gateway.idempotency.KeyWindows;
import com.reactive.platform.gateway.idempotency.OpenKey;
import com.reactive.platform.gateway.idempotency.RequestHasher;
import com.reactive.platform.gateway.idempotency.StoredOutcome;
import com.reactive.platform.gateway.ledger.Ledger;
import com.reactive.platform.gateway.microbatch.Settlement;
import com.reactive.platform.gateway.stream.StreamDefinition;
import com.reactive.platform.gateway.testing.TestStreams;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/**
 * An event with a key that its client sends again and again while answers are lost, leaders move,
 * producer ids expire and the gateway is restarted, in one order: the window, its open keys and the
 * settling of what is unknown are the real ones, the sink, the topic and time are played. {@link
 * #run} throws if a promise is broken.
 */
final class RetryOrder {
  /** The events. Those for which there is no occasion do nothing. */
  enum Event {
    SEND,
    /** The broker takes what is on its way to it, however late. */
    APPEND,
    /** What became of it comes to be known: it is refused if it was not appended. */
    ANSWER,
    LOSE_ANSWER,
    /** What is not answered is sent to the new leader, which knows it again. */
    MOVE_LEADER,
    /** Only the log can tell what became of it. */
    EXPIRE_PRODUCER_IDS,
    /** The pause between two questions is over. */
    ASK_LOG,
    /** Nothing of the old process is on its way any more. */
    RESTART
  }

  /** Something that is wrong on purpose, to see that it is found. */
  enum Fault {
    NONE,
    A_LOST_ANSWER_IS_A_REFUSAL,
    A_NEW_LEADER_KNOWS_NOTHING_AGAIN,
    EXPIRED_NUMBERS_ARE_A_REFUSAL,
    A_RESTART_READS_NOTHING
  }

  private static final StreamDefinition STREAM = TestStreams.counter("t");
  private static final String CALLER = "me";
  private static final String KEY = "k";
  private static final long FINGERPRINT = 11;
  private static final long SETTLE_MILLIS = 3_000;

  /** The first request of a key, on its way to the log. */
  private static final class Attempt {
    final OpenKey key;

    /** Its offset; negative before it was appended. */
    int offset = -1;

    /** Its gateway knows what became of it. */
    boolean answered;

    /** Null before it is unknown. */
    Settlement settlement;

    /** Its numbers tell nothing. */
    boolean expired;

    Attempt(OpenKey key) {
      this.key = key;
    }
  }

  private final Fault fault;

  /** By offset; each is of the only key. */
  private final List<Long> log = new ArrayList<>();

  private final Queue<Runnable> pauses = new ArrayDeque<>();
  private final List<Attempt> attempts = new ArrayList<>();
  private KeyWindow window;
  private UnsettledEvents unsettled;

  RetryOrder(Fault fault) {
    this.fault = fault;
    startGateway();
  }

  private void startGateway() {
    window = new KeyWindows(1 << 20).of(STREAM.name(), STREAM.topic(), 600_000, 1_000);
    unsettled = new UnsettledEvents(new Ledger(), 100, SETTLE_MILLIS, 0, millis -> pauses::add);
    if (fault != Fault.A_RESTART_READS_NOTHING) {
      long now = System.currentTimeMillis();
      for (int offset = 0; offset < log.size(); offset++) {
        window.restore(key(), log.get(offset), StoredOutcome.of(0, offset), now);
      }
    }
  }

  private KeyHasher key() {
    long caller = RequestHasher.callerOf(STREAM.name(), CALLER);
    return window.newHasher().key(caller, KEY.getBytes(US_ASCII));
  }

  void run(List<Event> events) {
    boolean tells = !events.contains(Event.EXPIRE_PRODUCER_IDS);
    events.forEach(this::happens);
    heal();
    KeyClaim last = window.claim(key(), FINGERPRINT);
    if (last.kind() == KeyClaim.Kind.FIRST) {
      attempts.add(new Attempt(last.key()));
      heal();
      last = window.claim(key(), FINGERPRINT);
    }
    check(last.kind() == KeyClaim.Kind.DONE, "no final answer: " + last.kind());
    check(!tells || StoredOutcome.isPlaced(last.outcome()), "unsettled without a reason");
    check(log.size() == 1, "not written");
    told(last.outcome());
    check(unsettled.count() == 0, "still settling");
  }

  /** All that is on its way arrives, and all that is asked is answered. */
  private void heal() {
    for (Event event :
        List.of(Event.APPEND, Event.ANSWER, Event.MOVE_LEADER, Event.ASK_LOG, Event.ASK_LOG)) {
      for (int i = attempts.size(); i >= 0; i--) {
        happens(event);
      }
    }
    while (!pauses.isEmpty()) {
      happens(Event.ASK_LOG);
    }
  }

  private void happens(Event event) {
    switch (event) {
      case SEND -> send();
      case APPEND -> attempts.stream().filter(RetryOrder::isComing).limit(1).forEach(this::append);
      case ANSWER -> unanswered().limit(1).forEach(this::answer);
      case LOSE_ANSWER -> unanswered().limit(1).forEach(this::loseAnswer);
      case MOVE_LEADER -> attempts.forEach(this::sendAgain);
      case EXPIRE_PRODUCER_IDS -> settling().forEach(this::expire);
      case ASK_LOG -> {
        Runnable next = pauses.poll();
        if (next != null) {
          next.run();
        }
      }
      case RESTART -> {
        attempts.clear();
        pauses.clear();
        startGateway();
      }
    }
  }

  private void send() {
    KeyClaim claim = window.claim(key(), FINGERPRINT);
    switch (claim.kind()) {
      case FIRST -> attempts.add(new Attempt(claim.key()));
      case UNDER_WAY -> check(claim.key().await(new Repeat()), "a repeat is not kept waiting");
      case DONE -> told(claim.outcome());
      case REUSED -> throw new AssertionError("its body is another");
    }
  }

  private static boolean isComing(Attempt attempt) {
    return attempt.offset < 0 && !attempt.answered;
  }

  private void append(Attempt attempt) {
    attempt.offset = log.size();
    log.add(FINGERPRINT);
    check(log.size() == 1, "written twice");
  }

  private Stream<Attempt> unanswered() {
    return attempts.stream().filter(attempt -> !attempt.answered && attempt.settlement == null);
  }

  private Stream<Attempt> settling() {
    return attempts.stream()
        .filter(attempt -> !attempt.answered && !attempt.expired && attempt.settlement != null);
  }

  private void answer(Attempt attempt) {
    attempt.answered = true;
    if (attempt.offset >= 0) {
      attempt.key.written(StoredOutcome.of(0, attempt.offset));
    } else {
      attempt.key.notWritten(null);
    }
  }

  private void loseAnswer(Attempt attempt) {
    attempt.settlement = unsettled.add(STREAM, this::search, CALLER, KEY, false, attempt.key);
    if (fault == Fault.A_LOST_ANSWER_IS_A_REFUSAL) {
      attempt.key.notWritten(null);
    } else {
      attempt.key.unknown(null);
    }
  }

  private CompletableFuture<OptionalLong> search(EventSearch.Wanted wanted) {
    int offset = wanted.request().test(FINGERPRINT) ? log.indexOf(FINGERPRINT) : -1;
    return CompletableFuture.completedFuture(
        offset < 0 ? OptionalLong.empty() : OptionalLong.of(StoredOutcome.of(0, offset)));
  }

  private void sendAgain(Attempt attempt) {
    if (attempt.answered || attempt.expired) {
      return;
    }
    if (attempt.offset < 0 || fault == Fault.A_NEW_LEADER_KNOWS_NOTHING_AGAIN) {
      append(attempt);
    }
    if (attempt.settlement != null) {
      attempt.answered = true;
      attempt.settlement.written(0, attempt.offset);
    }
  }

  private void expire(Attempt attempt) {
    attempt.expired = true;
    if (fault == Fault.EXPIRED_NUMBERS_ARE_A_REFUSAL) {
      attempt.settlement.notWritten(null);
    } else {
      attempt.settlement.unsettled(null);
    }
  }

  private void told(long outcome) {
    check(
        !StoredOutcome.isPlaced(outcome) || StoredOutcome.offset(outcome) < log.size(),
        "told that it is where it is not");
  }

  private static void check(boolean condition, String message) {
    if (!condition) {
      throw new AssertionError(message);
    }
  }

  /** A repeat that waits for the outcome of the first. */
  private final class Repeat implements OpenKey.Repeat {
    @Override
    public void written(long outcome) {
      told(outcome);
    }

    @Override
    public void notWritten(Throwable reason) {}

    @Override
    public void unknown(Throwable reason) {}
  }
}

package com.reactive.platform.gateway.idempotency.log;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.idempotency.IdempotencyScope;
import com.reactive.platform.gateway.idempotency.KeyClaim;
import com.reactive.platform.gateway.idempotency.KeyWindow;
import com.reactive.platform.gateway.idempotency.KeyWindows;
import com.reactive.platform.gateway.idempotency.StoredOutcome;
import com.reactive.platform.gateway.sink.EventLog.OwnEvents;
import com.reactive.platform.gateway.sink.LoggedEvent;
import com.reactive.platform.gateway.sink.SinkState;
import com.reactive.platform.gateway.testing.FakeTopic;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Windows filled from a log that the test writes. */
class WindowRebuildTest {
  private static final int WINDOW_MILLIS = 600_000;
  private static final long CALLER = 77;

  private final KeyWindows windows = new KeyWindows(8 << 20);
  private final FakeLog log = new FakeLog();
  private final List<Runnable> later = new ArrayList<>();

  /** After a second each: whether the topic of hot keys is there. */
  private final List<Runnable> looks = new ArrayList<>();

  private RememberingStream stream(String name, String topic, boolean waits) {
    KeyWindow window = windows.of(name, topic, WINDOW_MILLIS, 10_000);
    return new RememberingStream(name, topic, WINDOW_MILLIS, window, waits);
  }

  /** The same stream with the topic of its hot keys. */
  private static RememberingStream hot(RememberingStream own, FakeStatus status) {
    return new RememberingStream(
        own.name(), status.topic(), own.windowMillis(), own.window(), true, status);
  }

  /** The state of a topic that the test says. */
  private static final class FakeStatus extends FakeTopic {
    SinkState state = SinkState.CONNECTING;
    boolean absent;

    FakeStatus() {
      super("hot");
    }

    @Override
    public SinkState state() {
      return state;
    }

    @Override
    public boolean isAbsent() {
      return absent;
    }
  }

  private WindowRebuild started(IdempotencyScope scope, RememberingStream... streams) {
    return started(scope, true, streams);
  }

  private WindowRebuild started(
      IdempotencyScope scope, boolean claimsAll, RememberingStream... streams) {
    WindowRebuild rebuild =
        new WindowRebuild(
            log, scope, claimsAll, (seconds, action) -> (seconds == 1 ? looks : later).add(action));
    rebuild.serve(List.of(streams));
    rebuild.start();
    return rebuild;
  }

  private static LoggedEvent event(String key, long offset) {
    LoggedEvent event = new LoggedEvent();
    event.partition = 3;
    event.offset = offset;
    event.timestampMillis = System.currentTimeMillis() - 1_000;
    // Behind it lies what an earlier event has left.
    event.id = (key + "rest").getBytes(US_ASCII);
    event.idLength = key.length();
    event.isKeyed = true;
    event.caller = CALLER;
    event.request = 5;
    return event;
  }

  private static KeyClaim claim(RememberingStream stream, String key) {
    KeyWindow window = stream.window();
    return window.claim(window.newHasher().key(CALLER, key.getBytes(US_ASCII)), 5);
  }

  @Test
  void takesKeysWhenAllIsRead() {
    RememberingStream stream = stream("orders", "t", true);
    WindowRebuild rebuild = new WindowRebuild(log, IdempotencyScope.INSTANCE, true);
    rebuild.serve(List.of(stream));
    assertThat(stream.window().isRebuilding()).isTrue();
    assertThat(log.reads).isEmpty();
    rebuild.start();
    FakeLog.Read read = log.reads.get(0);
    assertThat(System.currentTimeMillis() - read.sinceMillis)
        .isBetween(WINDOW_MILLIS + 30_000L, WINDOW_MILLIS + 90_000L);
    read.share = 0.421;
    assertThat(rebuild.progress())
        .containsEntry(
            "orders",
            "reads its idempotency keys from the log, 42 %; events with a key wait, for ten"
                + " seconds at most");
    read.visitor.onEvent(event("key", 42));
    LoggedEvent unkeyed = event("other", 43);
    unkeyed.isKeyed = false;
    read.visitor.onEvent(unkeyed);
    read.visitor.caughtUp();

    assertThat(rebuild.progress()).isEmpty();
    assertThat(stream.window().isRebuilding()).isFalse();
    KeyClaim claim = claim(stream, "key");
    assertThat(claim.kind()).isEqualTo(KeyClaim.Kind.DONE);
    assertThat(claim.outcome()).isEqualTo(StoredOutcome.of(3, 42));
    assertThat(claim(stream, "other").kind()).isEqualTo(KeyClaim.Kind.FIRST);
    assertThat(stream.window().stats().reachMillis()).isEqualTo(WINDOW_MILLIS);
    assertThat(read.closed).as("goes on for late commits").isFalse();
    rebuild.close();
    assertThat(read.closed).isTrue();
  }

  @Test
  void whatCannotBeReadRejectsNothing() {
    RememberingStream stream = stream("orders", "t", true);
    WindowRebuild rebuild = started(IdempotencyScope.INSTANCE, stream);
    log.reads.get(0).visitor.failed(new IllegalStateException("not allowed"));
    assertThat(stream.window().isRebuilding()).isFalse();
    assertThat(rebuild.progress()).isEmpty();
    log.whyNot = "sasl.mechanism=GSSAPI: only Kafka's own client";
    RememberingStream other = stream("others", "u", true);
    started(IdempotencyScope.LOG, other);
    assertThat(other.window().isRebuilding()).isFalse();
    assertThat(log.reads).hasSize(1);
  }

  @Test
  void aStreamWithASpoolDoesNotWait() {
    RememberingStream stream = stream("orders", "t", false);
    started(IdempotencyScope.INSTANCE, stream);
    assertThat(stream.window().isRebuilding()).isFalse();
    assertThat(log.reads).hasSize(1);
  }

  @Test
  void streamsOfOneTopicAreReadOnce() {
    RememberingStream one = stream("one", "t", true);
    RememberingStream other = stream("other", "t", true);
    started(IdempotencyScope.LOG, one, other);
    assertThat(log.reads).hasSize(1);
    log.reads.get(0).visitor.onEvent(event("key", 1));
    log.reads.get(0).visitor.caughtUp();
    assertThat(claim(one, "key").kind()).isEqualTo(KeyClaim.Kind.DONE);
    assertThat(claim(other, "key").kind()).isEqualTo(KeyClaim.Kind.DONE);
  }

  @Test
  void keysOfBothTopicsAreInOneWindow() {
    RememberingStream own = stream("orders", "t", true);
    FakeStatus status = new FakeStatus();
    WindowRebuild rebuild = started(IdempotencyScope.INSTANCE, own, hot(own, status));
    status.state = SinkState.READY;
    FakeLog.Read ofOwn = read("t");
    FakeLog.Read ofHot = read("hot");
    ofOwn.visitor.onEvent(event("cool", 1));
    ofOwn.visitor.caughtUp();
    assertThat(own.window().isRebuilding()).as("until the other is read, too").isTrue();
    assertThat(reachMillis(own)).isZero();
    for (int i = 0; i < 100; i++) {
      looks.remove(0).run();
    }
    assertThat(own.window().isRebuilding()).as("however long that takes").isTrue();
    ofHot.visitor.onEvent(event("hot", 1));
    ofHot.visitor.caughtUp();
    assertThat(own.window().isRebuilding()).isFalse();
    assertThat(reachMillis(own)).isEqualTo(WINDOW_MILLIS);
    assertThat(claim(own, "cool").outcome()).isEqualTo(StoredOutcome.of(3, 1));
    assertThat(claim(own, "hot").outcome()).isEqualTo(StoredOutcome.of(3, 1, true));
    rebuild.close();
    assertThat(ofHot.closed).isTrue();
  }

  @Test
  void aTopicOfHotKeysThatDoesNotExistKeepsNothingWaiting() {
    RememberingStream own = stream("orders", "t", true);
    FakeStatus status = new FakeStatus();
    started(IdempotencyScope.INSTANCE, own, hot(own, status));
    read("t").visitor.caughtUp();
    looks.remove(0).run();
    assertThat(own.window().isRebuilding()).as("nobody has asked Kafka yet").isTrue();
    status.state = SinkState.TOPIC_MISSING;
    status.absent = true;
    looks.remove(0).run();
    assertThat(own.window().isRebuilding()).isFalse();
    assertThat(reachMillis(own)).as("no key is missing").isEqualTo(WINDOW_MILLIS);
    read("hot").visitor.onEvent(event("late", 1));
    read("hot").visitor.caughtUp();
    assertThat(own.window().isRebuilding()).isFalse();
    assertThat(claim(own, "late").outcome()).isEqualTo(StoredOutcome.of(3, 1, true));
  }

  @Test
  void aTopicOfHotKeysThatCannotBeReadKeepsNothingWaitingForLong() {
    RememberingStream own = stream("orders", "t", true);
    FakeStatus status = new FakeStatus();
    started(IdempotencyScope.INSTANCE, own, hot(own, status));
    read("t").visitor.caughtUp();
    status.state = SinkState.UNREACHABLE;
    int seconds = 0;
    while (own.window().isRebuilding()) {
      looks.remove(0).run();
      seconds++;
    }
    assertThat(seconds).as("the first was before the own topic was read").isEqualTo(61);
    assertThat(reachMillis(own)).as("its keys are missing").isZero();
    read("hot").visitor.failed(new IllegalStateException("not allowed"));
    assertThat(own.window().isRebuilding()).isFalse();
    assertThat(reachMillis(own)).as("for good").isLessThan(WINDOW_MILLIS / 2);
  }

  /** While Kafka is away the topic of hot keys is, too, and both are read when it comes. */
  @Test
  void nobodyGivesUpOnATopicOfHotKeysBeforeTheOwnOneIsRead() {
    RememberingStream own = stream("orders", "t", true);
    FakeStatus status = new FakeStatus();
    status.state = SinkState.CONNECTING;
    started(IdempotencyScope.INSTANCE, own, hot(own, status));
    for (int second = 0; second < 200; second++) {
      looks.remove(0).run();
    }
    read("t").visitor.caughtUp();
    assertThat(own.window().isRebuilding()).isTrue();
    status.state = SinkState.READY;
    looks.remove(0).run();
    assertThat(own.window().isRebuilding()).isTrue();
    read("hot").visitor.caughtUp();
    assertThat(own.window().isRebuilding()).isFalse();
  }

  @Test
  void whereNothingCanBeReadATopicOfHotKeysChangesNothing() throws InterruptedException {
    log.whyNot = "no consumer";
    RememberingStream own = stream("orders", "t", true);
    started(IdempotencyScope.INSTANCE, own, hot(own, new FakeStatus()));
    Thread.sleep(5);
    assertThat(reachMillis(own)).as("since it began").isPositive();
  }

  private FakeLog.Read read(String topic) {
    return log.reads.stream().filter(read -> read.topic.equals(topic)).findFirst().orElseThrow();
  }

  @Test
  void onlyWhatIsNewIsReadAfterAReload() {
    RememberingStream one = stream("one", "t", true);
    WindowRebuild rebuild = started(IdempotencyScope.LOG, one);
    log.reads.get(0).visitor.caughtUp();
    RememberingStream other = stream("other", "u", true);
    rebuild.serve(List.of(one, other));
    assertThat(log.reads).hasSize(2);
    assertThat(log.reads.get(1).topic).isEqualTo("u");
    assertThat(one.window().isRebuilding()).isFalse();
    rebuild.serve(List.of(other));
    assertThat(log.reads.get(0).closed).isTrue();
    assertThat(log.reads.get(1).closed).isFalse();
  }

  /** Windows that are made with the first producers know what those write. */
  @Test
  void whatThisProcessWritesIsReadBackWhereAWindowMayLackIt() {
    WindowRebuild rebuild = started(IdempotencyScope.INSTANCE, stream("one", "t", true));
    assertThat(log.reads.get(0).visitor.wantsOwn()).isEqualTo(OwnEvents.NONE);
    rebuild.serve(List.of(stream("one", "t", true), stream("other", "t", true)));
    assertThat(log.reads.get(1).visitor.wantsOwn()).isEqualTo(OwnEvents.ALL);
    WindowRebuild following = started(IdempotencyScope.LOG, stream("third", "u", true));
    assertThat(log.reads.get(2).visitor.wantsOwn()).isEqualTo(OwnEvents.UNKNOWN);
    following.serve(List.of(stream("third", "u", true), stream("fourth", "u", true)));
    assertThat(log.reads.get(3).visitor.wantsOwn()).isEqualTo(OwnEvents.ALL);
    started(IdempotencyScope.INSTANCE, false, stream("fifth", "v", true));
    assertThat(log.reads.get(4).visitor.wantsOwn()).isEqualTo(OwnEvents.NONE);
    started(IdempotencyScope.LOG, false, stream("sixth", "w", true));
    assertThat(log.reads.get(5).visitor.wantsOwn())
        .as("rows of an outbox are not claimed")
        .isEqualTo(OwnEvents.ALL);
  }

  /** The reading that is replaced may be told something once more. */
  @Test
  void aReloadMeanwhileEndsNothingEarly() {
    RememberingStream one = stream("one", "t", true);
    WindowRebuild rebuild = started(IdempotencyScope.LOG, one);
    rebuild.serve(List.of(one, stream("other", "t", true)));
    assertThat(log.reads).hasSize(2);
    assertThat(log.reads.get(0).closed).isTrue();
    assertThat(one.window().isRebuilding()).isTrue();
    log.reads.get(0).visitor.caughtUp();
    assertThat(one.window().isRebuilding()).isTrue();
    log.reads.get(0).visitor.failed(new IllegalStateException("closed"));
    assertThat(one.window().isRebuilding()).isTrue();
    log.reads.get(1).visitor.caughtUp();
    assertThat(one.window().isRebuilding()).isFalse();
    assertThat(later).isEmpty();
  }

  @Test
  void whatWasNotReadIsReadAgain() {
    started(IdempotencyScope.LOG, stream("orders", "t", true));
    log.reads.get(0).visitor.failed(new IllegalStateException("not now"));
    later.remove(0).run();
    assertThat(log.reads.get(1).sinceMillis)
        .isBetween(log.reads.get(0).sinceMillis, log.reads.get(0).sinceMillis + 60_000);
    log.reads.get(1).visitor.caughtUp();
    log.reads.get(1).visitor.failed(new IllegalStateException("not now either"));
    later.remove(0).run();
    assertThat(System.currentTimeMillis() - log.reads.get(2).sinceMillis)
        .as("how far the reading was behind is not known")
        .isBetween(WINDOW_MILLIS + 30_000L, WINDOW_MILLIS + 90_000L);
  }

  @Test
  void theWindowReachesNowhereWhileKeysOfOthersMayBeMissing() {
    RememberingStream stream = stream("orders", "t", true);
    WindowRebuild rebuild = started(IdempotencyScope.LOG, stream);
    assertThat(reachMillis(stream)).as("nothing is read yet").isZero();
    log.reads.get(0).visitor.caughtUp();
    assertThat(reachMillis(stream)).isEqualTo(WINDOW_MILLIS);
    log.reads.get(0).visitor.failed(new IllegalStateException("not now"));
    assertThat(reachMillis(stream)).as("others go on writing").isZero();
    later.remove(0).run();
    assertThat(reachMillis(stream)).as("nor is that read yet").isZero();
    log.reads.get(1).visitor.caughtUp();
    assertThat(reachMillis(stream)).isEqualTo(WINDOW_MILLIS);
    rebuild.serve(List.of(stream, stream("other", "t", true)));
    assertThat(reachMillis(stream)).as("the new reading knows nothing of the old").isZero();
    log.reads.get(2).visitor.caughtUp();
    assertThat(reachMillis(stream)).isEqualTo(WINDOW_MILLIS);
  }

  @Test
  void theWindowDoesNotReachBackToWhatWasGoneBeforeItWasRead() {
    RememberingStream all = stream("all", "t", true);
    started(IdempotencyScope.LOG, all);
    log.reads.get(0).visitor.missed(3, 7, 9);
    log.reads.get(0).visitor.caughtUp();
    assertThat(reachMillis(all)).isLessThan(WINDOW_MILLIS / 2);
    log.reads.get(0).visitor.failed(new IllegalStateException("not now"));
    later.remove(0).run();
    log.reads.get(1).visitor.caughtUp();
    assertThat(reachMillis(all)).as("they do not come back").isLessThan(WINDOW_MILLIS / 2);
    RememberingStream own = stream("own", "u", true);
    started(IdempotencyScope.INSTANCE, own);
    log.reads.get(2).visitor.missed(3, 7, 9);
    log.reads.get(2).visitor.caughtUp();
    assertThat(reachMillis(own)).isLessThan(WINDOW_MILLIS / 2);
  }

  @Test
  void ofItsOwnKeysNoneIsMissingWhereTheLogCannotBeRead() throws Exception {
    RememberingStream stream = stream("orders", "t", true);
    started(IdempotencyScope.INSTANCE, stream);
    log.reads.get(0).visitor.failed(new IllegalStateException("not allowed"));
    Thread.sleep(20);
    assertThat(reachMillis(stream)).isPositive();
  }

  private static long reachMillis(RememberingStream stream) {
    return stream.window().stats().reachMillis();
  }

  @Test
  void keysOfOthersAreTakenOverLater() {
    RememberingStream stream = stream("orders", "t", true);
    started(IdempotencyScope.LOG, stream);
    log.reads.get(0).visitor.caughtUp();
    KeyClaim mine = claim(stream, "key");
    assertThat(mine.kind()).isEqualTo(KeyClaim.Kind.FIRST);
    log.reads.get(0).visitor.onEvent(event("key", 9));
    assertThat(claim(stream, "key").outcome()).isEqualTo(StoredOutcome.of(3, 9));
  }
}

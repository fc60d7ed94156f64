package com.reactive.platform.gateway.idempotency;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.idempotency.KeyClaim.Kind;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class KeyWindowTest {
  private static final long MINUTES_10 = 600_000;

  private long now = 1_700_000_000_000L;
  private final KeyWindows windows = new KeyWindows(64 << 20, () -> now);
  private final KeyHasher hasher = windows.newHasher();
  private final KeyWindow window = windows.of("orders", "orders", MINUTES_10, 100_000);

  /** A repeat that notes what it is told. */
  private static final class Repeat implements OpenKey.Repeat {
    final List<String> told = new ArrayList<>();

    @Override
    public void written(long outcome) {
      told.add("at " + StoredOutcome.partition(outcome) + " " + StoredOutcome.offset(outcome));
    }

    @Override
    public void notWritten(Throwable reason) {
      told.add("not written");
    }

    @Override
    public void unknown(Throwable reason) {
      told.add("unknown");
    }
  }

  private KeyHasher key(String caller, String key) {
    byte[] ascii = key.getBytes(US_ASCII);
    return hasher.key(RequestHasher.callerOf("stream", caller), ascii, 0, ascii.length);
  }

  private KeyClaim claim(String key, int body) {
    return window.claim(key("a", key), body);
  }

  private boolean await(String key, OpenKey.Repeat repeat) {
    KeyClaim claim = claim(key, 7);
    assertThat(claim.kind()).isEqualTo(Kind.UNDER_WAY);
    return claim.key().await(repeat);
  }

  @Test
  void aRepeatGetsTheOutcomeOfTheFirst() {
    claim("k", 7).key().written(StoredOutcome.of(3, 1L << 45));
    KeyClaim repeat = claim("k", 7);
    assertThat(repeat.kind()).isEqualTo(Kind.DONE);
    assertThat(StoredOutcome.partition(repeat.outcome())).isEqualTo(3);
    assertThat(StoredOutcome.offset(repeat.outcome())).isEqualTo(1L << 45);
  }

  @Test
  void aPlaceOrItsAbsenceSurvivesTheStoring() {
    assertThat(StoredOutcome.partition(StoredOutcome.of(65_535, 0))).isEqualTo(65_535);
    assertThat(StoredOutcome.of(65_536, 0)).isEqualTo(StoredOutcome.ACCEPTED);
    assertThat(StoredOutcome.of(0, 1L << 46)).isEqualTo(StoredOutcome.ACCEPTED);
    assertThat(StoredOutcome.of(-1, -1)).isEqualTo(StoredOutcome.ACCEPTED);
    assertThat(StoredOutcome.of(2, -1)).isEqualTo(StoredOutcome.ACCEPTED);
  }

  @Test
  void theTopicOfAPlaceSurvivesTheStoring() {
    long most = (1L << 46) - 1;
    for (int partition : new int[] {0, 1, 65_535}) {
      for (long offset : new long[] {0, 1, most}) {
        long own = StoredOutcome.of(partition, offset, false);
        long hot = StoredOutcome.of(partition, offset, true);
        assertThat(own).isEqualTo(StoredOutcome.of(partition, offset)).isNotEqualTo(hot);
        assertThat(StoredOutcome.isHot(own)).isFalse();
        assertThat(StoredOutcome.isHot(hot)).isTrue();
        assertThat(StoredOutcome.isPlaced(hot)).isTrue();
        assertThat(StoredOutcome.partition(hot)).isEqualTo(partition);
        assertThat(StoredOutcome.offset(hot)).isEqualTo(offset);
      }
    }
  }

  @Test
  void theTopicOfAPlaceThatIsNotKnownSurvivesTheStoring() {
    for (long hot :
        new long[] {
          StoredOutcome.of(65_536, 0, true),
          StoredOutcome.of(0, 1L << 46, true),
          StoredOutcome.of(-1, -1, true)
        }) {
      assertThat(StoredOutcome.isHot(hot)).isTrue();
      assertThat(StoredOutcome.isPlaced(hot)).isFalse();
      assertThat(hot).isNotEqualTo(StoredOutcome.UNKNOWN);
    }
    assertThat(StoredOutcome.isHot(StoredOutcome.ACCEPTED)).isFalse();
    assertThat(StoredOutcome.isHot(StoredOutcome.UNKNOWN)).isFalse();
  }

  @Test
  void anotherBodyIsRefusedWhileTheFirstIsUnderWayAndAfter() {
    KeyClaim first = claim("k", 7);
    assertThat(claim("k", 8).kind()).isEqualTo(Kind.REUSED);
    first.key().written(StoredOutcome.of(0, 0));
    assertThat(claim("k", 8).kind()).isEqualTo(Kind.REUSED);
    assertThat(claim("k", 7).kind()).isEqualTo(Kind.DONE);
  }

  /** A schema that protects fields tells no hash of its bodies, before or after a reload. */
  @Test
  void aRepeatWhoseBodyIsNotToldMayHaveAnyBody() {
    KeyClaim first = claim("k", 7);
    assertThat(claim("k", 0).kind()).isEqualTo(Kind.UNDER_WAY);
    first.key().written(StoredOutcome.of(0, 0));
    assertThat(claim("k", 0).kind()).isEqualTo(Kind.DONE);
    claim("other", 0).key().written(StoredOutcome.of(0, 1));
    assertThat(claim("other", 7).kind()).isEqualTo(Kind.DONE);
    assertThat(claim("other", 8).kind()).isEqualTo(Kind.DONE);
  }

  @Test
  void callersHaveKeysOfTheirOwn() {
    claim("k", 7).key().written(StoredOutcome.of(0, 0));
    assertThat(window.claim(key("b", "k"), 8).kind()).isEqualTo(Kind.FIRST);
  }

  @Test
  void aKeyThatIsOnlyLookedUpIsNotRemembered() {
    assertThat(window.lookUp(key("a", "k"), 7)).isEqualTo(KeyClaim.NOT_KNOWN);
    assertThat(window.stats().open()).isZero();
    KeyClaim first = claim("k", 7);
    assertThat(first.kind()).isEqualTo(Kind.FIRST);
    assertThat(window.lookUp(key("a", "k"), 7)).isEqualTo(KeyClaim.underWay(first.key()));
    assertThat(window.lookUp(key("a", "k"), 8).kind()).isEqualTo(Kind.REUSED);
    first.key().written(StoredOutcome.of(3, 9));
    assertThat(window.lookUp(key("a", "k"), 7)).isEqualTo(KeyClaim.done(StoredOutcome.of(3, 9)));
    assertThat(window.lookUp(key("a", "k"), 8).kind()).isEqualTo(Kind.REUSED);
  }

  /** Two rows may have one id, one after the other. */
  @Test
  void aKeyIsOpenedForOneBody() {
    OpenKey opened = window.open(key("a", "id"), 7);
    assertThat(window.open(key("a", "id"), 7)).isSameAs(opened);
    assertThat(window.open(key("a", "id"), 8)).isNull();
    assertThat(window.lookUp(key("a", "id"), 8).kind()).isEqualTo(Kind.REUSED);
    claim("claimed", 7);
    assertThat(window.open(key("a", "claimed"), 7)).as("that of another request").isNull();
    opened.written(StoredOutcome.of(0, 0));
    assertThat(window.lookUp(key("a", "id"), 7).kind()).isEqualTo(Kind.DONE);
    assertThat(window.lookUp(key("a", "id"), 8).kind()).isEqualTo(Kind.REUSED);
  }

  @Test
  void repeatsWaitForTheFirst() {
    KeyClaim first = claim("k", 7);
    Repeat one = new Repeat();
    Repeat other = new Repeat();
    Repeat gone = new Repeat();
    assertThat(await("k", one)).isTrue();
    assertThat(await("k", other)).isTrue();
    assertThat(await("k", gone)).isTrue();
    assertThat(first.key().stopWaiting(gone)).isTrue();
    first.key().written(StoredOutcome.of(1, 5));
    assertThat(one.told).containsExactly("at 1 5");
    assertThat(other.told).containsExactly("at 1 5");
    assertThat(gone.told).isEmpty();
    assertThat(first.key().stopWaiting(one)).isFalse();
  }

  @Test
  void noMoreRepeatsWaitThanMay() {
    claim("k", 7);
    for (int i = 0; i < OpenKey.MAX_WAITING; i++) {
      assertThat(await("k", new Repeat())).isTrue();
    }
    assertThat(await("k", new Repeat())).isFalse();
  }

  @Test
  void whatWasNotWrittenIsForgotten() {
    KeyClaim first = claim("k", 7);
    Repeat repeat = new Repeat();
    await("k", repeat);
    first.key().notWritten(new IllegalStateException());
    assertThat(repeat.told).containsExactly("not written");
    assertThat(claim("k", 8).kind()).isEqualTo(Kind.FIRST);
  }

  @Test
  void anUnknownOneStaysOpenUntilItIsSettled() {
    KeyClaim first = claim("k", 7);
    Repeat early = new Repeat();
    Repeat late = new Repeat();
    await("k", early);
    first.key().unknown(new IllegalStateException());
    assertThat(early.told).containsExactly("unknown");
    assertThat(await("k", late)).isTrue();
    assertThat(late.told).isEmpty();
    first.key().written(StoredOutcome.of(2, 9));
    assertThat(late.told).containsExactly("at 2 9");
    assertThat(claim("k", 7).kind()).isEqualTo(Kind.DONE);
  }

  @Test
  void whatCannotBeSettledIsUnknownUntilTheLogTells() {
    claim("k", 7).key().unsettled(new IllegalStateException());
    assertThat(claim("k", 7).outcome()).isEqualTo(StoredOutcome.UNKNOWN);
    window.restore(key("a", "k"), 7, StoredOutcome.of(4, 44), now);
    assertThat(StoredOutcome.offset(claim("k", 7).outcome())).isEqualTo(44);
  }

  @Test
  void theKeyOfAnEventThatCameWithoutOneTakesAnyBody() {
    OpenKey opened = window.open(key("a", "id"), 0);
    assertThat(window.open(key("a", "id"), 0)).isSameAs(opened);
    assertThat(claim("id", 7).kind()).isEqualTo(Kind.UNDER_WAY);
    assertThat(claim("id", 8).kind()).isEqualTo(Kind.UNDER_WAY);
    opened.written(StoredOutcome.of(1, 2));
    assertThat(opened.isClosed()).isTrue();
    assertThat(opened.await(new Repeat())).isFalse();
    assertThat(claim("id", 9).kind()).isEqualTo(Kind.DONE);
    assertThat(window.open(key("a", "id"), 0)).isNull();
  }

  @Test
  void theLogTellsAnOpenOne() {
    claim("k", 7);
    Repeat repeat = new Repeat();
    await("k", repeat);
    window.restore(key("a", "k"), 7, StoredOutcome.of(4, 44), now);
    assertThat(repeat.told).containsExactly("at 4 44");
  }

  /** Another instance took another request with this key: its place is not that of this one. */
  @Test
  void theLogTellsNothingOfAnotherBody() {
    OpenKey first = claim("k", 7).key();
    Repeat repeat = new Repeat();
    await("k", repeat);
    window.restore(key("a", "k"), 8, StoredOutcome.of(4, 44), now);
    assertThat(repeat.told).isEmpty();
    first.notWritten(new IllegalStateException());
    assertThat(claim("k", 7).kind()).isEqualTo(Kind.FIRST);
    claim("other", 7).key().unsettled(new IllegalStateException());
    window.restore(key("a", "other"), 8, StoredOutcome.of(4, 45), now);
    assertThat(claim("other", 7).outcome()).isEqualTo(StoredOutcome.UNKNOWN);
  }

  /** The log told of the first, the key was forgotten, and then the first hears its own outcome. */
  @Test
  void aLateOutcomeDoesNotCloseTheKeyOfTheNext() {
    OpenKey first = claim("k", 7).key();
    window.restore(key("a", "k"), 7, StoredOutcome.of(4, 44), now);
    now += 2 * MINUTES_10;
    KeyClaim next = claim("k", 7);
    assertThat(next.kind()).isEqualTo(Kind.FIRST);
    first.written(StoredOutcome.of(4, 44));
    assertThat(claim("k", 7).kind()).isEqualTo(Kind.UNDER_WAY);
    first.notWritten(new IllegalStateException());
    assertThat(claim("k", 7).kind()).isEqualTo(Kind.UNDER_WAY);
  }

  @Test
  void aTimeToComeKeepsNoKeyBeyondTheWindow() {
    window.restore(key("a", "k"), 7, StoredOutcome.of(4, 44), now + 100 * MINUTES_10);
    assertThat(claim("k", 7).kind()).isEqualTo(Kind.DONE);
    now += MINUTES_10 + 1;
    assertThat(claim("k", 7).kind()).isEqualTo(Kind.FIRST);
    assertThat(windows.stats().get("orders").keys()).isZero();
  }

  @Test
  void aKeyIsForgottenAfterTheWindow() {
    claim("k", 7).key().written(StoredOutcome.of(0, 0));
    now += MINUTES_10;
    assertThat(claim("k", 7).kind()).isEqualTo(Kind.DONE);
    now += 1;
    assertThat(claim("k", 7).kind()).isEqualTo(Kind.FIRST);
    assertThat(window.stats().reachMillis()).isEqualTo(MINUTES_10);
  }

  @Test
  void aKeyThatIsTakenAgainAfterTheWindowCountsOnce() {
    for (int i = 0; i < 3; i++) {
      claim("k", 7).key().written(StoredOutcome.of(0, i));
      assertThat(StoredOutcome.offset(claim("k", 7).outcome())).isEqualTo(i);
      now += MINUTES_10 + 1;
    }
    assertThat(claim("k", 7).kind()).isEqualTo(Kind.FIRST);
    assertThat(window.stats().keys()).isZero();
    assertThat(windows.usedBytes()).isZero();
  }

  @Test
  void anotherTopicBeginsAnewAndOtherLimitsDoNot() {
    claim("k", 7).key().written(StoredOutcome.of(0, 0));
    assertThat(windows.of("orders", "orders", MINUTES_10 / 2, 50_000)).isSameAs(window);
    KeyWindow other = windows.of("orders", "orders-2", MINUTES_10, 100_000);
    assertThat(other.claim(key("a", "k"), 7).kind()).isEqualTo(Kind.FIRST);
    KeyClaim late = claim("late", 7);
    late.key().written(StoredOutcome.of(0, 1));
    assertThat(windows.usedBytes()).isZero();
    windows.retain(Set.of());
    assertThat(windows.stats()).isEmpty();
  }

  /** As long as no bound is reached, the window does what a plain map does. */
  @Test
  void agreesWithAPlainModel() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    record Known(int body, long outcome, long millis) {}
    Map<String, Known> model = new LinkedHashMap<>();
    for (int step = 0; step < 100_000; step++) {
      now += random.nextInt(500);
      String key = "key-" + random.nextInt(5_000);
      int body = 1 + random.nextInt(2);
      KeyClaim claim = claim(key, body);
      Known known = model.get(key);
      if (known != null && now - known.millis > MINUTES_10 && claim.kind() == Kind.FIRST) {
        known = null; // A segment lives a quarter of the window longer.
      }
      String where = "seed " + seed + " step " + step;
      if (known == null) {
        assertThat(claim.kind()).as(where).isEqualTo(Kind.FIRST);
        if (random.nextInt(4) == 0) {
          claim.key().notWritten(new IllegalStateException());
        } else {
          claim.key().written(StoredOutcome.of(step % 7, step));
          model.put(key, new Known(body, StoredOutcome.of(step % 7, step), now));
        }
      } else if (known.body != body) {
        assertThat(claim.kind()).as(where).isEqualTo(Kind.REUSED);
      } else {
        assertThat(claim).as(where).isEqualTo(KeyClaim.done(known.outcome));
      }
    }
  }

  /** Of each shard the oldest go, so of all keys roughly the oldest do. */
  @Test
  void theOldestGoWhereThereAreTooMany() {
    Map<String, Long> model = new LinkedHashMap<>();
    for (int i = 0; i < 300_000; i++) {
      now += i % 2;
      claim("key-" + i, 7).key().written(StoredOutcome.of(0, i));
      model.put("key-" + i, (long) i);
      Iterator<String> oldest = model.keySet().iterator();
      if (model.size() > 80_000) { // An eighth of a shard and its imbalance may miss of 100,000.
        oldest.next();
        oldest.remove();
      }
    }
    model.forEach(
        (key, offset) -> assertThat(claim(key, 7)).as(key).isEqualTo(KeyClaim.done(offset)));
    KeyWindow.Stats stats = window.stats();
    assertThat(stats.keys()).isBetween(80_000L, 100_000L);
    assertThat(stats.reachMillis()).isBetween(40_000L, 50_000L);
    assertThat(claim("key-0", 7).kind()).isEqualTo(Kind.FIRST);
  }

  @Test
  void twoMillionKeysFitInto64Mebibytes() {
    KeyWindow large = windows.of("large", "large", MINUTES_10, 4_000_000);
    for (int i = 0; i < 2_000_000; i++) {
      byte[] id = {(byte) i, (byte) (i >> 8), (byte) (i >> 16)};
      large.claim(hasher.key(1, id, 0, id.length), 7).key().written(StoredOutcome.of(0, i));
    }
    KeyWindow.Stats stats = large.stats();
    assertThat(stats.keys()).isEqualTo(2_000_000);
    assertThat(windows.usedBytes()).isLessThan(64 << 20);
  }

  @Test
  void theOldestKeysOfAllStreamsGoWhereMemoryIsUsedUp() {
    KeyWindows small = new KeyWindows(8 << 20, () -> now);
    KeyWindow old = small.of("old", "old", MINUTES_10, 1_000_000);
    KeyWindow young = small.of("young", "young", MINUTES_10, 1_000_000);
    KeyHasher its = small.newHasher();
    fill(old, its, 200_000);
    now += 1_000;
    assertThat(old.stats().keys()).isEqualTo(200_000);
    fill(young, its, 200_000);
    assertThat(young.stats().keys()).isEqualTo(200_000);
    assertThat(old.stats().keys()).isLessThan(60_000);
    assertThat(old.stats().reachMillis()).isBetween(1_000L, 1_100L);
    assertThat(small.usedBytes()).isLessThan(8 << 20);
  }

  @Test
  void keysOfAStreamThatGetsNoEventsGoWhenTheirTimeIsOver() {
    fill(window, hasher, 50_000);
    now += MINUTES_10;
    windows.expire();
    assertThat(windows.usedBytes()).isGreaterThan(50_000 * 28);
    now++;
    windows.expire();
    assertThat(windows.usedBytes()).isZero();
  }

  private static void fill(KeyWindow window, KeyHasher hasher, int keys) {
    for (int i = 0; i < keys; i++) {
      byte[] id = {(byte) i, (byte) (i >> 8), (byte) (i >> 16)};
      window.claim(hasher.key(1, id, 0, id.length), 7).key().written(StoredOutcome.of(0, i));
    }
  }
}

package com.reactive.platform.gateway.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class SenderSharesTest {
  private static final int LIMIT = 1_000;
  private static final int SEED = 7;

  private final SenderShares shares = new SenderShares(SEED);
  private final int large = shares.bucket("large".hashCode());
  private final int small = shares.bucket("small".hashCode());
  private final int nobody = shares.bucket(IngestRequest.NO_SENDER);

  private boolean admits(int bucket) {
    return shares.inFlight() < LIMIT && !shares.exceeds(bucket, LIMIT);
  }

  private void begin(int bucket, int events) {
    for (int i = 0; i < events; i++) {
      shares.began(bucket);
    }
  }

  private void end(int bucket, int events) {
    for (int i = 0; i < events; i++) {
      shares.ended(bucket);
    }
  }

  /** As many as it can; returns how many. */
  private int flood(int bucket) {
    int taken = 0;
    while (admits(bucket)) {
      shares.began(bucket);
      taken++;
    }
    return taken;
  }

  @Test
  void aSenderThatIsAloneHasTheWholeLimit() {
    assertThat(flood(large)).isEqualTo(LIMIT);
    end(large, 1);
    assertThat(flood(large)).isEqualTo(1);
  }

  /** With an outbox it is alone, too; and that is never over its share. */
  @Test
  void whatIsSentByNobodyIsNoSender() {
    begin(nobody, LIMIT / 2);
    assertThat(flood(large)).isEqualTo(LIMIT / 2);
    end(large, LIMIT / 4);
    assertThat(flood(nobody)).isEqualTo(LIMIT / 4);
  }

  @Test
  void atEveryLoadUpToTheLimitTheSmallOneIsAdmittedAndTheLargeOneOnlyUpToThreeQuarters() {
    begin(small, 1);
    for (int inFlight = 1; inFlight < LIMIT; inFlight++) {
      assertThat(shares.inFlight()).isEqualTo(inFlight);
      assertThat(admits(small)).as("small at %d", inFlight).isTrue();
      assertThat(admits(large)).as("large at %d", inFlight).isEqualTo(inFlight <= LIMIT * 3 / 4);
      begin(large, 1);
    }
    assertThat(admits(small)).as("at the limit").isFalse();
  }

  /** One that comes when all others flood finds room, and so does the next. */
  @Test
  void howeverManyFloodThereIsRoomForOneMore() {
    for (int floods = 2; floods < 40; floods++) {
      SenderShares many = new SenderShares(SEED);
      boolean taken = true;
      while (taken) {
        taken = false;
        for (int sender = 1; sender <= floods; sender++) {
          int bucket = many.bucket(sender);
          if (!many.exceeds(bucket, LIMIT)) {
            many.began(bucket);
            taken = true;
          }
        }
      }
      int each = 3 * LIMIT / (3 * floods + 1);
      assertThat(many.inFlight())
          .isBetween((long) each * floods, Math.min(LIMIT - 1, (each + 1L) * floods));
      assertThat(many.exceeds(many.bucket(floods + 1), LIMIT)).isFalse();
    }
  }

  /** A flood that was there first gives way as its events end; then both have the same. */
  @Test
  void twoThatFloodHaveTheSameInTheEnd() {
    begin(small, 1);
    flood(large);
    Deque<Integer> queue = new ArrayDeque<>();
    IntStream.range(0, (int) shares.inFlight() - 1).forEach(i -> queue.add(large));
    queue.add(small);
    int ofLarge = queue.size() - 1;
    int ofSmall = 1;
    for (int i = 0; i < 20 * LIMIT; i++) {
      boolean ends = queue.remove() == large;
      end(ends ? large : small, 1);
      ofLarge -= ends ? 1 : 0;
      ofSmall -= ends ? 0 : 1;
      int largeTaken = flood(large); // It is always quicker.
      int smallTaken = flood(small);
      IntStream.range(0, largeTaken).forEach(j -> queue.add(large));
      IntStream.range(0, smallTaken).forEach(j -> queue.add(small));
      ofLarge += largeTaken;
      ofSmall += smallTaken;
    }
    assertThat(ofSmall).isBetween(LIMIT * 3 / 7 - 2, LIMIT * 3 / 7 + 2);
    assertThat(ofLarge).isBetween(LIMIT * 3 / 7 - 2, LIMIT * 3 / 7 + 2);
  }

  @Test
  void whenTheFloodEndsTheOtherHasTheWholeLimit() {
    begin(small, 1);
    flood(large);
    end(large, (int) shares.inFlight() - 1);
    assertThat(flood(small)).isEqualTo(LIMIT - 1);
    end(small, LIMIT);
    assertThat(flood(large)).as("and the other way round").isEqualTo(LIMIT);
  }

  /** Those of which only another thread hears the end count until then. */
  @Test
  void whatEndsElsewhereCountsUntilItEnds() throws Exception {
    begin(small, 1);
    int flood = flood(large);
    assertThat(admits(large)).isFalse();
    Thread sink = new Thread(() -> endElsewhere(flood));
    sink.start();
    sink.join();
    assertThat(shares.inFlight()).isEqualTo(1);
    assertThat(flood(large)).isEqualTo(flood);
  }

  private void endElsewhere(int events) {
    for (int i = 0; i < events; i++) {
      shares.endedOnAnyThread(large);
    }
  }

  /** Whatever is read between the two counts of an end: who is alone is never refused. */
  @Test
  void whoIsAloneIsNotRefusedWhileItsEventsEndElsewhere() throws Exception {
    int events = 2_000_000;
    Thread sink = new Thread(() -> endElsewhere(events));
    begin(large, events);
    sink.start();
    int refused = 0;
    while (shares.inFlight() > 0) {
      // The limit has been reached, as far as the share is concerned.
      refused += shares.exceeds(large, 0) ? 1 : 0;
    }
    sink.join();
    assertThat(refused).isZero();
  }

  /** They are one sender then; with another seed they are two. */
  @Test
  void whoMeetsInABucketSharesItsFate() {
    int hash = "large".hashCode();
    int other =
        IntStream.range(1, 1 << 20)
            .filter(h -> shares.bucket(h) == large)
            .findFirst()
            .orElseThrow();
    assertThat(other).isNotEqualTo(hash);
    begin(small, 1);
    flood(large);
    assertThat(admits(shares.bucket(other))).isFalse();
    assertThat(IntStream.range(0, 10).mapToObj(SenderShares::new))
        .anyMatch(elsewhere -> elsewhere.bucket(other) != elsewhere.bucket(hash));
  }

  /** Names, addresses of one network: they do not meet more often than others. */
  @Test
  void sendersAreSpread() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int start : List.of(0x0A000000, 0xC0A80000, "key-".hashCode(), random.nextInt())) {
      SenderShares spread = new SenderShares(random.nextInt());
      List<Integer> buckets = new ArrayList<>();
      IntStream.rangeClosed(1, 200).forEach(i -> buckets.add(spread.bucket(start + i)));
      assertThat(buckets.stream().distinct().count()).as("seed %d", seed).isGreaterThan(120);
    }
  }
}

package com.reactive.platform.gateway.microbatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Whom an idle sink waits for, and how long. Times are microseconds. */
class RequestCoalescingTest {
  private static final long MICRO = 1_000;
  private static final BatcherConfig CONFIG = new BatcherConfig(2, 1 << 16, 1 << 12, 1 << 14, 1);

  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 500 * MICRO); // may overflow
  private final Stripe[] stripes = {newStripe(), newStripe()};
  private final List<Batch> away = new ArrayList<>();
  private long pauseMicros;
  private final RequestCoalescing coalescing =
      new RequestCoalescing(nanos::get, new PauseToll(() -> Stripe.published(stripes)));

  private Stripe newStripe() {
    return new Stripe(CONFIG, StripeTest.NOBODY, nanos::get);
  }

  @Test
  void nobodyIsWaitedForBeforeTheFirstFlight() {
    assertThat(microsLeft()).isZero();
  }

  @Test
  void aFlightOfOneIsNotWaitedFor() {
    flight(1, 0, 400);
    assertThat(microsLeft()).isZero();
  }

  @Test
  void aFlightOfSeveralIsWaitedForAsLongAsItTook() {
    flight(8, 0, 400);
    assertThat(microsLeft()).isEqualTo(400);
    pass(350);
    assertThat(microsLeft()).isEqualTo(50);
    pass(50);
    assertThat(microsLeft()).isLessThanOrEqualTo(0);
  }

  @Test
  void theTimeCountsFromTheLastCompletionAndNotFromTheFirstLook() {
    depart(8, 0);
    land(400);
    pass(120);
    assertThat(microsLeft()).isEqualTo(280);
  }

  @Test
  void aLongFlightIsWaitedForAMillisecondAndAShortOneNotAtAll() {
    flight(8, 0, 50_000);
    assertThat(microsLeft()).isEqualTo(1_000);
    submit(0, 8);
    flight(8, 0, 19);
    assertThat(microsLeft()).isZero();
  }

  @Test
  void threeQuartersBackAreEnough() {
    flight(8, 0, 400);
    assertThat(microsLeft()).isPositive();
    submit(0, 5);
    assertThat(microsLeft()).isPositive();
    assertThat(stripes[0].flights().hasReturned()).isFalse();
    submit(0, 1);
    assertThat(stripes[0].flights().hasReturned()).isTrue();
    assertThat(microsLeft()).isZero();
  }

  @Test
  void thoseWhoCameMeanwhileAreNoneOfThem() {
    depart(8, 0);
    submit(0, 7);
    land(400);
    assertThat(microsLeft()).isPositive();
    submit(0, 6);
    assertThat(microsLeft()).isZero();
  }

  @Test
  void theGroupsOfAllStripesAreWaitedFor() {
    flight(4, 4, 400);
    assertThat(microsLeft()).isPositive();
    submit(0, 9);
    assertThat(microsLeft()).isPositive();
    submit(1, 3);
    assertThat(microsLeft()).isZero();
  }

  @Test
  void aStripeThatHadNothingInTheFlightIsNotWaitedFor() {
    flight(0, 4, 400);
    assertThat(microsLeft()).isPositive();
    submit(0, 100);
    assertThat(stripes[0].flights().hasReturned()).isFalse();
    assertThat(microsLeft()).isPositive();
    submit(1, 3);
    assertThat(microsLeft()).isZero();
  }

  @Test
  void thoseWhoCameBackBeforeTheFirstLookCount() {
    flight(8, 0, 400);
    submit(0, 5);
    assertThat(microsLeft()).isPositive();
    submit(0, 1);
    assertThat(microsLeft()).isZero();
  }

  @Test
  void twoClientsShareAFlight() {
    flight(2, 0, 400);
    submit(0, 1);
    assertThat(microsLeft()).isPositive();
    submit(0, 1);
    assertThat(microsLeft()).isZero();
  }

  @Test
  void aSmallFlightAmongLargeOnesIsFollowedByALargeOne() {
    flight(40, 0, 400);
    assertThat(microsLeft()).isPositive();
    depart(1, 0);
    submit(0, 20);
    land(400);
    assertThat(microsLeft())
        .as("of the 40, 30 are expected, and three quarters of them enough")
        .isPositive();
    submit(0, 2);
    assertThat(microsLeft()).isPositive();
    submit(0, 1);
    assertThat(microsLeft()).isZero();
  }

  @Test
  void whoIsLeftAloneIsSoonNotWaitedFor() {
    flight(64, 0, 400);
    int flights = 0;
    while (microsLeft() > 0) {
      flight(1, 0, 400);
      flights++;
    }
    assertThat(flights).isBetween(1, 15);
  }

  @Test
  void whereWaitingBringsNothingTheNextFlightsGoAtOnce() {
    depart(8, 0);
    submit(0, 8);
    land(400);
    for (int inVain = 0; inVain < 4; inVain++) {
      assertThat(microsLeft()).isPositive();
      nextOfEight();
    }
    assertThat(microsLeft()).as("patience is used up: one goes at once").isZero();
    nextOfEight();
    assertThat(microsLeft()).as("then it is tried again").isPositive();
    for (int skipped = 0; skipped < 3; skipped++) {
      nextOfEight();
      assertThat(microsLeft()).as("in vain again, so three go at once").isZero();
    }
    nextOfEight();
    assertThat(microsLeft()).isPositive();
    submit(0, 6);
    nextOfEight();
    assertThat(microsLeft()).as("a success wipes the failures out").isPositive();
  }

  @Test
  void aPauseLiesBetweenTheBeginningsOfTwoFlights() {
    pauseMicros = 8_000;
    flight(8, 0, 400);
    assertThat(microsLeft()).isEqualTo(7_600);
    pass(2_000);
    submit(0, 5);
    assertThat(microsLeft()).isEqualTo(5_600);
    pass(5_600);
    assertThat(microsLeft()).isLessThanOrEqualTo(0);
  }

  @Test
  void whoComesAfterAQuietPauseGoesAtOnce() {
    pauseMicros = 8_000;
    assertThat(microsLeft()).as("the first of all").isZero();
    flight(3, 0, 400);
    pass(7_600);
    assertThat(microsLeft()).isLessThanOrEqualTo(0);
  }

  @Test
  void aFlightLongerThanThePauseIsNotFollowedByOne() {
    pauseMicros = 8_000;
    flight(1, 0, 8_000);
    assertThat(microsLeft()).isZero();
  }

  @Test
  void aGroupThatIsSoonBackEndsThePause() {
    learnThatNobodyElseComes();
    submit(0, 1);
    for (int flights = 0; flights < 10; flights++) {
      flight(0, 0, 400);
      assertThat(microsLeft()).isEqualTo(7_600);
      pass(800);
      submit(0, 1);
      assertThat(stripes[0].flights().hasReturned()).isTrue();
      assertThat(microsLeft()).isZero();
      pass(1_000);
      assertThat(microsLeft()).as("for good").isZero();
    }
  }

  /** Messages at equal distances: whoever expects one more at a time always gets it. */
  @Test
  void aPauseThatGoesOnFindsOutThatMoreCome() {
    pauseMicros = 8_000;
    flight(1, 0, 400);
    pass(1_600);
    submit(0, 1);
    assertThat(microsLeft()).as("until three more should be there").isEqualTo(6_000);
    pass(2_000);
    submit(0, 1);
    pass(2_000);
    submit(0, 1);
    assertThat(coalescing.isHolding()).isTrue();
    assertThat(microsLeft()).isEqualTo(2_000);
    pass(2_000);
    assertThat(microsLeft()).isLessThanOrEqualTo(0);
    flight(0, 0, 400);
    pass(1_600);
    submit(0, 3);
    assertThat(microsLeft()).as("four are expected now").isPositive();
  }

  @Test
  void aPauseThatGoesOnEndsWhenNobodyComes() {
    pauseMicros = 8_000;
    flight(8, 0, 400);
    pass(400);
    submit(0, 8);
    assertThat(microsLeft()).as("the time in which four of eight came").isEqualTo(200);
    pass(200);
    assertThat(microsLeft()).isZero();
    assertThat(coalescing.isHolding()).isFalse();
  }

  /** After some attempts in vain there is none for a hundred times as long as the last one took. */
  private void learnThatNobodyElseComes() {
    pauseMicros = 8_000;
    submit(0, 1);
    boolean waited = false;
    for (int flights = 0; flights < 600 || !waited; flights++) {
      flight(0, 0, 100);
      pass(100);
      submit(0, 1);
      waited = false;
      while (microsLeft() > 0) {
        waited = true;
        pass(50);
      }
    }
    flight(0, 0, 400);
    pass(8_000);
  }

  @Test
  void attemptsInVainTakeAHundredthOfTheTime() {
    learnThatNobodyElseComes();
    long waitedMicros = 0;
    long allMicros = 0;
    for (int flights = 0; flights < 2_000; flights++) {
      flight(0, 0, 100);
      pass(100);
      submit(0, 1);
      for (allMicros += 200; microsLeft() > 0; allMicros += 50) {
        pass(50);
        waitedMicros += 50;
      }
    }
    assertThat(waitedMicros).isPositive().isLessThanOrEqualTo(allMicros / 90);
  }

  @Test
  void aGroupThatIsBackLateDoesNotUntilEverybodyIsThere() {
    learnThatNobodyElseComes();
    flight(8, 0, 400);
    assertThat(microsLeft()).isEqualTo(7_600);
    pass(801);
    submit(0, 6);
    assertThat(stripes[0].flights().hasReturned()).isTrue();
    assertThat(microsLeft()).isEqualTo(6_799);
    assertThat(stripes[0].flights().hasReturned()).as("two more could send").isFalse();
    submit(0, 1);
    assertThat(stripes[0].flights().hasReturned()).as("most are there").isTrue();
    assertThat(microsLeft()).as("the time in which four of seven came").isEqualTo(457);
    submit(0, 1);
    assertThat(stripes[0].flights().hasReturned()).as("all are there").isTrue();
    assertThat(microsLeft()).isZero();
  }

  @Test
  void aPauseEndsWhenMostAreThereAndHardlyAnybodyComes() {
    pauseMicros = 8_000;
    flight(64, 0, 400);
    assertThat(microsLeft()).isEqualTo(7_600);
    pass(1_120);
    submit(0, 56);
    assertThat(microsLeft()).isEqualTo(80);
    assertThat(coalescing.holdEndNanos() - nanos.get()).isEqualTo(80 * MICRO);
    submit(0, 2);
    pass(80);
    assertThat(microsLeft()).as("some came, so it is called again").isEqualTo(80);
    submit(0, 1);
    pass(80);
    assertThat(microsLeft()).isZero();
    assertThat(coalescing.isHolding()).isFalse();
  }

  @Test
  void thoseWhoComeDuringAFlightCouldSendToo() {
    learnThatNobodyElseComes();
    depart(4, 0);
    submit(0, 4);
    land(400);
    assertThat(microsLeft()).isEqualTo(7_600);
    pass(1_000);
    submit(0, 3);
    assertThat(microsLeft()).as("seven of eight").isLessThan(6_600).isPositive();
    submit(0, 1);
    assertThat(microsLeft()).isZero();
  }

  @Test
  void whoHasLeftIsForgottenInTime() {
    pauseMicros = 8_000;
    flight(32, 0, 400);
    int pauses = 0;
    while (pauses < 100 && !endsWithFourBackLate()) {
      pass(8_000);
      flight(0, 0, 400);
      pauses++;
    }
    assertThat(pauses).isBetween(20, 40);
  }

  private boolean endsWithFourBackLate() {
    assertThat(microsLeft()).isPositive();
    pass(1_000);
    submit(0, 4);
    return microsLeft() == 0;
  }

  @Test
  void wherePausesBringNothingTogetherMostFlightsGoAtOnce() {
    pauseMicros = 8_000;
    int pauses = 0;
    for (int flights = 0; flights < 2_000; flights++) {
      flight(1, 0, 400);
      if (microsLeft() > 0) {
        pauses++;
        pass(7_600);
      }
    }
    assertThat(pauses).isBetween(10, 20);
    submit(0, 2);
    flight(1, 0, 400);
    while (microsLeft() <= 0) {
      flight(1, 0, 400);
    }
    submit(0, 2);
    pass(7_600);
    flight(1, 0, 400);
    assertThat(microsLeft()).as("worth it once").isPositive();
  }

  /** Eight take off, eight more come while they are away. */
  private void nextOfEight() {
    takeOff();
    submit(0, 8);
    land(400);
  }

  private void flight(int first, int second, long micros) {
    depart(first, second);
    land(micros);
  }

  private void depart(int first, int second) {
    submit(0, first);
    submit(1, second);
    takeOff();
  }

  private void takeOff() {
    coalescing.beginFlight(stripes, pauseMicros * MICRO);
    for (Stripe stripe : stripes) {
      Batch batch = stripe.take(FlushReason.IDLE, stripe.published(), Integer.MAX_VALUE);
      if (batch != null) {
        away.add(batch);
      }
    }
  }

  private void land(long micros) {
    pass(micros);
    away.forEach(batch -> batch.acked(0, 0));
    away.clear();
    coalescing.onBatchCompleted();
  }

  private void submit(int stripe, int messages) {
    for (int i = 0; i < messages; i++) {
      assertThat(stripes[stripe].append(new byte[1], 0, 1, null)).isEqualTo(SubmitResult.ACCEPTED);
    }
  }

  private void pass(long micros) {
    nanos.addAndGet(micros * MICRO);
  }

  private long microsLeft() {
    return coalescing.nanosLeft(stripes, pauseMicros * MICRO) / MICRO;
  }
}

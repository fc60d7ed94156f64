package com.reactive.platform.gateway.microbatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who gets which stripe. */
@Timeout(300)
class StripesTest {
  private static final int STRIPES = 3;

  private final Stripes stripes =
      new Stripes(new BatcherConfig(STRIPES, 64, 8, 16, 1), i -> StripeTest.NOBODY, () -> 0);
  private final Stripe[] exclusive = stripes.all();
  private final List<ExecutorService> living = new ArrayList<>();

  @AfterEach
  void endThreads() {
    living.forEach(ExecutorService::shutdownNow);
  }

  @Test
  void eachThreadGetsOneOfItsOwnFromTheLastOn() throws Exception {
    for (int i = STRIPES - 1; i >= 0; i--) {
      assertThat(inNewThread(stripes::giveToThisThread)).isSameAs(exclusive[i]);
      assertThat(stripes.isShared(exclusive[i])).isFalse();
    }
    assertThat(stripes.all()).hasSize(STRIPES).doesNotHaveDuplicates();
  }

  /** Together they would have more than any heap. */
  @Test
  void whatIsNeverWrittenToTakesNoMemory() {
    BatcherConfig large = new BatcherConfig(1_024, 1 << 30, 1 << 16, 16, 1);
    Stripe[] all = new Stripes(large, i -> StripeTest.NOBODY, () -> 0).all();
    assertThat(all[0].fill(all[0].open())).isZero();
    assertThat(all[0].admits(100)).isTrue();
    all[0].close();
    assertThat(all[0].claim(100)).isEqualTo(-1);
  }

  @Test
  void furtherThreadsShareOneMore() throws Exception {
    takeAll();
    Stripe shared = inNewThread(stripes::giveToThisThread);
    assertThat(exclusive).doesNotContain(shared);
    assertThat(stripes.isShared(shared)).isTrue();
    assertThat(inNewThread(stripes::giveToThisThread)).isSameAs(shared);

    assertThat(stripes.all()).hasSize(STRIPES + 1).startsWith(exclusive).endsWith(shared);
  }

  @Test
  void ofThreadsThatComeAtOnceNoTwoGetTheSame() throws Exception {
    CyclicBarrier together = new CyclicBarrier(STRIPES);
    List<Future<Stripe>> given = new ArrayList<>();
    for (int i = 0; i < STRIPES; i++) {
      given.add(
          newThread()
              .submit(
                  () -> {
                    together.await(Waits.LONG.toSeconds(), TimeUnit.SECONDS);
                    return stripes.giveToThisThread();
                  }));
    }
    List<Stripe> got = new ArrayList<>();
    for (Future<Stripe> one : given) {
      got.add(one.get(Waits.LONG.toSeconds(), TimeUnit.SECONDS));
    }
    assertThat(got).containsExactlyInAnyOrder(exclusive);
  }

  @Test
  void theStripeOfAThreadThatEndedGoesToTheNext() throws Exception {
    takeAllBut(1);
    Stripe first = inThreadThatEnds(stripes::giveToThisThread);
    assertThat(first).isSameAs(exclusive[1]);

    assertThat(inNewThread(stripes::giveToThisThread)).isSameAs(first);
    assertThat(stripes.isShared(inNewThread(stripes::giveToThisThread))).isTrue();
  }

  @Test
  void theStripeOfAThreadThatEndedGoesToAHandle() throws Exception {
    inThreadThatEnds(stripes::giveToThisThread);

    assertThat(stripes.giveToHandle(STRIPES - 1)).isSameAs(exclusive[STRIPES - 1]);
    assertThat(inNewThread(stripes::giveToThisThread)).isSameAs(exclusive[STRIPES - 2]);
  }

  @Test
  void noHandleGetsTheStripeOfALivingThread() throws Exception {
    String thread =
        inNewThread(
            () -> {
              stripes.giveToThisThread();
              return Thread.currentThread().getName();
            });

    assertThatIllegalStateException()
        .isThrownBy(() -> stripes.giveToHandle(STRIPES - 1))
        .withMessageContaining("stripe 2")
        .withMessageContaining(thread);
    assertThat(stripes.giveToHandle(0)).isSameAs(exclusive[0]);
  }

  @Test
  void noThreadGetsTheStripeOfAHandle() throws Exception {
    assertThat(stripes.giveToHandle(2)).isSameAs(exclusive[2]);
    assertThat(stripes.giveToHandle(2)).as("again").isSameAs(exclusive[2]);
    stripes.giveToHandle(0);

    assertThat(inNewThread(stripes::giveToThisThread)).isSameAs(exclusive[1]);
    assertThat(stripes.isShared(inNewThread(stripes::giveToThisThread))).isTrue();
    assertThat(stripes.giveToHandle(0)).as("a handle is for ever").isSameAs(exclusive[0]);
  }

  @Test
  void aSharedStripeIsClosedWhetherItComesBeforeOrAfterClosing() throws Exception {
    takeAll();
    Stripe before = inNewThread(stripes::giveToThisThread);
    assertThat(append(before)).isEqualTo(SubmitResult.ACCEPTED);
    stripes.close();
    assertThat(stripes.all()).allSatisfy(s -> assertThat(append(s)).isEqualTo(SubmitResult.CLOSED));

    Stripes closedFirst =
        new Stripes(new BatcherConfig(1, 64, 8, 16, 1), i -> StripeTest.NOBODY, () -> 0);
    closedFirst.giveToHandle(0);
    closedFirst.close();
    Stripe after = closedFirst.giveToThisThread();
    assertThat(closedFirst.isShared(after)).isTrue();
    assertThat(append(after)).isEqualTo(SubmitResult.CLOSED);
  }

  @Test
  void whatIsPendingInAnyOfThemIsSeen() throws Exception {
    takeAll();
    inNewThread(stripes::giveToThisThread);
    for (Stripe stripe : stripes.all()) {
      assertThat(stripes.hasPending()).isFalse();
      append(stripe);
      assertThat(stripes.hasPending()).isTrue();
      stripe.take(FlushReason.IDLE, Long.MAX_VALUE, 1);
    }
  }

  /** A second writer comes while the first reads the clock in the middle of its append. */
  @Test
  void twoThatAppendToOneStripeAtOnceAreFoundOut() throws Exception {
    List<Throwable> thrown = new ArrayList<>();
    AtomicBoolean once = new AtomicBoolean();
    Stripe[] stripe = new Stripe[1];
    stripe[0] =
        new Stripe(
            new BatcherConfig(1, 64, 8, 16, 1),
            StripeTest.NOBODY,
            () -> {
              if (once.compareAndSet(false, true)) {
                thrown.add(thrownInAnotherThread(() -> append(stripe[0])));
                thrown.add(
                    thrownInAnotherThread(
                        () -> stripe[0].append(new MessageBatch().add(new byte[1]), null)));
              }
              return 0;
            });

    assertThat(append(stripe[0])).isEqualTo(SubmitResult.ACCEPTED);
    assertThat(thrown)
        .hasSize(2)
        .allSatisfy(t -> assertThat(t).hasMessageContaining("two threads"));
    assertThat(stripe[0].published()).isEqualTo(1);
    assertThat(append(stripe[0])).as("one after the other").isEqualTo(SubmitResult.ACCEPTED);
  }

  private static Throwable thrownInAnotherThread(Callable<?> action) {
    try {
      inThreadThatEnds(action);
      return null;
    } catch (Exception e) {
      return e.getCause();
    }
  }

  private void takeAll() {
    takeAllBut(-1);
  }

  private void takeAllBut(int left) {
    for (int i = 0; i < STRIPES; i++) {
      if (i != left) {
        stripes.giveToHandle(i);
      }
    }
  }

  private static SubmitResult append(Stripe stripe) {
    return stripe.append(new byte[1], 0, 1, null);
  }

  private ExecutorService newThread() {
    ExecutorService thread = Executors.newSingleThreadExecutor();
    living.add(thread);
    return thread;
  }

  private <T> T inNewThread(Callable<T> action) throws Exception {
    return newThread().submit(action).get(Waits.LONG.toSeconds(), TimeUnit.SECONDS);
  }

  private static <T> T inThreadThatEnds(Callable<T> action) throws Exception {
    FutureTask<T> task = new FutureTask<>(action);
    Thread thread = new Thread(task);
    thread.start();
    thread.join(Waits.LONG.toMillis());
    return task.get(0, TimeUnit.SECONDS);
  }
}

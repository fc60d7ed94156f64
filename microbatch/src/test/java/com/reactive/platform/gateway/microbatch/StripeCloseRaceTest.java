package com.reactive.platform.gateway.microbatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A writer appends while another thread closes and takes: both must tell the same story. */
@Timeout(300)
class StripeCloseRaceTest {
  private static final int ROUNDS = 40_000;
  private static final BatcherConfig CONFIG = new BatcherConfig(1, 64, 16, 16, 1);

  private final SpinBarrier together = new SpinBarrier();
  private final ExecutorService writer = Executors.newSingleThreadExecutor();
  private volatile Stripe stripe;
  private volatile SubmitResult result;

  @AfterEach
  void endThread() {
    writer.shutdownNow();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7})
  void whatIsAcceptedIsTakenAndWhatIsRefusedIsNot(int messages) throws Exception {
    Future<?> writing = writer.submit(() -> write(messages));
    for (int round = 0; round < ROUNDS; round++) {
      stripe = new Stripe(CONFIG, StripeTest.NOBODY, () -> 0);
      together.await();
      for (int spins = round % 40; spins > 0; spins--) {
        Thread.onSpinWait();
      }
      stripe.close();
      int taken = takeAll();
      together.await();
      taken += takeAll();

      int expected = result == SubmitResult.ACCEPTED ? messages : 0;
      if (taken != expected || stripe.published() != expected) {
        assertThat("%s in round %d: %d taken".formatted(result, round, taken)).isEmpty();
      }
      assertThat(stripe.acceptedBytes()).isEqualTo(expected);
    }
    writing.get(Waits.LONG.toSeconds(), TimeUnit.SECONDS);
  }

  private void write(int messages) {
    MessageBatch batch = new MessageBatch();
    for (int i = 0; i < messages; i++) {
      batch.add(new byte[1]);
    }
    for (int round = 0; round < ROUNDS; round++) {
      together.await();
      result =
          messages == 1 ? stripe.append(batch.buffer(), 0, 1, null) : stripe.append(batch, null);
      together.await();
    }
  }

  private int takeAll() {
    int taken = 0;
    Batch batch;
    while ((batch = stripe.take(FlushReason.CLOSE, Long.MAX_VALUE, Integer.MAX_VALUE)) != null) {
      taken += batch.size();
    }
    return taken;
  }
}

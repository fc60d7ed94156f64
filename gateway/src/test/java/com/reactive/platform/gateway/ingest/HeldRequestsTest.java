package com.reactive.platform.gateway.ingest;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.reactive.platform.gateway.idempotency.KeyWindow;
import com.reactive.platform.gateway.idempotency.KeyWindows;
import com.reactive.platform.gateway.ledger.Ledger;
import com.reactive.platform.gateway.ledger.Outcome;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeldRequestsTest {
  private static final Problem WHY = Problem.of(Rejection.IDEMPOTENCY_WINDOW_UNAVAILABLE, "");

  private final Ledger ledger = new Ledger();
  private final ArrayDeque<Runnable> thread = new ArrayDeque<>();
  private final List<String> taken = new ArrayList<>();
  private final KeyWindows windows = new KeyWindows(1 << 20);
  private final KeyWindow window = window("s");
  private final HeldRequests held = new HeldRequests(this::take, thread::add);

  private static final class Callback extends IngestCallback {
    private boolean ended;

    Callback(Ledger ledger) {
      super(ledger, null);
    }

    @Override
    protected boolean onOutcome() {
      ended = true;
      return false;
    }
  }

  private static final class Request implements IngestRequest {
    @Override
    public StreamRuntime stream() {
      throw new UnsupportedOperationException();
    }

    @Override
    public byte[] requestId() {
      return new byte[0];
    }

    @Override
    public byte[] idempotencyKey() {
      return new byte[] {'k'};
    }
  }

  private KeyWindow window(String stream) {
    KeyWindow made = windows.of(stream, "t", 600_000, 1_000);
    made.beginRebuild();
    return made;
  }

  private Problem take(
      IngestRequest request, IngestCallback callback, byte[] body, int offset, int length) {
    String text = new String(body, offset, length, US_ASCII);
    if (text.equals("fault")) {
      throw new IllegalStateException("a test");
    }
    taken.add(text);
    return text.equals("bad") ? Problem.of(Rejection.MALFORMED_JSON, "") : null;
  }

  private Callback hold(KeyWindow in, String body) {
    Callback callback = new Callback(ledger);
    byte[] bytes = ("<" + body + ">").getBytes(US_ASCII);
    assertThat(held.add(in, new Request(), callback, bytes, 1, bytes.length - 2)).isTrue();
    return callback;
  }

  private long waiting() {
    return ledger.snapshot(0).pending();
  }

  private void runThread() {
    for (Runnable task = thread.poll(); task != null; task = thread.poll()) {
      task.run();
    }
  }

  @Test
  void aRequestIsTakenWhenItsWindowIsFilled() {
    KeyWindow other = window("other");
    Callback good = hold(window, "1");
    hold(other, "2");
    Callback bad = hold(window, "bad");
    Callback fault = hold(window, "fault");
    hold(window, "3");
    assertThat(thread).isEmpty();
    assertThat(waiting()).isEqualTo(5);

    window.endRebuild();
    assertThat(taken).as("not on that thread").isEmpty();
    assertThat(thread).hasSize(1);
    assertThatThrownBy(this::runThread).as("for its log").hasMessage("a test");
    assertThat(taken).containsExactly("1", "bad", "3");
    assertThat(good.ended).isFalse();
    assertThat(bad.problem().type()).isEqualTo(Rejection.MALFORMED_JSON);
    assertThat(fault.problem().type()).isEqualTo(Rejection.INTERNAL_ERROR);
    assertThat(ledger.snapshot(0).ended())
        .containsEntry(Outcome.MALFORMED, 1L)
        .containsEntry(Outcome.INTERNAL, 1L);
    assertThat(waiting()).isEqualTo(1);

    other.endRebuild();
    runThread();
    assertThat(taken).endsWith("2");
    assertThat(waiting()).isZero();
  }

  @Test
  void aWindowThatIsFilledMeanwhileIsNotWaitedFor() {
    window.endRebuild();
    hold(window, "1");
    runThread();
    assertThat(taken).containsExactly("1");
  }

  /** A reload may begin it before this thread has heard of the end. */
  @Test
  void theEndOfASecondRebuildIsHeardOfToo() {
    hold(window, "1");
    window.endRebuild();
    window.beginRebuild();
    runThread();
    assertThat(taken).isEmpty();
    window.endRebuild();
    runThread();
    assertThat(taken).containsExactly("1");
  }

  /** Where there is no room for it when it is taken, it is no event in flight. */
  @Test
  void whatEndsBeforeItsFlightIsNotCountedAsLanded() {
    InFlightLimiter limiter = new InFlightLimiter(500, 16);
    Callback callback = hold(window, "full");
    callback.release();
    callback.beginFlight(new Request(), limiter, limiter.bucket(1));
    callback.cancelFlight();
    callback.refuse(WHY);
    callback.endFlight();
    limiter.accepted(limiter.bucket(1));
    limiter.update(System.nanoTime());
    assertThat(limiter.load().inFlight()).isEqualTo(1);
  }

  @Test
  void whatHasWaitedForLongIsRefused() {
    Callback callback = hold(window, "1");
    long now = System.nanoTime();
    held.expire(WHY, now);
    assertThat(callback.ended).isFalse();
    held.expire(WHY, now + HeldRequests.MOST_NANOS + 1);
    assertThat(callback.problem()).isSameAs(WHY);
    window.endRebuild();
    runThread();
    assertThat(taken).isEmpty();
    assertThat(waiting()).isZero();
  }

  @Test
  void roomIsBounded() {
    byte[] large = new byte[HeldRequests.MAX_BYTES];
    Callback callback = new Callback(ledger);
    assertThat(held.add(window, new Request(), callback, large, 0, large.length)).isTrue();
    assertThat(held.add(window, new Request(), new Callback(ledger), large, 0, 1)).isFalse();
    held.refuseAll(WHY);
    assertThat(callback.ended).isTrue();
    for (int i = 0; i < HeldRequests.MAX_REQUESTS; i++) {
      hold(window, "");
    }
    assertThat(held.add(window, new Request(), new Callback(ledger), large, 0, 0)).isFalse();
  }
}

package com.reactive.platform.kafka.benchmark.subject;

import com.reactive.platform.gateway.microbatch.Completion;
import com.reactive.platform.gateway.microbatch.MessageBatch;
import com.reactive.platform.gateway.microbatch.SubmitResult;
import com.reactive.platform.kafka.benchmark.rig.Outcomes;
import com.reactive.platform.kafka.benchmark.rig.SessionContext;
import com.reactive.platform.kafka.benchmark.rig.TargetSession;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Sessions of load workers with a batcher. Each send has a new completion of its own: a pool would
 * need an atomic operation between two threads for each.
 */
final class BatcherSessions {
  private static final long FULL_PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

  private BatcherSessions() {}

  /** Submits message by message. */
  static TargetSession single(SessionContext context, MeasuredBatcher.Single way) {
    byte[] message = new byte[context.format().messageBytes()];
    return (firstSequence, intendedNanos) -> {
      context.format().write(message, 0, context.index(), firstSequence, intendedNanos);
      Completion completion = new Sent(context.outcomes(), firstSequence, intendedNanos);
      return way.submit(message, 0, message.length, completion) == SubmitResult.ACCEPTED;
    };
  }

  /** Submits many messages in one step. */
  static TargetSession bulk(SessionContext context, MeasuredBatcher.Bulk way, int messagesPerSend) {
    byte[] message = new byte[context.format().messageBytes()];
    MessageBatch messages = new MessageBatch();
    return (firstSequence, intendedNanos) -> {
      messages.clear();
      for (int i = 0; i < messagesPerSend; i++) {
        context.format().write(message, 0, context.index(), firstSequence + i, intendedNanos);
        messages.add(message);
      }
      Completion completion =
          new SentTogether(context.outcomes(), firstSequence, intendedNanos, messagesPerSend);
      return way.submit(messages, completion) == SubmitResult.ACCEPTED;
    };
  }

  /**
   * Submits message by message, and accounts for many together, as {@link #bulk} does, so that only
   * the submitting differs. Waits while the batcher is full, since a send that is partly accepted
   * cannot be withdrawn.
   */
  static TargetSession each(
      SessionContext context, MeasuredBatcher.Single way, int messagesPerSend) {
    byte[] message = new byte[context.format().messageBytes()];
    return (firstSequence, intendedNanos) -> {
      SentTogether completion =
          new SentTogether(context.outcomes(), firstSequence, intendedNanos, messagesPerSend);
      for (int i = 0; i < messagesPerSend; i++) {
        context.format().write(message, 0, context.index(), firstSequence + i, intendedNanos);
        SubmitResult result;
        while ((result = way.submit(message, 0, message.length, completion)) == SubmitResult.FULL) {
          LockSupport.parkNanos(FULL_PAUSE_NANOS);
        }
        if (result == SubmitResult.CLOSED) {
          if (i == 0) {
            return false;
          }
          completion.notWritten(null);
        }
      }
      return true;
    };
  }

  /** A message on its way. */
  record Sent(Outcomes outcomes, long firstSequence, long intendedNanos) implements Completion {
    @Override
    public void acked(int partition, long offset) {
      outcomes.acked(firstSequence, intendedNanos);
    }

    @Override
    public void notWritten(Throwable reason) {
      outcomes.notWritten(firstSequence, intendedNanos);
    }

    @Override
    public void unknown(Throwable reason) {
      outcomes.unknown(firstSequence, intendedNanos);
    }
  }

  /**
   * Messages on their way that are one send. Only if all have the same outcome is it that of the
   * send; else it is unknown, because some may be in Kafka.
   */
  private static final class SentTogether implements Completion {
    private final Outcomes outcomes;
    private final long firstSequence;
    private final long intendedNanos;
    private final int messages;
    private final AtomicInteger failed = new AtomicInteger();
    private final AtomicInteger notWritten = new AtomicInteger();
    private final AtomicInteger open;

    SentTogether(Outcomes outcomes, long firstSequence, long intendedNanos, int messages) {
      this.outcomes = outcomes;
      this.firstSequence = firstSequence;
      this.intendedNanos = intendedNanos;
      this.messages = messages;
      this.open = new AtomicInteger(messages);
    }

    @Override
    public void acked(int partition, long offset) {
      closeOne();
    }

    @Override
    public void notWritten(Throwable reason) {
      notWritten.getAndIncrement();
      failed.getAndIncrement();
      closeOne();
    }

    @Override
    public void unknown(Throwable reason) {
      failed.getAndIncrement();
      closeOne();
    }

    private void closeOne() {
      if (open.decrementAndGet() > 0) {
        return;
      }
      if (failed.get() == 0) {
        outcomes.acked(firstSequence, intendedNanos);
      } else if (notWritten.get() == messages) {
        outcomes.notWritten(firstSequence, intendedNanos);
      } else {
        outcomes.unknown(firstSequence, intendedNanos);
      }
    }
  }
}

package com.reactive.platform.kafka.benchmark.subject;

import com.reactive.platform.gateway.microbatch.Batcher;
import com.reactive.platform.gateway.microbatch.Completion;
import com.reactive.platform.gateway.microbatch.MessageBatch;
import com.reactive.platform.gateway.microbatch.SubmitResult;
import com.reactive.platform.gateway.microbatch.adaptive.PressureLevel;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * A batcher, and the ways into it.
 *
 * @param batcher it
 * @param singles the way in for one message, of each lane
 * @param bulks the way in for many at once, of each lane; null if it has none, or if the messages
 *     of a send are to be submitted one by one
 * @param level pressure level in force; null if it has none
 * @param settings in force
 * @param afterClose to be run when the batcher is closed
 */
record MeasuredBatcher(
    Batcher batcher,
    IntFunction<Single> singles,
    IntFunction<Bulk> bulks,
    Supplier<PressureLevel> level,
    Map<String, String> settings,
    Runnable afterClose) {

  /** As {@link Batcher#submit(byte[], int, int, Completion)}. */
  interface Single {
    SubmitResult submit(byte[] buffer, int offset, int length, Completion completion);
  }

  /** All of them or none; the completion is told once for each message. */
  interface Bulk {
    SubmitResult submit(MessageBatch messages, Completion completion);
  }

  /** A batcher that any thread submits to, one message at a time, and whose limits stay. */
  static MeasuredBatcher plain(Batcher batcher, Map<String, String> settings) {
    return new MeasuredBatcher(batcher, lane -> batcher::submit, null, null, settings, () -> {});
  }
}

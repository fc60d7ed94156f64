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
 * @param batcher to be measured
 * @param singles the submit of one message, by the index of a load worker
 * @param bulks the submit of many at once, likewise; null if there is none, or if the messages of a
 *     send are to be submitted one by one
 * @param level pressure level in force; null if it has none
 * @param settings in force that the options do not show, or not as they are
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

  /** All of them or none; the completion is called once for each message. */
  interface Bulk {
    SubmitResult submit(MessageBatch messages, Completion completion);
  }

  /** A batcher that any thread submits to, one message at a time, and whose limits stay. */
  static MeasuredBatcher plain(Batcher batcher) {
    return new MeasuredBatcher(batcher, worker -> batcher::submit, null, null, Map.of(), () -> {});
  }
}

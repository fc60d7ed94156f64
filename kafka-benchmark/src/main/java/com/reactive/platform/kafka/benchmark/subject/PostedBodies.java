package com.reactive.platform.kafka.benchmark.subject;

import com.reactive.platform.kafka.benchmark.rig.MessageFormat;
import com.reactive.platform.kafka.benchmark.rig.Payload;
import java.util.HashMap;
import java.util.Map;

/** Reconstructs posted bodies from their session ids. For one thread. */
final class PostedBodies {
  private static final int MAX_WORKERS_KEPT = 1_024;

  /**
   * The id of a message, from its session id.
   *
   * @param runTag of its run
   * @param worker that posted it
   * @param sequence of that worker
   * @param payload of its run
   */
  record Id(long runTag, int worker, long sequence, Payload payload) {
    /**
     * @throws RuntimeException if this is no session of ours
     */
    static Id of(String session) {
      char letter = session.charAt(CounterMessages.KIND_AT);
      return new Id(
          number(session, CounterMessages.TAG_AT, CounterMessages.TAG_DIGITS),
          (int) number(session, CounterMessages.WORKER_AT, CounterMessages.WORKER_DIGITS),
          number(session, CounterMessages.SEQUENCE_AT, CounterMessages.SEQUENCE_DIGITS),
          payload(letter));
    }

    private static Payload payload(char letter) {
      for (Payload payload : Payload.values()) {
        if (letter == CounterMessages.letter(payload)) {
          return payload;
        }
      }
      throw new IllegalArgumentException("no payload of ours: " + letter);
    }

    private static long number(String session, int offset, int digits) {
      return Long.parseUnsignedLong(session, offset, offset + digits, 16);
    }

    /** True if a message of so many bytes can be one of this run, or is of another run. */
    boolean fits(int bytes, MessageFormat run) {
      return runTag != run.runTag() || format(bytes).equals(run);
    }

    private MessageFormat format(int bytes) {
      return new MessageFormat(runTag, bytes, payload);
    }
  }

  private record RunWorker(MessageFormat format, int worker) {}

  private final Map<RunWorker, CounterMessages> workers = new HashMap<>();
  private final boolean noted;
  private byte[] body = new byte[CounterMessages.MAX_BYTES];

  /**
   * @param noted true for {@linkplain NotedEvent noted events}
   */
  PostedBodies(boolean noted) {
    this.noted = noted;
  }

  /**
   * The body, good until the next call.
   *
   * @param bytes its length
   * @throws IllegalArgumentException if no body has that length
   */
  byte[] of(Id id, int bytes) {
    if (workers.size() > MAX_WORKERS_KEPT) {
      workers.clear(); // those of unknown runs; memory stays bounded
    }
    body = body.length < bytes ? new byte[bytes] : body;
    workers
        .computeIfAbsent(
            new RunWorker(id.format(bytes), id.worker()),
            key -> new CounterMessages(key.format(), key.worker(), noted))
        .write(body, 0, id.sequence());
    return body;
  }
}

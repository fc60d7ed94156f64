package com.reactive.platform.kafka.benchmark.subject;

import com.reactive.platform.kafka.benchmark.rig.MessageFormat;
import com.reactive.platform.kafka.benchmark.rig.Payload;
import java.util.HashMap;
import java.util.Map;

/** Writes once more what was posted, from what a session says of it. For one thread. */
final class PostedBodies {
  private static final int MAX_LANES_KEPT = 1_024;

  /**
   * What a session says: the id of a message.
   *
   * @param runTag of its run
   * @param lane that posted it
   * @param sequence in that lane
   * @param payload of its run
   */
  record Id(long runTag, int lane, long sequence, Payload payload) {
    /**
     * @throws RuntimeException if this is no session of ours
     */
    static Id of(String session) {
      char letter = session.charAt(CounterMessages.KIND_AT);
      boolean random = letter == CounterMessages.letter(Payload.RANDOM);
      return new Id(
          number(session, CounterMessages.TAG_AT, CounterMessages.TAG_DIGITS),
          (int) number(session, CounterMessages.LANE_AT, CounterMessages.LANE_DIGITS),
          number(session, CounterMessages.SEQUENCE_AT, CounterMessages.SEQUENCE_DIGITS),
          random ? Payload.RANDOM : Payload.CONSTANT);
    }

    private static long number(String session, int offset, int digits) {
      return Long.parseUnsignedLong(session, offset, offset + digits, 16);
    }

    /** Whether a message of so many bytes can be one of this run, or is of another run. */
    boolean fits(int bytes, MessageFormat run) {
      return runTag != run.runTag() || format(bytes).equals(run);
    }

    private MessageFormat format(int bytes) {
      return new MessageFormat(runTag, bytes, payload);
    }
  }

  private record RunLane(MessageFormat format, int lane) {}

  private final Map<RunLane, CounterMessages> lanes = new HashMap<>();
  private final boolean noted;
  private byte[] body = new byte[CounterMessages.MAX_BYTES];

  /**
   * @param noted whether they are of {@linkplain NotedEvent noted events}
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
    if (lanes.size() > MAX_LANES_KEPT) {
      lanes.clear(); // lanes of no run that we know; memory is bounded all the same
    }
    body = body.length < bytes ? new byte[bytes] : body;
    lanes
        .computeIfAbsent(
            new RunLane(id.format(bytes), id.lane()),
            key -> new CounterMessages(key.format(), key.lane(), noted))
        .write(body, 0, id.sequence());
    return body;
  }
}

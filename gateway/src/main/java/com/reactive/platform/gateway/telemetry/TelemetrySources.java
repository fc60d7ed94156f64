package com.reactive.platform.gateway.telemetry;

import com.reactive.platform.gateway.ledger.Ledger;
import com.reactive.platform.gateway.microbatch.BatcherStats;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Where the figures come from that are asked for when somebody looks. Each is called from threads
 * of telemetry, a few times a minute or more often, and must be quick.
 *
 * @param lanes the batchers, by the names of their lanes
 * @param kafkaState one of {@code kafkaStates}
 * @param http2Connections those of {@code connections} that speak HTTP/2
 * @param recovery what the producers had to put right
 * @param settling what Kafka is still asked about after its callers were told that it is unknown
 * @param streams why each stream takes no events in; empty for one that does
 * @param topics by their names, those whose settings were read
 * @param loops how late the event loops were
 * @param durable responses since the start that waited for Kafka's word, or for its lack
 * @param overBudget durable responses since the start that exceeded their latency budget
 * @param bodies what bodies hold that arrive in pieces
 * @param certificates when certificates in use end, by what they are for; empty without TLS
 * @param spools by topic; empty if there is none
 * @param windows of idempotency keys, by stream; empty if no stream remembers any
 * @param windowBytes of all of them together
 * @param lookUps the answers to questions after events, by their state
 * @param searches for events in the log
 * @param hotKeys by stream
 * @param quarantines bodies that were refused for their content, by stream; empty if none is kept
 * @param refused requests, messages and connections turned away since the start, by limit
 * @param sources of events beside the data port, by their names; empty if there is none
 */
public record TelemetrySources(
    String version,
    Supplier<Ledger.Snapshot> ledger,
    Supplier<Map<String, Lane>> lanes,
    List<String> kafkaStates,
    Supplier<String> kafkaState,
    Supplier<Recovery> recovery,
    Supplier<Settling> settling,
    IntSupplier connections,
    IntSupplier http2Connections,
    BooleanSupplier ready,
    Supplier<Map<String, String>> streams,
    Supplier<Map<String, Topic>> topics,
    Supplier<Loops> loops,
    LongSupplier durable,
    LongSupplier overBudget,
    Supplier<Bodies> bodies,
    Supplier<Map<String, Instant>> certificates,
    Supplier<Map<String, SpoolStats>> spools,
    Supplier<Map<String, Window>> windows,
    LongSupplier windowBytes,
    Supplier<Map<String, Long>> lookUps,
    Supplier<Searches> searches,
    Supplier<Map<String, HotKeyLoad>> hotKeys,
    Supplier<Map<String, Quarantined>> quarantines,
    Supplier<Map<String, Long>> refused,
    Supplier<Map<String, SourceStats>> sources) {

  public TelemetrySources {
    kafkaStates = List.copyOf(kafkaStates);
  }

  /**
   * Record keys that many events have.
   *
   * @param hottestPerSecond events of the most frequent one
   * @param spread events since the start that left the partition of their key
   */
  public record HotKeyLoad(double hottestPerSecond, long spread) {}

  /**
   * Bodies that were refused for their content.
   *
   * @param kept in the quarantine
   * @param failed attempts to keep one that did not succeed, as far as is known
   */
  public record Quarantined(long kept, long failed) {}

  /**
   * How many brokers answer for what a topic acknowledges.
   *
   * @param minInsyncReplicas 0: not known
   * @param weak whether that is less than usual
   * @param partitions 0: not known
   * @param leaderless those without a leader
   * @param inSync in-sync replicas of the partition that has the fewest
   */
  public record Topic(
      int replicationFactor,
      int minInsyncReplicas,
      boolean weak,
      int partitions,
      int leaderless,
      int inSync) {}

  /**
   * What native producers have met since the start, and mostly put right.
   *
   * @param retries batches that were sent again
   * @param disconnects connections to brokers that were lost
   * @param timeouts connections that were given up since a request was not answered
   * @param throttles answers that asked for a pause
   * @param offsetsBackwards acknowledged batches whose offset was not above the last: zero, unless
   *     acknowledged records were lost at an election, or a topic was made anew
   */
  public record Recovery(
      long retries, long disconnects, long timeouts, long throttles, long offsetsBackwards) {
    public static final Recovery NONE = new Recovery(0, 0, 0, 0, 0);

    public Recovery plus(Recovery other) {
      return new Recovery(
          retries + other.retries,
          disconnects + other.disconnects,
          timeouts + other.timeouts,
          throttles + other.throttles,
          offsetsBackwards + other.offsetsBackwards);
    }
  }

  /**
   * Events whose outcome was unknown and that are being settled.
   *
   * @param events so many
   * @param bytes kept for them
   */
  public record Settling(long events, long bytes) {
    public static final Settling NONE = new Settling(0, 0);

    public Settling plus(Settling other) {
      return new Settling(events + other.events, bytes + other.bytes);
    }
  }

  /**
   * The idempotency keys of a stream.
   *
   * @param reachMillis how far back no key is missing
   * @param keys remembered, with an outcome
   * @param open keys whose event has no outcome yet
   */
  public record Window(long windowMillis, long reachMillis, long keys, long open) {}

  /**
   * Searches for events in the log, and the passes over it that they share.
   *
   * @param settling those that wait to settle what became of an event
   * @param lookUps those of clients that wait
   * @param passes since the start
   * @param passNanos of all passes together
   */
  public record Searches(int settling, int lookUps, long passes, long passNanos) {}

  /**
   * One batcher.
   *
   * @param level the pressure level, 1 to 10; 0 if its limits are fixed
   */
  public record Lane(BatcherStats stats, int level, Admission admission) {}

  /**
   * What waits for a lane's outcomes.
   *
   * @param limit so many events may wait
   * @param inFlight so many do
   * @param refused because of the limit, since the start
   * @param overShare refused because their sender had more waiting than its share, since the start
   */
  public record Admission(long limit, long inFlight, long refused, long overShare) {}

  /**
   * How late the event loops were.
   *
   * @param delayNanos the longest of late
   * @param stalls since the start
   */
  public record Loops(long delayNanos, long stalls) {}

  /**
   * Bodies that arrive in pieces.
   *
   * @param budgetBytes the most that they may hold together
   * @param heldBytes reserved for them now
   * @param refused requests turned away because it was too little, since the start
   */
  public record Bodies(long budgetBytes, long heldBytes, long refused) {}
}

package com.reactive.platform.kafka.benchmark.result;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * One target under one load. Where a brochure took turns, the turns are summed up: the counts are
 * sums, rates and CPU are medians of the turns, latencies are of all turns together, and the series
 * is that of the first turn.
 *
 * @param target name of what was measured, such as {@code StripedBatcher}
 * @param role subject, baseline, rival or ceiling
 * @param load name of the load, such as {@code 64 connections}
 * @param loadKind CLOSED or OPEN
 * @param lanes load threads; null where it was not recorded
 * @param concurrency sends in flight at most, of all lanes; for HTTP the connections
 * @param offeredPerSecond events offered, open loop; null for a closed loop
 * @param minShare part of what is offered that had to be acknowledged, open loop; null for a closed
 *     one, and where it was not recorded
 * @param messageBytes size of one message, bytes; for HTTP of the body
 * @param payload {@code random} or {@code constant}
 * @param messagesPerSend messages in one send
 * @param warmupSeconds before what is measured
 * @param seconds measured, all turns
 * @param turns how often it had its turn
 * @param settings in force, read back from producer, batcher and gateway
 * @param rates the three kinds of rate
 * @param turnRates the rate that counts, of each turn: to show the spread
 * @param rounds the figures of each turn, of which ratios to other targets are made; empty where
 *     there was one turn, and where they were not recorded
 * @param latency from the intended send to the outcome
 * @param due what an open loop had to send; null for a closed one, and where it was not recorded
 * @param processes what each process spent
 * @param efficiency what a message cost in requests, memory and the caller's time; null where
 *     nothing is known of it, and where it was not recorded
 * @param verification of all turns
 * @param batches what the batches were like; null where there are none to be seen
 * @param series over time, a point about every half second or so
 * @param verdict of this run
 * @param reasons why it failed
 */
public record RunResult(
    String target,
    Role role,
    String load,
    LoadKind loadKind,
    Integer lanes,
    int concurrency,
    Double offeredPerSecond,
    Double minShare,
    int messageBytes,
    String payload,
    int messagesPerSend,
    double warmupSeconds,
    double seconds,
    int turns,
    Map<String, String> settings,
    Rates rates,
    List<Double> turnRates,
    List<Round> rounds,
    Latency latency,
    Due due,
    List<ProcessCost> processes,
    Efficiency efficiency,
    Verification verification,
    Batches batches,
    List<Point> series,
    Verdict verdict,
    List<String> reasons) {
  /** Setting of a run that stores: how many replicas the topic has. */
  public static final String REPLICAS = "replicas";

  /** Setting of a run that stores: how many of them must have a record at acks=all. */
  public static final String MIN_IN_SYNC = "min.insync.replicas";

  /** Old results have no rounds. */
  public RunResult {
    rounds = rounds == null ? List.of() : List.copyOf(rounds);
  }

  /** The figures of all rounds together, which ratios are made of where there are no rounds. */
  public Round figures() {
    return new Round(rates, latency, processes, efficiency);
  }

  /** The part of a run in its brochure. */
  public enum Role {
    SUBJECT,
    BASELINE,
    RIVAL,
    CEILING;

    /** The role that a brochure calls by this name. */
    public static Role of(String text) {
      return valueOf(text.toUpperCase(Locale.ROOT));
    }

    /** Name in brochures and tables. */
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The kind of load. */
  public enum LoadKind {
    /** The next send waits for the outcome of an earlier one. */
    CLOSED,
    /** Sends are due at set times, whatever became of earlier ones. */
    OPEN
  }

  /**
   * Three rates that must not be confused, messages per second. What is measured are the messages
   * that the target took over after the warm-up.
   *
   * @param send taken over by the target per second of load: the producer's view
   * @param sustained acknowledged ones by the time until Kafka (or, without Kafka, the server) has
   *     the last of them; that time is at least the measured one
   * @param transactional sustained at acks=all; null for other acks and without Kafka
   * @param megabytesPerSecond of payload, sustained
   */
  public record Rates(
      double send, double sustained, Double transactional, double megabytesPerSecond) {}

  /**
   * The figures of one iteration by itself; the latency is without its distribution.
   *
   * @param efficiency null where nothing is known of it
   */
  public record Round(
      Rates rates, Latency latency, List<ProcessCost> processes, Efficiency efficiency) {
    private static final List<String> SERVERS = List.of("server", "gateway");

    /** The figures of a turn. */
    public static Round of(RunResult turn) {
      return new Round(
          turn.rates, turn.latency.withoutDistribution(), turn.processes, turn.efficiency);
    }

    /** The process of the server under test, whatever it is; empty where there is none. */
    public Optional<ProcessCost> serverUnderTest() {
      return processes.stream()
          .filter(process -> SERVERS.contains(process.process()))
          .min(Comparator.comparingInt(process -> SERVERS.indexOf(process.process())));
    }
  }

  /**
   * Microseconds from the intended send to the outcome; stalls count. In a closed loop a send is
   * intended when its slot becomes free, so the generator's own cycle is part of it: until it has
   * seen that and built the message. Null fields do not occur: a run without an outcome has zeros
   * and count 0.
   *
   * @param count messages measured that were acknowledged, and those that were {@link Due} and not
   *     sent; others have no latency
   * @param percentiles pairs for a chart, rising from 0 to 100
   */
  public record Latency(
      long count,
      double mean,
      double p50,
      double p90,
      double p99,
      double p999,
      double max,
      List<Percentile> percentiles) {
    Latency withoutDistribution() {
      return new Latency(count, mean, p50, p90, p99, p999, max, List.of());
    }
  }

  /**
   * The sends that were due in an open loop in the measured time. Those not made count among the
   * latencies with the time from when it was due to the end, which is the least that it can have
   * waited.
   *
   * @param messages that were due
   * @param unsent of those, never sent: at the end the target still had not taken them over
   */
  public record Due(long messages, long unsent) {}

  /**
   * One point of the latency distribution.
   *
   * @param percent 0 to 100
   * @param micros microseconds
   */
  public record Percentile(double percent, double micros) {
    /** Rounds: more digits than these were not measured, and there are many points. */
    public Percentile {
      percent = Digits.rounded(percent, 8); // many nines are different points
      micros = Digits.rounded(micros, Digits.OF_POINTS);
    }
  }

  /**
   * The costs of one process in the measured time.
   *
   * @param process {@code load} (the rig, and targets that run inside it), {@code gateway}, {@code
   *     server} or {@code broker}
   * @param cpuMicrosPerMessage CPU time by messages, microseconds
   * @param cores CPU seconds per second
   * @param rssMegabytes the most that was resident; 0 where the system does not tell it
   */
  public record ProcessCost(
      String process, double cpuMicrosPerMessage, double cores, double rssMegabytes) {}

  /**
   * The costs of a message in the target's own process besides CPU time; of several iterations the
   * medians. Null where it cannot be seen.
   *
   * @param requestsPerThousand requests to Kafka for 1,000 messages
   * @param recordsPerRequest Kafka records in one request
   * @param sentBytes bytes of records sent to Kafka for one message, with what a batch adds, and
   *     compressed if they were: of one replica's, on the wire and on disk
   * @param allocatedBytes bytes allocated on the heap for one message, that of the rig included for
   *     targets that run inside it
   * @param submitMicros how long the target took to take a send over, the median of many sends,
   *     microseconds; over HTTP until the request was written
   * @param wakeUpsPerRequest how often a thread of the server went to sleep, and so was woken, for
   *     one request to Kafka; null for targets inside the rig, and where it was not recorded
   */
  public record Efficiency(
      Double requestsPerThousand,
      Double recordsPerRequest,
      Double sentBytes,
      Double allocatedBytes,
      Double submitMicros,
      Double wakeUpsPerRequest) {
    /** The same with this time. */
    public Efficiency withSubmit(Double micros) {
      return new Efficiency(
          requestsPerThousand,
          recordsPerRequest,
          sentBytes,
          allocatedBytes,
          micros,
          wakeUpsPerRequest);
    }

    /** The same with the wake-ups that its requests took. */
    public Efficiency withWakeUps(Double perRequest) {
      return new Efficiency(
          requestsPerThousand,
          recordsPerRequest,
          sentBytes,
          allocatedBytes,
          submitMicros,
          perRequest);
    }
  }

  /**
   * The batches of a run.
   *
   * @param count batches sent
   * @param meanMessages messages per batch
   * @param meanBytes bytes per batch
   * @param reasons why they went, and how many for each reason
   */
  public record Batches(
      long count, double meanMessages, double meanBytes, Map<String, Long> reasons) {}

  /**
   * A moment of a run; null where something is not known.
   *
   * @param second since the warm-up was over
   * @param perSecond messages that got an outcome per second since the point before
   * @param p50Micros of those that are measured, which are none at first; 0 if there are none
   * @param p99Micros likewise
   * @param batchMessages mean since the point before
   * @param level pressure level in force, such as {@code L5_BALANCED}
   * @param flushBytes N in force
   * @param flushIntervalMicros T in force
   * @param idlePauseMicros H in force
   */
  public record Point(
      double second,
      double perSecond,
      double p50Micros,
      double p99Micros,
      Double batchMessages,
      String level,
      Integer flushBytes,
      Double flushIntervalMicros,
      Double idlePauseMicros) {
    /** Rounds: more digits than these were not measured, and there are many points. */
    public Point {
      second = Digits.rounded(second, 7); // a run may take hours
      perSecond = Digits.rounded(perSecond, Digits.OF_POINTS);
      p50Micros = Digits.rounded(p50Micros, Digits.OF_POINTS);
      p99Micros = Digits.rounded(p99Micros, Digits.OF_POINTS);
      batchMessages = rounded(batchMessages);
      flushIntervalMicros = rounded(flushIntervalMicros);
      idlePauseMicros = rounded(idlePauseMicros);
    }

    private static Double rounded(Double figure) {
      return figure == null ? null : Digits.rounded(figure, Digits.OF_POINTS);
    }
  }
}

package com.reactive.platform.kafka.benchmark.rig;

import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.RunResult.Due;
import com.reactive.platform.kafka.benchmark.result.RunResult.Efficiency;
import com.reactive.platform.kafka.benchmark.result.RunResult.LoadKind;
import com.reactive.platform.kafka.benchmark.result.RunResult.Rates;
import com.reactive.platform.kafka.benchmark.result.RunResult.Role;
import com.reactive.platform.kafka.benchmark.result.Verdict;
import com.reactive.platform.kafka.benchmark.result.Verification;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;
import org.apache.kafka.common.TopicPartition;

/** One iteration of one target, from the offsets before it to the verdict. For one thread. */
final class RigRun {
  private static final double NANOS = 1e9;
  private static final long MIN_LOOK_MILLIS = 10;
  private static final long MAX_LOOK_MILLIS = 250;

  private final Target target;
  private final Role role;
  private final Load load;
  private final Optional<Destination> destination;
  private final Optional<LogRange> logRange;
  private final LoadPhase loading;
  private final MessageFormat format;
  private final Progress progress;
  private Map<String, String> settings = Map.of();
  private long startMillis;
  private String ackedTooEarly = "";
  private List<String> problemsBefore = List.of();

  RigRun(
      Target target,
      Role role,
      Load load,
      MessageLog.Opener logs,
      Map<TopicPartition, Long> readUpTo,
      Map<String, Long> brokers,
      Progress progress,
      Timeouts timeouts) {
    this.target = target;
    this.role = role;
    this.load = load;
    this.progress = progress;
    long runTag = ThreadLocalRandom.current().nextLong();
    format = new MessageFormat(runTag, load.messageBytes(), load.payload());
    destination = target.destination();
    logRange = destination.map(l -> new LogRange(logs.open(l), l, readUpTo, timeouts));
    loading =
        new LoadPhase(
            target, load, format, guarantees().answers(), brokers, progress, timeouts.drain());
  }

  Iteration run() throws InterruptedException {
    List<String> problems = new ArrayList<>();
    try {
      if (logRange.isPresent()) {
        logRange.get().noteBegin();
      }
      problemsBefore = target.problems();
      settings = new TreeMap<>(target.settings()); // a process that dies does not tell them later
      if (logRange.isPresent()) {
        settings.putAll(logRange.get().replication());
      }
      load();
    } catch (RuntimeException e) {
      problems.add("the target failed: " + e);
    } catch (IOException e) {
      problems.add("the run was not begun: " + e.getMessage());
    } finally {
      loading.end();
    }
    problems.addAll(loading.problems());
    Verifier verifier = verifier();
    Verification verification =
        logRange.isPresent() ? logRange.get().verify(verifier, progress) : verifier.notApplicable();
    return turn(verification, problems);
  }

  private void load() throws InterruptedException {
    startMillis = System.currentTimeMillis();
    int recordsPerSend = guarantees().recordsPerSend();
    if (recordsPerSend == 0 || destination.filter(l -> l.acks().equals("all")).isEmpty()) {
      loading.run();
      return;
    }
    LongSupplier ackedRecords =
        () ->
            recordsPerSend
                * loading.lanes().stream().mapToLong(lane -> lane.outcomes().ackedSends()).sum();
    AckWatch watch = logRange.orElseThrow().watch(ackedRecords, lookEveryMillis());
    try {
      loading.run();
    } finally {
      watch.stop();
      ackedTooEarly = watch.wrong();
    }
  }

  /** A look is a request to Kafka; a short load needs some, too. */
  private long lookEveryMillis() {
    return Math.max(MIN_LOOK_MILLIS, Math.min(MAX_LOOK_MILLIS, (long) (load.seconds() * 1e3 / 20)));
  }

  private DeliveryGuarantees guarantees() {
    return destination.map(Destination::guarantees).orElse(DeliveryGuarantees.NONE);
  }

  private Verifier verifier() {
    List<SentMessages> lanes =
        loading.lanes().stream()
            .map(lane -> new SentMessages(lane.ledger(), lane.sent(), lane.samples()))
            .toList();
    Destination where = destination.orElseGet(() -> Destination.ofNothing("none"));
    RecordChecks checks =
        new RecordChecks(
            where,
            topic -> logRange.map(l -> l.partitions(topic)).orElse(0),
            startMillis,
            target.messagesPerSend(),
            lanes);
    Verifier verifier =
        new Verifier(where.reader(), format, target.messagesPerSend(), lanes, checks);
    verifier.noteSeen(ackedTooEarly);
    return verifier;
  }

  private Iteration turn(Verification verification, List<String> problems) {
    RunTotals tally =
        RunTotals.of(loading.lanes(), load, target.messagesPerSend(), loading.startNanos());
    List<String> reasons =
        RunValidator.reasons(load, tally, verification, settledSeconds(), problems);
    if (!reasons.isEmpty()) {
      target.problems().stream().filter(c -> !problemsBefore.contains(c)).forEach(reasons::add);
    }
    Rates rates = rates(tally);
    Optional<Sampler> seen = Optional.ofNullable(loading.sampler());
    Histogram latencies = seen.map(Sampler::latencies).orElseGet(Latencies::newHistogram);
    RunResult result =
        new RunResult(
            target.name(),
            role,
            load.name(),
            load.kind(),
            load.lanes(),
            load.concurrency(),
            load.kind() == LoadKind.OPEN ? load.messagesPerSecond() : null,
            load.kind() == LoadKind.OPEN ? load.minShare() : null,
            load.messageBytes(),
            load.payload().text(),
            target.messagesPerSend(),
            load.warmupSeconds(),
            load.seconds(),
            1,
            settings,
            rates,
            List.of(rates.sustained()),
            List.of(),
            Latencies.of(latencies),
            load.kind() == LoadKind.OPEN
                ? new Due(tally.measuredDue(), tally.measuredUnsent())
                : null,
            seen.map(s -> s.processes().costs(tally.measuredAcked())).orElse(List.of()),
            efficiency(tally),
            verification,
            seen.map(Sampler::batches).orElse(null),
            seen.map(Sampler::points).orElse(List.of()),
            Verdict.of(reasons),
            reasons);
    long refusals = loading.lanes().stream().mapToLong(LoadWorker::refusals).sum();
    Histogram refused = Latencies.newHistogram();
    loading.lanes().forEach(lane -> refused.add(lane.outcomes().takeRefusedLatencies()));
    return new Iteration(result, latencies, refused, refusals);
  }

  private Efficiency efficiency(RunTotals tally) {
    if (loading.sampler() == null) {
      return null;
    }
    Histogram submits = Latencies.newHistogram();
    loading.lanes().forEach(lane -> submits.add(lane.submits()));
    Double micros =
        submits.getTotalCount() == 0 ? null : (Double) (submits.getValueAtPercentile(50) / 1e3);
    return loading.sampler().efficiency(tally.measuredAcked()).withSubmit(micros);
  }

  private Rates rates(RunTotals tally) {
    double sustained = tally.measuredAcked() / sustainedSeconds();
    return new Rates(
        tally.measuredSent() / load.seconds(),
        sustained,
        destination.filter(l -> l.acks().equals("all")).isPresent() ? sustained : null,
        sustained * load.messageBytes() / 1e6);
  }

  /**
   * Until the last message that is measured was in Kafka; at least the measured time, so that a
   * load that ends in a pause, or early, seems no faster.
   */
  private double sustainedSeconds() {
    long from = loading.measureNanos();
    long last =
        loading.lanes().stream()
            .mapToLong(lane -> lane.outcomes().lastAckNanos() - from)
            .max()
            .orElse(0);
    return Math.max(load.seconds(), Math.max(last / NANOS, settledSeconds()));
  }

  /** Until the log was seen to have all; 0 where acknowledgements say so. */
  private double settledSeconds() {
    OptionalLong settled = logRange.map(LogRange::settledNanos).orElse(OptionalLong.empty());
    return settled.isPresent() ? (settled.getAsLong() - loading.measureNanos()) / NANOS : 0;
  }
}

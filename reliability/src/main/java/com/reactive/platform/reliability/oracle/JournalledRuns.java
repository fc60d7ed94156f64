package com.reactive.platform.reliability.oracle;

import com.reactive.platform.reliability.oracle.IdStates.Promise;
import com.reactive.platform.testbed.ResponseContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** The contents of all journals of a folder, by id. For one thread. */
final class JournalledRuns implements JournalVisitor {
  private static final int GATEWAY_TIMEOUT = 504;
  private static final int FOUND = 200;
  private static final int GONE = 410;

  private final CheckOptions options;
  private final Violations findings;
  private final Map<Long, IdStates> runs = new HashMap<>();
  private final Map<Long, Variant> bad = new HashMap<>(); // of the journal that is read, in flight
  private final RetryTimes retries;
  private final QuarantineCheck quarantine;

  /** With a 504, and without a look-up's answer. */
  private final Set<OracleEvent> unsettled = new HashSet<>();

  private long run;
  private IdStates states;

  JournalledRuns(CheckOptions options, Violations findings, QuarantineCheck quarantine) {
    this.quarantine = quarantine;
    this.options = options;
    this.findings = findings;
    this.retries = new RetryTimes(options.faults(), findings);
  }

  /**
   * Reads them.
   *
   * @throws CorruptJournalException if one is not what was written
   */
  void read(Path folder) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.list(folder)) {
      files = all.filter(JournalFormat::isJournal).sorted().toList();
    }
    for (Path file : files) {
      findings.add(OracleCount.TORN, JournalReader.read(file, this));
    }
    if (options.resent()) {
      retries.end();
    }
    unsettled.forEach(event -> findings.add(OracleCount.UNSETTLED, event.id()));
  }

  /** By the clients' run numbers. */
  Map<Long, IdStates> runs() {
    return runs;
  }

  @Override
  public void head(long runOfClient) {
    run = runOfClient;
    states = new IdStates();
    runs.put(run, states);
    bad.clear();
  }

  @Override
  public void sent(int lane, int sequence, Variant variant, long millis) {
    findings.add(OracleCount.SENT);
    // Its answer may come late, when the topic is there again.
    states.sent(lane, sequence, millis <= options.excusedUntilMillis());
    if (variant.isBad()) {
      bad.put(key(lane, sequence), variant);
      quarantine.sent(new OracleEvent(run, lane, sequence), variant);
    }
  }

  private static long key(int lane, int sequence) {
    return (long) lane << 32 | sequence;
  }

  private String id(int lane, int sequence) {
    return new OracleEvent(run, lane, sequence).id();
  }

  @Override
  public void answered(
      int lane,
      int sequence,
      int status,
      ResponseNote note,
      int partition,
      long offset,
      long millis) {
    Variant variant = bad.remove(key(lane, sequence));
    if (variant == null) {
      outcome(lane, sequence, OracleResponse.isFinal(status, note), millis);
    }
    if (note == ResponseNote.REPLAYED) {
      findings.add(OracleCount.REPLAYED);
    }
    if (note == ResponseNote.QUARANTINED) {
      quarantine.promised(new OracleEvent(run, lane, sequence));
    }
    if (note == ResponseNote.SWAPPED || note == ResponseNote.GARBLED) {
      OracleCount what = note == ResponseNote.SWAPPED ? OracleCount.MIXED_UP : OracleCount.GARBLED;
      findings.add(what, "status " + status + " for " + id(lane, sequence));
      states.unknown(lane, sequence, false);
      return;
    }
    if (variant != null && status / 100 == 2) {
      findings.add(
          OracleCount.BAD_TAKEN, variant + " was answered " + status + ", " + id(lane, sequence));
    }
    switch (ResponseContract.outcome(status)) {
      case ACKED -> acked(lane, sequence, partition, offset);
      case ACCEPTED -> {
        boolean spooled = note == ResponseNote.SPOOLED;
        findings.add(spooled ? OracleCount.SPOOLED : OracleCount.ACCEPTED);
        states.promised(lane, sequence, spooled ? Promise.SPOOLED : Promise.ACCEPTED);
      }
      case NOT_WRITTEN -> rejected(lane, sequence, status, variant);
      case UNKNOWN -> {
        findings.add(OracleCount.UNKNOWN);
        states.unknown(lane, sequence, false);
        if (options.lookedUp() && status == GATEWAY_TIMEOUT) {
          unsettled.add(new OracleEvent(run, lane, sequence));
        }
      }
      case UNDEFINED -> {
        findings.add(OracleCount.GARBLED, "status " + status + " for " + id(lane, sequence));
        states.unknown(lane, sequence, false);
      }
    }
  }

  private void outcome(int lane, int sequence, boolean isFinal, long millis) {
    if (options.resent()) {
      retries.outcome(new OracleEvent(run, lane, sequence), isFinal, millis);
    }
  }

  private void acked(int lane, int sequence, int partition, long offset) {
    findings.add(OracleCount.ACKED);
    place(lane, sequence, partition, offset);
  }

  private void place(int lane, int sequence, int partition, long offset) {
    boolean excused = states.isExcused(lane, sequence);
    states.promised(lane, sequence, excused ? Promise.EXCUSED : Promise.ACKED);
    if (partition < 0
        || partition > IdStates.MAX_PARTITION
        || offset < 0
        || offset > IdStates.MAX_OFFSET) {
      findings.add(OracleCount.GARBLED, "a place that cannot be, for " + id(lane, sequence));
    } else {
      states.placedAt(lane, sequence, partition, offset);
    }
  }

  private void rejected(int lane, int sequence, int status, Variant variant) {
    findings.add(OracleCount.REFUSED);
    states.notWritten(lane, sequence);
    boolean asBad = ResponseContract.isClientError(status) && !ResponseContract.isTemporary(status);
    if (asBad && variant == null) {
      findings.add(OracleCount.GOOD_REFUSED, "status " + status + " for " + id(lane, sequence));
    }
  }

  /** Promises the same as a 201, or as a response that nothing was written. */
  @Override
  public void lookedUp(int lane, int sequence, int status, int partition, long offset) {
    if (status == GONE) {
      return; // It stays unsettled.
    }
    unsettled.remove(new OracleEvent(run, lane, sequence));
    if (status == FOUND) {
      findings.add(OracleCount.SETTLED_WRITTEN);
      place(lane, sequence, partition, offset);
    } else {
      findings.add(OracleCount.SETTLED_NOT_WRITTEN);
      states.notWritten(lane, sequence);
    }
  }

  @Override
  public void unanswered(int lane, int sequence, long millis) {
    if (bad.remove(key(lane, sequence)) == null) {
      outcome(lane, sequence, false, millis);
    }
    findings.add(OracleCount.UNANSWERED);
    boolean dropped = options.orderlyStops().stream().anyMatch(window -> window.contains(millis));
    states.unknown(lane, sequence, dropped);
  }
}

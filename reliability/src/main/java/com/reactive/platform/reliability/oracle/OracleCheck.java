package com.reactive.platform.reliability.oracle;

import com.reactive.platform.reliability.oracle.IdStates.Promise;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Compares journals with all that is in the topic. To be called when the load has ended; waits
 * until the topic stands still. Takes eight bytes of memory per request.
 *
 * <p>An id may be there as often as it was sent, less the attempts of which it was said that
 * nothing was written. It must be there if a 201 or a {@code spooled} was answered, and after a 201
 * one of its records must be where the answer said. Where events were sent again under their keys
 * until their outcome was final, no id may be there twice. What is in the stream's quarantine is
 * compared likewise, see {@link QuarantineCheck}.
 */
public final class OracleCheck {
  private final CheckOptions options;
  private final Violations findings = new Violations();
  private final QuarantineCheck quarantine = new QuarantineCheck(findings);
  private final JournalledRuns journals;
  private final RecordCheck records = new RecordCheck();

  private OracleCheck(CheckOptions options) {
    this.options = options;
    this.journals = new JournalledRuns(options, findings, quarantine);
  }

  /**
   * Checks all journals of the folder.
   *
   * @throws CorruptJournalException if one is not what was written
   * @throws IOException if a journal cannot be read
   */
  public static OracleVerdict check(Path folder, CheckOptions options)
      throws IOException, InterruptedException {
    RecordSource quarantined =
        options.quarantine().isEmpty()
            ? null
            : new TopicRecords(options.quarantine(), options.client());
    return check(folder, options, new TopicRecords(options.topic(), options.client()), quarantined);
  }

  /** As the other, for a topic that others may write to as well. */
  public static OracleVerdict check(Path folder, String bootstrapServers, String topic)
      throws IOException, InterruptedException {
    return check(folder, CheckOptions.of(bootstrapServers, topic));
  }

  /**
   * @param quarantined all of the quarantine; null if that is not looked at
   */
  static OracleVerdict check(
      Path folder, CheckOptions options, RecordSource topic, RecordSource quarantined)
      throws IOException, InterruptedException {
    OracleCheck check = new OracleCheck(options);
    check.journals.read(folder);
    Map<Integer, Long> begins;
    try {
      begins = topic.read(check::onRecord);
      if (quarantined != null) {
        quarantined.read(check.quarantine::onRecord);
        check.quarantine.judge();
      }
    } catch (IOException e) {
      check.findings.problem(e.getMessage() + ", so nothing is proven");
      return check.findings.verdict();
    }
    check.judge(begins);
    return check.findings.verdict();
  }

  private void onRecord(ConsumerRecord<byte[], byte[]> record) {
    findings.add(OracleCount.RECORDS);
    OracleEvent event = RecordCheck.event(record).orElse(null);
    IdStates states = event == null ? null : journals.runs().get(event.run());
    String place = " at partition " + record.partition() + ", offset " + record.offset();
    if (states == null) {
      findings.add(OracleCount.FOREIGN);
      if (options.ownTopic()) {
        findings.add(OracleCount.INTRUDERS, "a record" + place);
      }
    } else if (!states.isSent(event.lane(), event.sequence())) {
      findings.add(OracleCount.PHANTOM, event.id() + place);
    } else if (!records.isWhole(record, event)) {
      findings.add(OracleCount.DAMAGED, event.id() + place);
    } else {
      states.found(event.lane(), event.sequence(), record.partition(), record.offset());
    }
  }

  private void judge(Map<Integer, Long> begins) {
    journals
        .runs()
        .forEach(
            (run, states) -> {
              for (int lane = 0; lane < states.lanes(); lane++) {
                for (int sequence = 0; sequence < states.ids(lane); sequence++) {
                  if (states.isSent(lane, sequence)) {
                    judge(new OracleEvent(run, lane, sequence), states, begins);
                  }
                }
              }
            });
    if (findings.count(OracleCount.ACKED)
            + findings.count(OracleCount.ACCEPTED)
            + findings.count(OracleCount.SPOOLED)
        == 0) {
      findings.problem("no request succeeded, so nothing is proven");
    }
  }

  private void judge(OracleEvent event, IdStates states, Map<Integer, Long> begins) {
    int lane = event.lane();
    int sequence = event.sequence();
    int found = states.found(lane, sequence);
    Promise promise = states.promise(lane, sequence);
    if (promise == Promise.EXCUSED) {
      findings.add(OracleCount.EXCUSED);
    }
    if (found == 0) {
      judgeMissing(event, states, begins);
      return;
    }
    findings.add(OracleCount.FOUND);
    if (promise == Promise.ACKED && !states.isPlaced(lane, sequence)) {
      findings.add(OracleCount.MISPLACED, where(event, states));
    }
    if (states.isDropped(lane, sequence)) {
      findings.add(OracleCount.STORED_UNANSWERED, event.id());
    }
    if (promise == Promise.NONE && states.isUnknown(lane, sequence)) {
      findings.add(OracleCount.UNKNOWN_FOUND);
    }
    int possible = promise == Promise.SPOOLED ? IdStates.MANY : states.possible(lane, sequence);
    possible = options.resent() ? Math.min(possible, 1) : possible;
    if (possible == 0) {
      findings.add(OracleCount.NOT_WRITTEN_FOUND, event.id());
    } else if (found > possible) {
      findings.add(OracleCount.DUPLICATED, event.id() + ", " + found + " times");
    } else if (found > 1) {
      findings.add(OracleCount.REPEATED);
    }
  }

  private void judgeMissing(OracleEvent event, IdStates states, Map<Integer, Long> begins) {
    switch (states.promise(event.lane(), event.sequence())) {
      case ACKED -> {
        int partition = states.partition(event.lane(), event.sequence());
        boolean expired =
            states.offset(event.lane(), event.sequence()) < begins.getOrDefault(partition, 0L);
        findings.add(expired ? OracleCount.EXPIRED : OracleCount.LOST, where(event, states));
      }
      case SPOOLED -> findings.add(OracleCount.SPOOLED_LOST, event.id());
      case ACCEPTED -> findings.add(OracleCount.ACCEPTED_MISSING);
      default -> {} // it need not be there
    }
  }

  private static String where(OracleEvent event, IdStates states) {
    return event.id()
        + ", answered partition "
        + states.partition(event.lane(), event.sequence())
        + ", offset "
        + states.offset(event.lane(), event.sequence());
  }
}

package com.reactive.platform.kafka.benchmark.rig;

import com.reactive.platform.kafka.benchmark.result.Verification;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Compares the log with the outcomes: gets every record of the log, then returns what is lost,
 * duplicated or phantom. Knows no Kafka. For one thread, after the last outcome.
 */
final class Verifier implements Consumer<ConsumerRecord<byte[], byte[]>>, MessageVisitor {
  /** For the ids that were found; what is complete takes none. */
  private static final long MAX_ID_BYTES = 128 << 20;

  private final RecordReader reader;
  private final MessageFormat format;
  private final int messagesPerSend;
  private final List<SentMessages> lanes;
  private final List<IdSet> found = new ArrayList<>();
  private final RecordChecks checks;
  private final List<String> broken = new ArrayList<>();
  private ConsumerRecord<byte[], byte[]> record;
  private long records;
  private long distinct;
  private long foundAcked;
  private long duplicated;
  private long damaged;
  private long foreign;
  private long neverSent;
  private long notWritten;

  /**
   * @param checks what else is held against the records
   */
  Verifier(
      RecordReader reader,
      MessageFormat format,
      int messagesPerSend,
      List<SentMessages> lanes,
      RecordChecks checks) {
    this.checks = checks;
    this.reader = reader;
    this.format = format;
    this.messagesPerSend = messagesPerSend;
    this.lanes = List.copyOf(lanes);
    lanes.forEach(lane -> found.add(new IdSet(MAX_ID_BYTES / lanes.size())));
  }

  @Override
  public void accept(ConsumerRecord<byte[], byte[]> record) {
    records++;
    this.record = record;
    reader.read(record, format, this);
  }

  @Override
  public void message(long tag, int lane, long sequence) {
    if (tag != format.runTag()) {
      foreign++;
      return;
    }
    long send = sequence / messagesPerSend;
    if (lane < 0 || lane >= lanes.size() || sequence < 0 || send >= lanes.get(lane).sends()) {
      neverSent++;
      return;
    }
    if (!found.get(lane).add(sequence)) {
      duplicated++;
      return;
    }
    distinct++;
    checks.check(record, lane, sequence);
    switch (lanes.get(lane).ledger().state(send)) {
      case SendLedger.ACKED -> foundAcked++;
      case SendLedger.NOT_WRITTEN -> notWritten++;
      default -> {} // may or may not be there
    }
  }

  @Override
  public void damaged() {
    damaged++;
  }

  @Override
  public void wrong(String what) {
    checks.wrong(record, what);
  }

  /** Notes what was seen of the run while it lasted, in words; empty if all was well. */
  void noteSeen(String wrong) {
    if (!wrong.isEmpty()) {
      broken.add(wrong);
    }
  }

  /** Records so far. */
  long records() {
    return records;
  }

  /** Acknowledged messages that were not found so far. */
  long lost() {
    return count(SendLedger.ACKED) - foundAcked;
  }

  /**
   * The verdict on what was read.
   *
   * @param endOffsets records that the log says it took during the run
   * @param unreadable why the log could not be read to its end; empty if it could
   */
  Verification verify(long endOffsets, String unreadable) {
    long lost = unreadable.isEmpty() ? lost() : 0; // what cannot be read may all be there
    long phantom = damaged + foreign + neverSent + notWritten;
    List<String> wrong = new ArrayList<>();
    if (!unreadable.isEmpty()) {
      wrong.add(unreadable + unknownOf(lost()));
    } else if (records != endOffsets) {
      wrong.add(records + " records could be read, but by its offsets the log has " + endOffsets);
    }
    if (lost > 0) {
      wrong.add("lost: the first is " + firstLost());
    }
    note(wrong, damaged, "damaged");
    note(wrong, foreign, "of another run, such as one that landed after its run was read");
    note(wrong, neverSent, "never sent");
    note(wrong, notWritten, "said to be not written");
    wrong.addAll(broken);
    wrong.addAll(checks.wrong());
    return verification(
        true,
        wrong.isEmpty() && duplicated == 0,
        endOffsets,
        lost,
        phantom,
        checks.answersChecked(),
        String.join("; ", wrong));
  }

  /**
   * The verdict on a run of which nothing may be in Kafka: as of one without Kafka, if so it is.
   *
   * @param endOffsets records that the log says it took during the run
   * @param unreadable why the log could not be asked; empty if it could
   */
  Verification verifyNone(long endOffsets, String unreadable) {
    if (endOffsets == 0 && unreadable.isEmpty()) {
      return notApplicable();
    }
    String wrong = unreadable.isEmpty() ? "records in a topic that must stay empty" : unreadable;
    return verification(true, false, endOffsets, 0, endOffsets, null, wrong);
  }

  /** For a run without Kafka: the outcomes are all that is known. */
  Verification notApplicable() {
    return verification(false, false, 0, 0, 0, null, "");
  }

  private Verification verification(
      boolean applicable,
      boolean verified,
      long endOffsets,
      long lost,
      long phantom,
      Long answersChecked,
      String detail) {
    return new Verification(
        applicable,
        verified,
        messages(lanes.stream().mapToLong(SentMessages::sends).sum()),
        count(SendLedger.ACKED),
        count(SendLedger.NOT_WRITTEN),
        count(SendLedger.UNKNOWN),
        endOffsets,
        records,
        distinct,
        lost,
        duplicated,
        phantom,
        answersChecked,
        detail);
  }

  private static String unknownOf(long acked) {
    return acked == 0
        ? ""
        : String.format(Locale.ROOT, ", so nothing is known of %,d acknowledged messages", acked);
  }

  private static void note(List<String> wrong, long count, String what) {
    if (count > 0) {
      wrong.add("phantom: " + count + " " + what);
    }
  }

  private String firstLost() {
    for (int lane = 0; lane < lanes.size(); lane++) {
      long messages = messages(lanes.get(lane).sends());
      SendLedger ledger = lanes.get(lane).ledger();
      for (long id = 0; id < messages; id++) {
        if (!found.get(lane).contains(id)
            && ledger.state(id / messagesPerSend) == SendLedger.ACKED) {
          return "message " + id + " of lane " + lane;
        }
      }
    }
    return "not to be found"; // cannot be: something is lost
  }

  private long count(int state) {
    return messages(
        lanes.stream().mapToLong(lane -> lane.ledger().count(0, lane.sends(), state)).sum());
  }

  private long messages(long sends) {
    return sends * messagesPerSend;
  }
}

package com.reactive.platform.reliability.outbox;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * The transactions of one writer, as it knows them. Whether one was committed whose answer was
 * lost, only the database knows. For one thread at a time.
 */
final class WriterLog {
  /** Rows that become events if the transaction is committed: from a number, before another. */
  record Rows(int transaction, int from, int to) {}

  private final int writer;
  private final List<Rows> rows = new ArrayList<>();
  private final BitSet committed = new BitSet();
  private final BitSet notCommitted = new BitSet();
  private int transactions;
  private int nextRow;

  WriterLog(int writer) {
    this.writer = writer;
  }

  int writer() {
    return writer;
  }

  /** A new transaction; returns its number. */
  int begin() {
    return transactions++;
  }

  /** So many new rows; returns the number of the first. */
  int insert(int count) {
    nextRow += count;
    return nextRow - count;
  }

  /** These are not undone within the transaction. */
  void keep(int transaction, int from, int to) {
    rows.add(new Rows(transaction, from, to));
  }

  /** The server has said so. */
  void committed(int transaction) {
    committed.set(transaction);
  }

  /** It was rolled back, or ended before its commit was asked for. */
  void notCommitted(int transaction) {
    notCommitted.set(transaction);
  }

  int transactions() {
    return transactions;
  }

  /** All that were inserted, or were to be. */
  int inserted() {
    return nextRow;
  }

  /** Transactions whose commit was asked for and not answered. */
  int unanswered() {
    return transactions - committed.cardinality() - notCommitted.cardinality();
  }

  /** The rows of those transactions that the database has committed. */
  List<Rows> rowsOf(IntPredicate isCommitted) {
    return rows.stream().filter(each -> isCommitted.test(each.transaction())).toList();
  }

  /** Compares with the database; returns sentences on what it has lost or made up. */
  List<String> faultsOf(BitSet inDatabase) {
    List<String> faults = new ArrayList<>();
    BitSet lost = (BitSet) committed.clone();
    lost.andNot(inDatabase);
    BitSet revived = (BitSet) notCommitted.clone();
    revived.and(inDatabase);
    if (!lost.isEmpty()) {
      faults.add("Postgres lost transactions of writer " + writer + " that it committed: " + lost);
    }
    if (!revived.isEmpty()) {
      faults.add("Postgres has rolled-back transactions of writer " + writer + ": " + revived);
    }
    return faults;
  }
}

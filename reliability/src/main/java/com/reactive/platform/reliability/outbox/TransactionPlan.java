package com.reactive.platform.reliability.outbox;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The course of one transaction.
 *
 * @param pieces in their order, each with a savepoint of its own before it
 * @param deletes its rows before it ends: they are events all the same
 */
record TransactionPlan(List<Piece> pieces, boolean deletes, End end) {
  private static final int MAX_PIECES = 4;
  private static final int PERCENT = 100;
  private static final int UNDONE_PERCENT = 20;
  private static final int ROLLBACK_PERCENT = 10;
  private static final int DISCONNECT_PERCENT = 3;

  /** The way in which it ends. */
  enum End {
    COMMIT,
    ROLLBACK,
    /** Without a word: the server rolls it back. */
    DISCONNECT
  }

  /**
   * Rows that are inserted by one statement.
   *
   * @param undone rolled back to the savepoint before them
   */
  record Piece(int rows, boolean undone) {}

  TransactionPlan {
    pieces = List.copyOf(pieces);
  }

  /** Draws one that inserts so many rows, undone ones among them. */
  static TransactionPlan draw(SplittableRandom random, int rows) {
    List<Piece> pieces = new ArrayList<>();
    int left = rows;
    for (int most = random.nextInt(MAX_PIECES) + 1; left > 0; most--) {
      int some = most <= 1 ? left : 1 + random.nextInt(left);
      pieces.add(new Piece(some, random.nextInt(PERCENT) < UNDONE_PERCENT));
      left -= some;
    }
    int fate = random.nextInt(PERCENT);
    End end =
        fate < DISCONNECT_PERCENT
            ? End.DISCONNECT
            : fate < DISCONNECT_PERCENT + ROLLBACK_PERCENT ? End.ROLLBACK : End.COMMIT;
    return new TransactionPlan(pieces, random.nextBoolean(), end);
  }

  /** A number of rows, 1/x distributed: each order of magnitude has as many rows in all. */
  static int drawRows(SplittableRandom random, int least, int most) {
    return (int) Math.min(most, least / (1 - random.nextDouble()));
  }
}

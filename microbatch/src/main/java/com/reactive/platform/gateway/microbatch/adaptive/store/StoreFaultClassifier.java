package com.reactive.platform.gateway.microbatch.adaptive.store;

import java.sql.SQLException;
import org.sqlite.NativeLibraryNotFoundException;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** Tells which {@link StoreFault} an exception means. */
final class StoreFaultClassifier {
  private static final int MAX_CAUSES = 20; // they may go round

  private StoreFaultClassifier() {}

  static StoreFault classify(Throwable thrown) {
    if (thrown instanceof StoreFaultException fault) {
      return fault.fault();
    }
    Throwable root = root(thrown);
    if (root instanceof LinkageError || root instanceof NativeLibraryNotFoundException) {
      return StoreFault.NO_SQLITE;
    }
    return thrown instanceof SQLException failure ? classify(failure) : StoreFault.UNUSABLE;
  }

  /** The first cause, for people: the driver hides it behind a general text. */
  static String reason(Throwable thrown) {
    Throwable root = root(thrown);
    boolean selfExplaining = root instanceof StoreFaultException || root instanceof SQLException;
    return selfExplaining ? root.getMessage() : root.toString();
  }

  private static Throwable root(Throwable thrown) {
    Throwable root = thrown;
    for (int depth = 0; root.getCause() != null && depth < MAX_CAUSES; depth++) {
      root = root.getCause();
    }
    return root;
  }

  private static StoreFault classify(SQLException failure) {
    int code =
        failure instanceof SQLiteException sqlite
            ? sqlite.getResultCode().code
            : failure.getErrorCode();
    int primaryCode = code & 0xff;
    if (primaryCode == SQLiteErrorCode.SQLITE_CORRUPT.code
        || primaryCode == SQLiteErrorCode.SQLITE_NOTADB.code) {
      return StoreFault.CORRUPT;
    }
    if (primaryCode == SQLiteErrorCode.SQLITE_BUSY.code
        || primaryCode == SQLiteErrorCode.SQLITE_LOCKED.code) {
      return StoreFault.LOCKED;
    }
    if (primaryCode == SQLiteErrorCode.SQLITE_FULL.code) {
      return StoreFault.FULL;
    }
    return primaryCode == SQLiteErrorCode.SQLITE_READONLY.code
        ? StoreFault.READ_ONLY
        : StoreFault.UNUSABLE;
  }
}

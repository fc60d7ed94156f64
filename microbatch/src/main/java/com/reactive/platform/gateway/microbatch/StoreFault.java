package com.reactive.platform.gateway.microbatch;

import java.sql.SQLException;
import org.sqlite.NativeLibraryNotFoundException;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** What can be wrong with the database, as far as the answers to it differ. */
enum StoreFault {
  /** Not a database, or a damaged one. */
  CORRUPT("is corrupt", true),
  /** The file is gone, or another one has its name. */
  REPLACED("was removed or replaced", true),
  /** Somebody else holds it. */
  LOCKED("is locked by another process", true),
  /** No space left. */
  FULL("cannot grow, the disk or its quota is full", true),
  /** May be read only. */
  READ_ONLY("is read-only", true),
  /** Any other failure to read or write. */
  UNUSABLE("cannot be read or written", true),
  /** A newer release of this library wrote it. */
  NEWER("has a newer schema than this release knows and is left alone", false),
  /** A database of something else, or no database at all. */
  FOREIGN("is not a calibration database and is left alone", false),
  /** It may lead anywhere. */
  LINKED("is a symbolic link to what is somebody else's and is left alone", false),
  /** Corrupt again and again. */
  HOPELESS("became corrupt too often and is left alone", false),
  /** SQLite itself cannot be loaded. */
  NO_SQLITE("cannot be opened, SQLite's native library does not load", false);

  private static final int MAX_CAUSES = 20; // they may go round

  private final String text;
  private final boolean passing;

  StoreFault(String text, boolean passing) {
    this.text = text;
    this.passing = passing;
  }

  String text() {
    return text;
  }

  /** Whether it may be over when tried again. */
  boolean passing() {
    return passing;
  }

  static StoreFault of(Throwable thrown) {
    if (thrown instanceof StoreFaultException fault) {
      return fault.fault();
    }
    Throwable root = root(thrown);
    if (root instanceof LinkageError || root instanceof NativeLibraryNotFoundException) {
      return NO_SQLITE;
    }
    return thrown instanceof SQLException failure ? of(failure) : UNUSABLE;
  }

  /** What went wrong first, for people: the driver hides it behind a general text. */
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

  private static StoreFault of(SQLException failure) {
    int code =
        failure instanceof SQLiteException sqlite
            ? sqlite.getResultCode().code
            : failure.getErrorCode();
    int primaryCode = code & 0xff;
    if (primaryCode == SQLiteErrorCode.SQLITE_CORRUPT.code
        || primaryCode == SQLiteErrorCode.SQLITE_NOTADB.code) {
      return CORRUPT;
    }
    if (primaryCode == SQLiteErrorCode.SQLITE_BUSY.code
        || primaryCode == SQLiteErrorCode.SQLITE_LOCKED.code) {
      return LOCKED;
    }
    if (primaryCode == SQLiteErrorCode.SQLITE_FULL.code) {
      return FULL;
    }
    return primaryCode == SQLiteErrorCode.SQLITE_READONLY.code ? READ_ONLY : UNUSABLE;
  }
}

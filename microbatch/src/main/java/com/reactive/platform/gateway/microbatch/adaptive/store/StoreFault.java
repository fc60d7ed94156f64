package com.reactive.platform.gateway.microbatch.adaptive.store;

/** The faults of a database that are treated differently. */
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

  private final String text;
  private final boolean passing;

  StoreFault(String text, boolean passing) {
    this.text = text;
    this.passing = passing;
  }

  String text() {
    return text;
  }

  /** True if it may be over when tried again. */
  boolean passing() {
    return passing;
  }
}

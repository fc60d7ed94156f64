package com.reactive.platform.reliability.oracle;

import java.io.IOException;

/** A journal is not what was written: nothing can be proven with it. The message says where. */
public final class CorruptJournalException extends IOException {
  private static final long serialVersionUID = 1;

  CorruptJournalException(String message) {
    super(message);
  }
}

package com.reactive.platform.outbox;

import java.io.IOException;

/** The database is not as the settings say. The message is for whoever has set it up. */
final class OutboxTableException extends IOException {
  private static final long serialVersionUID = 1;

  OutboxTableException(String message) {
    super(message);
  }
}

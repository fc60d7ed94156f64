package com.reactive.platform.outbox;

import java.io.IOException;

/** The server sent what the protocol does not allow. */
final class MalformedChangeException extends IOException {
  private static final long serialVersionUID = 1;

  MalformedChangeException(String message) {
    super(message);
  }
}

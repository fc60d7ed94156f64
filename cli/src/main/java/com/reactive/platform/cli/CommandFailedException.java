package com.reactive.platform.cli;

import java.io.Serial;

/** A command cannot do what it was asked; the message is one sentence for the person who asked. */
public final class CommandFailedException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1L;

  public CommandFailedException(String message) {
    super(message);
  }
}

package com.reactive.platform.reliability.mutate;

import java.io.Serial;

/** A mutant showed a fault; the message says which, and how to repeat it. */
public final class MutantFaultException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1L;

  MutantFaultException(String message, Throwable cause) {
    super(message, cause);
  }
}

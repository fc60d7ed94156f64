package com.reactive.platform.reliability.fault;

/** A fault could not be made or undone, so that what follows would say nothing. */
public final class FaultException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public FaultException(String message) {
    super(message);
  }

  public FaultException(String message, Throwable cause) {
    super(cause == null ? message : message + ": " + cause.getMessage(), cause);
  }
}

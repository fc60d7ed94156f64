package com.reactive.platform.gateway.http;

/** Bytes that another server might read as another request. The message is for the client. */
final class FramingException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  FramingException(String message) {
    super(message);
  }

  /** Thrown by whoever sends nonsense, as often as they like: it costs no walk over the stack. */
  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}

package com.reactive.platform.gateway.microbatch.adaptive.store;

/** A fault that SQLite itself has no error for. */
final class StoreFaultException extends Exception {
  private static final long serialVersionUID = 1;

  private final StoreFault fault;

  StoreFaultException(StoreFault fault, String detail) {
    super(detail);
    this.fault = fault;
  }

  StoreFault fault() {
    return fault;
  }
}

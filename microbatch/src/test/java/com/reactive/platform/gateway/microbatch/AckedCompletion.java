package com.reactive.platform.gateway.microbatch;

/** Where nothing else than an ack is to come: goes on when it does. */
record AckedCompletion(Runnable onAcked) implements Completion {
  @Override
  public void acked(int partition, long offset) {
    onAcked.run();
  }

  @Override
  public void notWritten(Throwable reason) {
    throw new AssertionError(reason);
  }

  @Override
  public void unknown(Throwable reason) {
    throw new AssertionError(reason);
  }
}

package com.reactive.platform.gateway.microbatch;

/** For a dispatcher whose passes are made by the test. */
final class NeverStartedThread extends Thread {
  NeverStartedThread(Runnable task) {
    super(task);
  }

  @Override
  public void start() {}
}
